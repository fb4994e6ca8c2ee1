import type { Subscription, SubscriptionStore } from '@tallyboard/server-store/subscriptions.ts';

/** It ends, and a last run tells its recipients so once. */
export async function endSubscription(
  { subscriptions }: { readonly subscriptions: SubscriptionStore },
  subscription: Subscription,
  why: string,
  now: number,
): Promise<void> {
  const ended = { ...subscription, state: 'ended' as const, why, dueMs: null };
  if (!(await subscriptions.save(ended))) return;
  const run = { subscription: subscription.id, createdMs: now, recipient: null };
  await subscriptions.addRun({ ...run, dueMs: now, cause: 'ended' });
}
