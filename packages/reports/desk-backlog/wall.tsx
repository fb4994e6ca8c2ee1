import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { BacklogChart } from './chart.tsx';
import type { DeskBacklogResult } from './compute.ts';
import type { DeskBacklogSettings } from './settings.ts';

export default {
  picture: () => BacklogChart,
} satisfies Wall<DeskBacklogSettings, DeskBacklogResult>;
