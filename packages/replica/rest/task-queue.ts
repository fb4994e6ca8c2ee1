import { setImmediate as eventLoop } from 'node:timers/promises';

/**
 * Runs tasks one at a time, yielding to the event loop between them, so that each reply is sent as soon as it is ready.
 * Interleaved, eight pages of issues would all finish together at the end.
 */
export function createTaskQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const mine = last.then(work);
    // Lets the finished reply reach its socket first.
    last = mine.catch(() => {}).then(() => eventLoop());
    return mine;
  };
}
