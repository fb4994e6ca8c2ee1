import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { FlowEfficiencyResult } from './compute.ts';
import type { FlowEfficiencySettings } from './settings.ts';
import { TimeChart } from './time-chart.tsx';

export default {
  picture: ({ columns }) => (columns.length === 0 ? null : TimeChart),
} satisfies Wall<FlowEfficiencySettings, FlowEfficiencyResult>;
