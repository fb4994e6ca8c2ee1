/** Subscriptions of a server: what calls and pages do with them, and the rounds that send them. */
import type { Resource } from '@tallyboard/replica/rest/api.ts';
import type { FastifyInstance } from 'fastify';
import { alertCalls } from '../alerts/alert-calls.ts';
import { alertCompute } from '../alerts/alert-rounds.ts';
import type { Guard } from '../sign-in/guard.ts';
import { type DeliveryParts, type DeliveryRounds, deliveryRounds } from './delivery-rounds.ts';
import { subscriptionCalls } from './subscription-calls.ts';
import { unsubscribePages } from './unsubscribe.ts';

interface Parts extends Omit<DeliveryParts, 'visitorOf'> {
  /** Null: nobody signs in. */
  readonly guard: Guard | null;
}

export async function subscriptions(
  app: FastifyInstance,
  { guard, ...parts }: Parts,
): Promise<{ readonly resource: Resource; readonly rounds: DeliveryRounds }> {
  const visitorOf = guard ? guard.ownerOf : async () => null;
  const rounds = deliveryRounds({ ...parts, visitorOf });
  app.addHook('onClose', () => rounds.stop());
  await app.register(scope => unsubscribePages(scope, parts));
  const signsIn = guard?.signsIn ?? false;
  const calls = subscriptionCalls({ ...parts, rounds, visitorOf, signsIn });
  const compute = alertCompute({ ...parts, visitorOf });
  const ofAlerts = alertCalls({ ...parts, compute, visitorOf, signsIn, wake: rounds.wake });
  return {
    rounds,
    resource(api) {
      calls(api);
      ofAlerts(api);
    },
  };
}
