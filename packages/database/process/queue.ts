import { BusyError } from './busy-error.ts';

interface Waiting {
  readonly reader: unknown;
  reject(error: Error): void;
}

/**
 * Makes room for a reader's call in a full queue: the last one of the reader with the most is refused. Throws a BusyError if
 * that is the new one.
 */
export function makeRoom(waiting: Waiting[], reader: unknown, max: number): void {
  if (waiting.length < max) return;
  const byReader = Map.groupBy(waiting, each => each.reader);
  const most = [...byReader.values()].reduce((a, b) => (b.length > a.length ? b : a));
  const last = most.at(-1);
  const count = byReader.get(reader)?.length ?? 0;
  if (!last || count + 1 >= most.length) throw new BusyError();
  waiting.splice(waiting.indexOf(last), 1);
  last.reject(new BusyError());
}
