import { unpackList } from './packed-list.ts';
import type { ComputedReport } from './report-job.ts';

/** Items `from` to `from + limit` of the lists of a figure. */
export interface PageRequest {
  /** The JSON pointer of the figure, or of one list. */
  readonly of: string;
  readonly from: number;
  readonly limit: number;
}

/** A page of all lists below a place, by their names; null if there are none. */
export async function pageOf(report: ComputedReport, { of, from, limit }: PageRequest) {
  const lists: Record<string, readonly unknown[]> = {};
  let total = 0;
  for (const [pointer, list] of report.lists) {
    const cut = pointer.lastIndexOf('/');
    if (pointer !== of && pointer.slice(0, cut) !== of) continue;
    const whole = await unpackList(list);
    total = Math.max(total, whole.length);
    const page = Array.from(whole.slice(from, from + limit));
    lists[unescaped(pointer.slice(cut + 1))] =
      whole instanceof Uint32Array ? page.map(row => keyAt(report, row as number)) : page;
  }
  return Object.keys(lists).length > 0 ? { of, from, total, lists } : null;
}

function keyAt({ keys, keyEnds }: ComputedReport, row: number): string {
  const { buffer, byteOffset, length } = keys;
  const from = keyEnds[row - 1] ?? 0;
  return Buffer.from(buffer, byteOffset, length).toString('utf8', from, keyEnds[row]);
}

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
