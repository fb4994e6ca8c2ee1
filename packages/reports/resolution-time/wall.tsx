import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { ResolutionTimeResult } from './compute.ts';
import { Lines } from './lines.tsx';
import type { ResolutionTimeSettings } from './settings.ts';

export default {
  picture: ({ total }) => (total.n.issues.length > 0 ? Lines : null),
} satisfies Wall<ResolutionTimeSettings, ResolutionTimeResult>;
