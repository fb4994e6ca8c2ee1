import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { ByAssigneeResult } from './compute.ts';
import type { ByAssigneeSettings } from './settings.ts';

/** The table. */
export default {} satisfies Wall<ByAssigneeSettings, ByAssigneeResult>;
