import type { EstimationProps } from './view-props.ts';
import './estimation.css';
import { StandardPromotion } from '@tallyboard/report-kit/standard-promotion.tsx';
import { arePeople, GroupName } from '@tallyboard/report-kit/table/group-name.tsx';
import {
  IssueTreeTable,
  useGroupExpansion,
} from '@tallyboard/report-kit/table/issue-tree-table.tsx';
import type { ViewCells } from '@tallyboard/report-kit/table/table-view.tsx';
import { useMemo } from 'react';
import { Controls } from './controls.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { type EstimationLine, estimationTable } from './table.ts';

const issuesOf = (row: EstimationLine) => row.count.issues;

/** Time spent, remaining and estimated: all together, or by groups that open in place and show their issues. */
export default function EstimationView(props: EstimationProps) {
  const { result, settings, context, dataset, compact, lite, onDrill } = props;
  const table = useMemo(
    () => estimationTable(result, settings, context),
    [result, settings, context],
  );
  const expansion = useGroupExpansion(table, false);
  const cells = useMemo(() => nameCells(result.groupBy), [result.groupBy]);
  return (
    <div className="tb-estimation">
      <Controls {...props} expansion={expansion} />
      {result.groupBy === '' ? (
        <OverviewFigures {...props} table={table} />
      ) : (
        <IssueTreeTable
          label={`Time by ${result.label}`}
          table={table}
          issuesOf={issuesOf}
          expansion={expansion}
          dataset={dataset}
          context={context}
          onDrill={onDrill}
          cells={cells}
          // Another grouping starts in its own order.
          key={result.groupBy}
          compact={compact}
        />
      )}
      {lite && <StandardPromotion report="Estimation" />}
    </div>
  );
}

const nameCells = (groupBy: string): ViewCells<EstimationLine> => ({
  value: { cell: row => <GroupName row={row} person={arePeople(groupBy)} /> },
});
