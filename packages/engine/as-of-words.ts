import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import { LAST_WEEK } from '@tallyboard/core/time/as-of.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { ZoneId } from '@tallyboard/core/time/units.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import type { AsOf, AsOfScope } from './as-of.ts';

/** What the end of last sprint is looked up by. */
export const asOfScope = (
  report: AnyReport | null,
  settings: unknown,
  jql: string | null,
  project: string | null,
): AsOfScope => ({
  boards: report ? boardsOf(report.settings.serialize(settings)) : [],
  jql: jql ?? '',
  project,
});

function boardsOf({ boardId, boardSet }: Stored): readonly number[] {
  // As the codec wrote it.
  const set = boardSet as FlatBoardSet | undefined;
  if (set) return set.members.flatMap(each => ('board' in each ? each.board : []));
  return Number(boardId) > 0 ? [Number(boardId)] : [];
}

/** 'the end of WEB Sprint 12, Nov 20, 2026 14:03', 'the end of last week, Nov 22, 2026', 'Nov 9, 2026'. */
export function asOfWords(asOf: string | null, { at, sprint }: AsOf, zone: ZoneId, format: string) {
  const day = formatInstant(at, zone, format);
  if (sprint !== null) return `the end of ${sprint}, ${day} ${formatInstant(at, zone, 'HH:mm')}`;
  return asOf === LAST_WEEK ? `the end of last week, ${day}` : day;
}
