import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { TimesheetResult } from './result.ts';
import type { TimesheetSettings } from './settings.ts';

export type TimesheetProps = ViewProps<TimesheetSettings, TimesheetResult>;
