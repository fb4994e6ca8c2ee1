import { setImmediate as eventLoop } from 'node:timers/promises';

/**
 * Lets work run one after another, in the order it came, with a turn of the event loop between. A reply of a hundred
 * issues takes a few milliseconds of this process; eight of them at once, switching at every read, would all be ready
 * only when the last is. In turns each goes out as soon as it can, and the client asks for its next meanwhile.
 */
export function createTurns(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const mine = last.then(work);
    // Without the pause the next piece would run before what is ready is written to its socket.
    last = mine.catch(() => {}).then(() => eventLoop());
    return mine;
  };
}
