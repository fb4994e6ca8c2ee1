import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { CategoryFigures } from '@tallyboard/report-kit/families/status/category-figures.tsx';
import type { TreeRow } from '@tallyboard/report-kit/figures/issue-tree.ts';
import { settingSwitches } from '@tallyboard/report-kit/form/setting-switch.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import {
  IssueTreeTable,
  statusColumn,
  useGroupExpansion,
} from '@tallyboard/report-kit/table/issue-tree-table.tsx';
import { useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { ExpandAll } from '@tallyboard/ui/table/expand-all.tsx';
import { useMemo } from 'react';
import type { AgeResult } from './compute.ts';
import { Distribution } from './distribution.tsx';
import { type AgeKind, type AgeSettings, ageSettings } from './settings.ts';
import { type AgeRow, ageTable, datesText } from './table.ts';

const Switch = settingSwitches(ageSettings);

type Props = ViewProps<AgeSettings, AgeResult>;

/** Unresolved issues by the month or week of their creation or last update. */
export default function AgeView(props: Props) {
  const { result, settings, context, compact, dataset, onDrill } = props;
  const table = useReportTable(ageTable, props);
  const expansion = useGroupExpansion(table, settings.expanded);
  const more = useMemo(() => {
    const bar = ({ label = 'All issues', categories }: AgeRow) => (
      <CategoryFigures name={label} figures={categories} onDrill={onDrill} />
    );
    const bars = { cell: bar, total: bar(result.total) };
    return [
      dateColumn(result.since, settings.kind, context),
      { ...statusColumn<AgeRow>({ dataset, context }, bars), sortable: true },
    ];
  }, [result, settings.kind, context, dataset, onDrill]);
  return (
    <ReportView compact>
      {result.bands.length > 0 && <Distribution {...props} />}
      {compact ? (
        <ReportTools>
          <ExpandAll {...expansion} />
        </ReportTools>
      ) : (
        <div className="tb-toolbar tb-toolbar--end tb-setting tb-no-print">
          <ExpandAll {...expansion} />
          <Switch {...props} name="newestFirst" />
          <Switch {...props} name="period" />
        </div>
      )}
      <IssueTreeTable
        // Resets the sort when periods or their order change.
        key={`${settings.period} ${settings.newestFirst}`}
        {...props}
        label={settings.kind === 'stale' ? 'Stale issues' : 'Unresolved issues'}
        table={table}
        expansion={expansion}
        cells={CELLS}
        more={more}
        empty="No unresolved issues."
      />
    </ReportView>
  );
}

/** Periods sort by time, not by label. */
const CELLS = { period: { cell: (row: AgeRow) => row.label } };

const DATE_HEADS: Readonly<Record<AgeKind, string>> = { unresolved: 'Created', stale: 'Updated' };

function dateColumn(
  since: Float64Array,
  kind: AgeKind,
  context: ReportContext,
): Column<TreeRow<AgeRow>> {
  const { zone, dateFormat } = context;
  const at = (row: TreeRow<AgeRow>) =>
    row.kind === 'issue' ? (since[row.issue.row] ?? null) : null;
  return {
    id: 'date',
    header: DATE_HEADS[kind],
    width: 128,
    folds: true,
    value: at,
    cell: row => {
      if (row.kind === 'group') return datesText(row.group, since, context);
      const instant = at(row);
      return instant === null ? null : (
        <span data-tb-tooltip={formatInstant(instant, zone, `${dateFormat} HH:mm Z`)}>
          {formatInstant(instant, zone, dateFormat)}
        </span>
      );
    },
  };
}
