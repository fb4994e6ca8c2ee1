import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { AgingChart } from './aging-chart.tsx';
import type { WipAgeResult } from './compute.ts';
import type { WipAgeSettings } from './settings.ts';

export default {
  picture: ({ total }) => (total.count.value === 0 ? null : AgingChart),
} satisfies Wall<WipAgeSettings, WipAgeResult>;
