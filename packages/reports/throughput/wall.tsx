import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { ThroughputResult } from './compute.ts';
import { RunChart } from './parts/run-chart.tsx';
import type { ThroughputSettings } from './settings.ts';

export default {
  figures({ rows, unit, xmr, total }) {
    const last = rows.findLast(({ whole }) => whole);
    return [
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
        ? [{ label: last.label, text: formatCount(last.finished.value), of: 'finished' }]
        : []),
      { label: 'In progress', text: formatCount(total.wip.value) },
    ];
  },
  picture: ({ rows }) => (rows.length > 0 ? RunChart : null),
} satisfies Wall<ThroughputSettings, ThroughputResult>;
