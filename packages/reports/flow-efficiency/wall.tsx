import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { FlowEfficiencyResult } from './compute.ts';
import type { FlowEfficiencySettings } from './settings.ts';
import { daysText } from './table.ts';
import { TimeChart } from './time-chart.tsx';

export default {
  figures: ({ efficiency, total, finished }) => [
    {
      label: 'Flow efficiency',
      text: formatPercent(efficiency === null ? null : 100 * efficiency),
    },
    { label: 'Waiting', text: daysText(total.waiting.value ?? 0), of: 'days' },
    { label: 'Finished', text: formatCount(finished.rows.length), of: 'issues' },
  ],
  picture: ({ columns }) => (columns.length === 0 ? null : TimeChart),
} satisfies Wall<FlowEfficiencySettings, FlowEfficiencyResult>;
