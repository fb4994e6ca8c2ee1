import fastify, { type FastifyInstance } from 'fastify';
import { DEMO_SOURCE } from '../../data/entity.ts';
import { demoRecords } from '../../seed/demo.ts';
import type { Store } from '../../store/store.ts';
import { openStore } from '../../store/testing/open-store.ts';
import { type ReplicaSettings, replica } from '../replica.ts';

/** The instant at which tests ask: a Wednesday. */
export const asOf = Date.parse('2026-06-17T12:00:00Z');

export interface DemoReplica {
  app: FastifyInstance;
  store: Store;
  close(): Promise<void>;
}

/** A replica over a small demo organisation in memory. */
export async function openDemoReplica(
  settings: Partial<ReplicaSettings> & { size?: number } = {},
): Promise<DemoReplica> {
  const { size = 300, store = await openStore({ memory: true }), ...rest } = settings;
  const { problems } = await store.ingest(demoRecords({ seed: 1, asOf, size }), {
    source: DEMO_SOURCE,
  });
  if (problems[0]) throw new Error(problems[0].message);
  const app = fastify();
  await app.register(replica, { store, now: () => asOf, ...rest });
  await app.ready();
  return {
    app,
    store,
    async close() {
      await app.close();
      await store.close();
    },
  };
}
