import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import {
  type Headline,
  type HeadlineFigure,
  headlineGoal,
} from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatCounted } from '@tallyboard/ui/text/numbers.ts';
import type { WipAgeResult } from './compute.ts';
import type { WipAgeSettings } from './settings.ts';

/** How many issues are in progress, how old they are, and how many need a look. */
export function wipAgeHeadline(
  { total, unit, finished }: WipAgeResult,
  { goal }: WipAgeSettings,
): Headline | null {
  if (total.count.value === 0) return null;
  const { text, part } = flowUnit(unit);
  const days = (value: number | null) => (value === null ? '-' : `${text(value)} d`);
  const figure = (
    id: keyof typeof total,
    label: string,
    reason: string,
    value: string,
  ): HeadlineFigure => ({
    id,
    value: total[id].value,
    unit: total[id].parts && flowUnit(unit),
    label,
    text: value,
    drill: {
      title: `WIP age · ${label}`,
      reason,
      figure: total[id],
      ...(total[id].parts && { part }),
    },
  });
  // Without a pace or an age it is not known.
  const isCompared = finished.value > 0 && total.unknown.value < total.count.value;
  const slow = isCompared ? formatCount(total.slow.value) : '-';
  return {
    figures: [
      {
        ...figure(
          'count',
          'In progress',
          'Started and not finished.',
          formatCount(total.count.value),
        ),
        goal: headlineGoal(total.count.value, goal, 'less'),
      },
      figure('oldest', 'Oldest', OLDEST, days(total.oldest.value)),
      figure('age', '50th percentile of age', 'Started and not finished.', days(total.age.value)),
      {
        ...figure('slow', 'Older than the 85th percentile', SLOW, slow),
        bad: total.slow.value > 0,
      },
      ...(total.unknown.value > 0
        ? [figure('unknown', 'Age unknown', UNKNOWN, formatCount(total.unknown.value))]
        : []),
      figure('blocked', 'Blocked', BLOCKED, formatCount(total.blocked.value)),
    ],
    sentence: isCompared ? slowWords(total) : undefined,
  };
}

/** '10 of 18 issues in progress are older than 85% of finished issues were in their column.' */
function slowWords({ slow, count, unknown }: WipAgeResult['total']): string {
  const others = unknown.value === 0 ? '' : `; ${formatCount(unknown.value)} of unknown age`;
  if (slow.value === 0)
    return `No issue${unknown.value === 0 ? '' : ' of known age'} is older than 85% of finished issues were in its column${others}.`;
  const are = slow.value === 1 ? 'is' : 'are';
  const least = unknown.value === 0 ? '' : 'At least ';
  return `${least}${formatCount(slow.value)} of ${formatCounted(count.value, 'issue')} in progress ${are} older than 85% of finished issues were in their column${others}.`;
}

const UNKNOWN = 'In progress; the history does not tell since when.';
const OLDEST = 'Started and not finished; no other issue in progress is older.';
const SLOW = 'In progress, and older than 85% of finished issues were when they left this column.';
const BLOCKED = 'In progress, and flagged or blocked by an issue that is not done.';
