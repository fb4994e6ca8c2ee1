import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import type { BreakdownSettings } from './settings.ts';

const FIRST = ['percentResolved', 'resolved', 'created', 'overdue'];

export default {
  columnOrder: ids => [...FIRST, ...ids],
} satisfies Wall<BreakdownSettings, BreakdownTable>;
