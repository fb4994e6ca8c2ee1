import type { FlowReplay } from '@tallyboard/core/flow/replay.ts';
import { selectRows } from '@tallyboard/core/measure/figures.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Day, ZoneId } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { type FlowResult, noneOf, whyNoneReachedFinish } from './flow-scope.ts';

/** The issues with a start that were finished on these days; null has no bound. */
export function finishedIssues(
  { start, finish }: Pick<FlowReplay, 'start' | 'finish'>,
  { from, to }: { readonly from: Day | null; readonly to: Day | null },
  zone: ZoneId,
): IssueRows {
  return selectRows(finish.length, row => {
    const end = finish[row] ?? 0;
    if (Number.isNaN(end) || Number.isNaN(start[row])) return false;
    if (from === null && to === null) return true;
    const day = localDay(end, zone);
    return (from === null || day >= from) && (to === null || day <= to);
  });
}

/** Finished issues that are not among those of `finishedIssues`. */
export interface OtherFinished {
  /** When they started is unknown. */
  readonly unknownStart: number;
  readonly otherDays: number;
}

export function otherFinished(
  { start, finish, undated }: Pick<FlowReplay, 'start' | 'finish' | 'undated'>,
  counted: IssueRows,
): OtherFinished {
  let unknownStart = 0;
  let otherDays = -counted.length;
  for (let row = 0; row < finish.length; row++) {
    if (Number.isNaN(finish[row]) && undated[row] !== 1) continue;
    if (Number.isNaN(start[row])) unknownStart++;
    else otherDays++;
  }
  return { unknownStart, otherDays };
}

/** Why a report of finished issues with a start has none, and what to do. */
export function whyNoneFinished({
  others: { unknownStart, otherDays },
  ...result
}: FlowResult & { readonly others: OtherFinished }): string {
  const unfinished = whyNoneReachedFinish(result);
  if (unfinished !== null) return unfinished;
  if (otherDays > 0) {
    const noun = unknownStart > 0 ? 'finished issue with a known start' : 'finished issue';
    return `${noneOf(otherDays, noun, ['was', 'was not'])} finished on these dates. Choose more days.`;
  }
  const finished = unknownStart === 1 ? 'issue was finished' : 'issues were finished';
  return `${formatCount(unknownStart)} ${finished} with an unknown start: no history was received. Refresh, or ask an administrator to check the histories of this Jira.`;
}
