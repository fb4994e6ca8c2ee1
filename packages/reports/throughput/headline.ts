import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { ThroughputResult } from './compute.ts';

/** How much is finished in a period, on average and in the last whole one. */
export function throughputHeadline({ rows, unit, xmr, total }: ThroughputResult): Headline | null {
  if (rows.length === 0) return null;
  const last = rows.findLast(({ whole }) => whole);
  return {
    figures: [
      ...(xmr
        ? [
            {
              label: 'Finished',
              text: formatNumber(xmr.mean, 1),
              of: `issues per ${unit} on average`,
            },
          ]
        : []),
      ...(last
        ? [
            {
              label: last.label,
              text: formatCount(last.finished.value),
              of: 'finished',
              drill: { reason: 'Finished in this period.', figure: last.finished },
            },
          ]
        : []),
      {
        label: 'In progress',
        text: formatCount(total.wip.value),
        drill: { reason: 'Started and not finished.', figure: total.wip },
      },
    ],
  };
}
