import { NO_VALUE } from '@tallyboard/core/measure/group-by.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { HOURS } from '@tallyboard/report-kit/table/units.ts';
import {
  formatCount,
  formatCounted,
  formatNames,
  formatNumber,
  formatPercent,
} from '@tallyboard/ui/text/numbers.ts';
import type { FieldSum, IssuesByResult } from './compute.ts';

const SUM_LABELS: Readonly<Record<FieldSum['id'], string>> = {
  votes: 'Votes',
  watches: 'Watches',
  logged: 'Hours logged',
  estimated: 'Hours in total',
};

/** How many issues and values there are, and which value has most. */
export function issuesByHeadline(result: IssuesByResult): Headline | null {
  const { rows, valueCount, total, label, sums, overlapping } = result;
  if (rows.length === 0) return null;
  const without = rows.find(({ id }) => id === NO_VALUE)?.count.value ?? 0;
  const valued = rows
    .filter(({ id }) => id !== NO_VALUE)
    .toSorted((a, b) => (b.count.value ?? 0) - (a.count.value ?? 0));
  const [most] = valued;
  const equal = valued.filter(({ count }) => count.value === most?.count.value);
  return {
    figures: [
      {
        id: 'count',
        label: 'Issues',
        text: formatCount(total.count.value),
        drill: {
          title: `${label} · All issues`,
          reason: 'All issues of the query.',
          figure: total.count,
        },
      },
      {
        id: 'values',
        value: valueCount,
        label: 'Values',
        text: formatCount(valueCount),
        of: without > 0 ? `and ${formatCounted(without, 'issue')} without` : undefined,
      },
      ...sums.map(({ id, unit, figure }) => {
        const write = (value: number) => formatNumber(unit === 'seconds' ? value / 3600 : value, 2);
        const part = { label: SUM_LABELS[id], format: write };
        return {
          id,
          value: figure.value ?? 0,
          unit: unit === 'seconds' ? HOURS : undefined,
          label: SUM_LABELS[id],
          text: write(figure.value ?? 0),
          drill: { reason: 'The value of each issue.', figure, part },
        };
      }),
    ],
    sentence:
      [
        most && equal.length < valued.length && result.kind !== 'issues'
          ? `Most common: ${formatNames(equal.map(({ label }) => label))}, ${formatCount(most.count.value)}${equal.length > 1 ? ' each' : ''} (${formatPercent(most.share)}).`
          : '',
        most ? '' : `No issue has a value of ${label}.`,
        overlapping ? 'An issue with several values counts in each.' : '',
      ]
        .filter(Boolean)
        .join(' ') || undefined,
  };
}
