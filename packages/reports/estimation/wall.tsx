import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { cellText, inScreenOrder } from '@tallyboard/report-kit/table/report-table.ts';
import type { EstimationResult } from './compute.ts';
import type { EstimationSettings } from './settings.ts';
import { estimationTable } from './table.ts';

export default {
  figures(result, settings, context) {
    const table = estimationTable(result, settings, context);
    const key = settings.columns.error ? 'error' : 'spent';
    return inScreenOrder({ first: ['value', key] }, inScreenOrder(table, table.columns))
      .slice(1)
      .map(column => ({ label: column.header, text: cellText(column, result.total) ?? '' }));
  },
} satisfies Wall<EstimationSettings, EstimationResult>;
