import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import type { Headline, HeadlineFigure } from '@tallyboard/report-kit/headline.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { WipAgeResult } from './compute.ts';

/** How many issues are in progress, how old they are, and how many need a look. */
export function wipAgeHeadline({ total, unit }: WipAgeResult): Headline {
  const { text, part } = flowUnit(unit);
  const days = (value: number | null) => (value === null ? '-' : `${text(value)} d`);
  const figure = (
    id: keyof typeof total,
    label: string,
    reason: string,
    value: string,
  ): HeadlineFigure => ({
    label,
    text: value,
    drill: {
      title: `WIP age · ${label}`,
      reason,
      figure: total[id],
      ...(total[id].parts && { part }),
    },
  });
  return {
    figures: [
      figure('count', 'In progress', 'Started and not finished.', formatCount(total.count.value)),
      figure('oldest', 'Oldest', OLDEST, days(total.oldest.value)),
      figure('age', 'Median age', 'Started and not finished.', days(total.age.value)),
      figure('slow', 'Older than 85%', SLOW, formatCount(total.slow.value)),
      ...(total.unknown.value > 0
        ? [figure('unknown', 'Age unknown', UNKNOWN, formatCount(total.unknown.value))]
        : []),
      figure('blocked', 'Blocked', BLOCKED, formatCount(total.blocked.value)),
    ],
  };
}

const UNKNOWN = 'In progress; the history does not tell since when.';
const OLDEST = 'Started and not finished; no other issue in progress is older.';
const SLOW = 'In progress, and older than 85% of finished issues were when they left this column.';
const BLOCKED = 'In progress, and flagged or blocked by an issue that is not done.';
