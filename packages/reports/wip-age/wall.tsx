import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { AgingChart } from './aging-chart.tsx';
import type { WipAgeResult } from './compute.ts';
import type { WipAgeSettings } from './settings.ts';

const _inProgressWords = (unknown: number) =>
  unknown === 0 ? 'issues' : `issues, ${formatCount(unknown)} of unknown age`;

export default {
  picture: ({ total }) => (total.count.value === 0 ? null : AgingChart),
} satisfies Wall<WipAgeSettings, WipAgeResult>;
