import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { cellText } from '@tallyboard/report-kit/table/report-table.ts';
import type { EstimationResult } from './compute.ts';
import type { EstimationSettings } from './settings.ts';
import { estimationTable } from './table.ts';

const wall: Wall<EstimationSettings, EstimationResult> = {
  figures(result, settings, context) {
    const figures = estimationTable(result, settings, context)
      .columns.slice(1)
      .map(column => ({
        id: column.id,
        label: column.header,
        text: cellText(column, result.total) ?? '',
      }));
    return figures.sort((a, b) => Number(b.id === 'spent') - Number(a.id === 'spent'));
  },
};

export default wall;
