import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { PartDays } from './part-days.ts';

/** Parts with an open issue that is blocked by an open issue of another part, and those parts. */
export function partBlockers(
  { issues }: Pick<Dataset, 'issues'>,
  parts: PartDays,
  day: number,
): ReadonlyMap<string, readonly string[]> {
  const openIn = new Map<string, string[]>();
  const rowsOf = new Map([...parts.members.keys()].map(part => [part, parts.openRows(part, day)]));
  for (const [part, rows] of rowsOf)
    for (const row of rows) {
      const id = issues[row]?.id ?? '';
      openIn.set(id, [...(openIn.get(id) ?? []), part]);
    }
  const blockers = new Map<string, readonly string[]>();
  for (const [part, rows] of rowsOf) {
    const links = rows.flatMap(row => issues[row]?.links ?? []);
    const others = links.flatMap(({ kind, otherId }) => {
      const of = kind === 'blocked-by' ? (openIn.get(otherId) ?? []) : [];
      // Within the part nothing waits.
      return of.includes(part) ? [] : of;
    });
    if (others.length > 0) blockers.set(part, [...new Set(others)]);
  }
  return blockers;
}
