import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { CumulativeFlowResult } from './compute.ts';
import { FlowChart } from './flow-chart.tsx';
import { perWeek } from './ruler.ts';
import type { CumulativeFlowSettings } from './settings.ts';

export default {
  figures({ total, littlesLaw }) {
    const { cycleTime, throughput = 0 } = littlesLaw ?? {};
    return [
      { label: 'In progress', text: formatCount(total.wip.value), of: 'issues' },
      { label: 'Finished', text: perWeek(throughput), of: 'per week' },
      {
        label: 'Cycle time',
        text: formatNumber(cycleTime?.value ?? null, 1),
        of: 'days on average',
      },
    ];
  },
  picture: ({ days }) => (days.length === 0 ? null : FlowChart),
} satisfies Wall<CumulativeFlowSettings, CumulativeFlowResult>;
