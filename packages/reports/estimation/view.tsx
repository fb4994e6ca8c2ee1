import type { EstimationProps } from './view-props.ts';
import './estimation.css';
import { groupRowId, useIssueTree } from '@tallyboard/report-kit/figures/issue-tree.ts';
import { StandardPromotion } from '@tallyboard/report-kit/standard-promotion.tsx';
import { DataTable, type Expanded } from '@tallyboard/ui/table/data-table.tsx';
import { startTransition, useMemo, useState } from 'react';
import type { EstimationRow } from './compute.ts';
import { Controls } from './controls.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { valueText } from './text.ts';
import { treeColumns } from './tree-columns.tsx';

const idOf = (row: EstimationRow) => row.id;
const issuesOf = (row: EstimationRow) => row.count.issues;
const rowId = (row: { readonly id: string }) => row.id;

/** Time spent, remaining and estimated: all together, or by groups that open in place and show their issues. */
export default function EstimationView(props: EstimationProps) {
  const { result, settings, context, dataset, compact, lite, onDrill } = props;
  const [expanded, setExpanded] = useState<Expanded>({});
  const text = useMemo(() => valueText(settings, context), [settings, context]);
  const groups = result.rows;
  const grouped = useMemo(() => ({ groups, idOf, issuesOf }), [groups]);
  const tree = useIssueTree(grouped, dataset, expanded);
  const columns = useMemo(
    () => treeColumns({ result, settings, dataset, text, onDrill }),
    [result, settings, dataset, text, onDrill],
  );
  const allOpen = expanded === true || groups.every(group => expanded[groupRowId(group.id)]);
  return (
    <div className="tb-estimation">
      <Controls
        {...props}
        allOpen={allOpen}
        onExpandAll={() => startTransition(() => setExpanded(allOpen ? {} : true))}
      />
      {result.groupBy === '' ? (
        <OverviewFigures {...props} text={text} />
      ) : (
        <DataTable
          label={`Time by ${result.label}`}
          columns={columns}
          rows={tree.rows}
          rowId={rowId}
          childRows={tree.childRows}
          expanded={expanded}
          onExpandedChange={setExpanded}
          // Another grouping starts in its own order.
          key={result.groupBy}
          compact={compact}
        />
      )}
      {lite && <StandardPromotion report="Estimation" />}
    </div>
  );
}
