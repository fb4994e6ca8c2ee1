import { type Headline, headlineGoal } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { AgeResult } from './compute.ts';
import { AGE_FROM, type AgeSettings } from './settings.ts';

const PART = { label: 'Days', format: (days: number) => formatNumber(days, 1) };

/** '2.5 d', '35 d' */
export const days = (value: number | null) => `${formatNumber(value, (value ?? 0) < 10 ? 1 : 0)} d`;

/** How many issues are open, and how old they are. */
export function ageHeadline({ total }: AgeResult, { kind, goal }: AgeSettings): Headline | null {
  const { count, oldest } = total;
  if (count.value === 0) return null;
  return {
    figures: [
      {
        id: 'count',
        label: 'Unresolved',
        text: formatCount(count.value),
        goal: headlineGoal(count.value, goal, 'less'),
        drill: { reason: 'The issue is unresolved.', figure: count, shows: AGE_FROM[kind] },
      },
      {
        id: 'oldest',
        label: kind === 'stale' ? 'Longest without update' : 'Oldest',
        text: days(oldest.value),
        drill: { reason: 'No other unresolved issue is older.', figure: oldest, part: PART },
      },
    ],
    sentence: ageWords(total, kind),
  };
}

/** The age of a single issue; else of half of them and of 85%, once where both are equal. */
function ageWords(
  { count, median, percentile85 }: AgeResult['total'],
  kind: AgeSettings['kind'],
): string | undefined {
  const [half, most] = [days(median.value), days(percentile85.value)];
  if (count.value === 1) return undefined;
  if (kind === 'stale')
    return half === most
      ? `Most of them had no update for about ${half}.`
      : `Half of them had no update for ${half} or longer, 85% for ${most} at most.`;
  return half === most
    ? `Most of them are about ${half} old.`
    : `Half of them are ${half} old or older, 85% are ${most} at most.`;
}
