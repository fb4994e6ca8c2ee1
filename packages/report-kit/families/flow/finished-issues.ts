import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Day, ZoneId } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { selectRows } from '../../figures/figures.ts';
import type { FlowReplay } from './replay.ts';

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
