/** A process that answers queries, one at a time: see query-pool.ts. */
import { readerContext } from '../../data/access/reader.ts';
import { type StoreContext, storeContext } from '../../data/context.ts';
import { openEngine } from '../../data/engine.ts';
import { JqlError } from '../api.ts';
import { jqlStore } from '../search.ts';
import type { FromProcess, QueryCall, ToProcess } from './messages.ts';

let context: StoreContext | null = null;

async function answer({ reader, method, args }: QueryCall): Promise<FromProcess> {
  if (!context) throw new Error('The database is not open.');
  const seen = reader ? readerContext(context, reader.userId, reader.known) : context;
  try {
    const run = jqlStore(seen)[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { kind: 'value', value: await run(...args) };
  } catch (error) {
    if (error instanceof JqlError) return { kind: 'refused', messages: error.messages };
    const { message, code } = error as { message?: unknown; code?: unknown };
    return { kind: 'failed', message: String(message), code };
  }
}

const reply = (message: FromProcess) =>
  process.send?.(message, (error: Error | null) => {
    if (error) process.exit();
  });

process.on('message', async (message: ToProcess) => {
  if ('place' in message) {
    context = storeContext(openEngine(message.place, { readOnlyMs: message.deadlineMs }));
    reply({ kind: 'ready' });
  } else reply(await answer(message));
});
process.on('disconnect', () => process.exit());
// The parent ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
