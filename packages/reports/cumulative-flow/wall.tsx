import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { CumulativeFlowResult } from './compute.ts';
import { FlowChart } from './flow-chart.tsx';
import type { CumulativeFlowSettings } from './settings.ts';

export default {
  picture: ({ days }) => (days.length === 0 ? null : FlowChart),
} satisfies Wall<CumulativeFlowSettings, CumulativeFlowResult>;
