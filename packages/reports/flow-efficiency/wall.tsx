import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { FlowEfficiencyResult } from './compute.ts';
import type { FlowEfficiencySettings } from './settings.ts';
import { TimeChart } from './time-chart.tsx';

export default {
  picture: ({ columns, offered }) => (columns.length === 0 || offered ? null : TimeChart),
} satisfies Wall<FlowEfficiencySettings, FlowEfficiencyResult>;
