import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { PeriodSettings } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import type { ResolutionTimeResult } from './compute.ts';

export type ResolutionTimeProps = ViewProps<PeriodSettings, ResolutionTimeResult>;
