import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Calls in flight have so long to end. */
const LIMIT_MS = 10_000;

/** The calls that a server is answering. */
export function callsInFlight(app: FastifyInstance) {
  const calls = new Set<FastifyReply['raw']>();
  let onEmpty = () => {};
  app.addHook('onRequest', async (_, { raw }) => {
    calls.add(raw);
    raw.once('close', () => {
      calls.delete(raw);
      if (calls.size === 0) onEmpty();
    });
  });
  return {
    /** Takes no new connections and ends those that idle. Closes the server when the calls have ended; cuts them after a while. */
    async endAndClose(): Promise<void> {
      // Fastify then closes its second listener too, of the other address of 'localhost'.
      app.server.unref();
      app.server.close();
      if (calls.size > 0) {
        const ended = new AbortController();
        const empty = new Promise<void>(resolve => {
          onEmpty = resolve;
        });
        await Promise.race([empty, setTimeout(LIMIT_MS, null, { signal: ended.signal })]);
        ended.abort();
        for (const { socket } of calls) socket?.destroy();
      }
      // Those on which no call has begun.
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
