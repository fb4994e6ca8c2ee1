import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { TableView } from '@tallyboard/report-kit/table/table-view.tsx';
import { useMemo } from 'react';
import type { DueResult } from './compute.ts';
import { dueDatesTable } from './table.ts';

export default function DueDatesView({ result, compact, onDrill }: ViewProps<object, DueResult>) {
  const table = useMemo(() => dueDatesTable(result), [result]);
  return (
    <TableView
      label="Due dates met by issue type"
      table={table}
      onDrill={onDrill}
      compact={compact}
    />
  );
}
