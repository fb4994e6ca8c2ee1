import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { ThroughputResult } from './compute.ts';
import { RunChart } from './parts/run-chart.tsx';
import type { ThroughputSettings } from './settings.ts';

export default {
  picture: ({ rows }) => (rows.length > 0 ? RunChart : null),
} satisfies Wall<ThroughputSettings, ThroughputResult>;
