import './estimation.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import { arePeople, nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import {
  IssueTreeTable,
  useGroupExpansion,
} from '@tallyboard/report-kit/table/issue-tree-table.tsx';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { FigureCell, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { ExpandAll } from '@tallyboard/ui/table/expand-all.tsx';
import { about } from './about.ts';
import { Comparison } from './comparison.tsx';
import type { EstimationResult } from './compute.ts';
import { type EstimationSettings, estimationSettings } from './settings.ts';
import { type EstimationLine, estimationTable, isTime, whyEmpty } from './table.ts';

type Props = ViewProps<EstimationSettings, EstimationResult>;

const Control = settingControls(estimationSettings);
/** Time spent, remaining and estimated: as an overview, or by groups that expand to their issues. */
export default function EstimationView(props: Props) {
  const { result, settings, compact, lite } = props;
  const { groupBy } = settings;
  const table = useReportTable(estimationTable, props);
  const expansion = useGroupExpansion(table, false);
  return (
    <ReportView compact className="tb-estimation" promoted={lite && about.title}>
      {!compact && result.comparison.rows.length > 0 && <Comparison {...props} />}
      {!(compact && groupBy === null) && (
        <ReportTools
          start={
            !compact && (
              <div className="tb-toolbar tb-no-print">
                <div className="tb-setting">
                  <Control
                    {...props}
                    name="groupBy"
                    select
                    otherLabel={result.label || (groupBy === null ? '' : groupLabel(groupBy, []))}
                  />
                </div>
                {personRole(groupBy) && (
                  <div className="tb-setting">
                    <Control {...props} name="accounts" select />
                  </div>
                )}
              </div>
            )
          }
        >
          {groupBy !== null && <ExpandAll {...expansion} />}
        </ReportTools>
      )}
      <ReportBody whyEmpty={whyEmpty(result)}>
        {result.groupBy === '' ? (
          <OverviewFigures {...props} table={table} />
        ) : (
          <IssueTreeTable
            // Resets the sort when the grouping changes.
            key={result.groupBy}
            {...props}
            label={`Time by ${result.label}`}
            table={table}
            expansion={expansion}
            cells={nameCells(arePeople(result.groupBy))}
          />
        )}
      </ReportBody>
    </ReportView>
  );
}

/** The figures of all issues, times with bars against the longest. */
function OverviewFigures({
  result: { total },
  table,
  compact,
  onDrill,
}: Props & { readonly table: ReportTable<EstimationLine> }) {
  const columns = table.columns.slice(1);
  const totalOf = (column: (typeof columns)[number]) => Number(column.value?.(total) ?? 0);
  const largest = columns.filter(isTime).reduce((most, each) => Math.max(most, totalOf(each)), 1);
  return (
    <dl className="tb-estimation__overview">
      {columns.map(column => {
        const value = totalOf(column);
        const width = isTime(column) ? (100 * value) / largest : value;
        return (
          <div key={column.id} className="tb-estimation__figure">
            <dt data-tb-tooltip={column.reason}>{column.title}</dt>
            <dd>
              <FigureCell
                column={{ ...column, bar: undefined }}
                row={total}
                name="All issues"
                of="total"
                large={!compact}
                onDrill={onDrill}
              />
              {column.id !== 'error' && (
                <span className="tb-track" aria-hidden="true">
                  <span style={{ width: `${Math.max(0, Math.min(100, width))}%` }} />
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
