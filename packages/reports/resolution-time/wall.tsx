import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { ResolutionTimeResult } from './compute.ts';
import type { ResolutionTimeSettings } from './settings.ts';
import { Lines } from './view.tsx';

export default {
  picture: ({ total }) => (total.n.issues.length > 0 ? Lines : null),
} satisfies Wall<ResolutionTimeSettings, ResolutionTimeResult>;
