import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { PeriodSettings } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import type { ResolutionTimeResult } from './compute.ts';
import { Lines } from './view.tsx';

export default {
  picture: ({ total }) => (total.n.issues.length > 0 ? Lines : null),
} satisfies Wall<PeriodSettings, ResolutionTimeResult>;
