import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { IssuesByResult } from './compute.ts';
import type { IssuesBySettings } from './settings.ts';

/** The table. */
export default {} satisfies Wall<IssuesBySettings, IssuesByResult>;
