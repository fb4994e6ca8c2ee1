import './velocity.css';
import '@tallyboard/report-kit/table/group-name.css';
import type { DatasetView } from '@tallyboard/report-kit/contract.ts';
import { LimitsList } from '@tallyboard/report-kit/limits/limits-list.tsx';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import {
  TableView,
  useReportTable,
  type ViewCells,
} from '@tallyboard/report-kit/table/table-view.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { ExpandAll, useExpansion } from '@tallyboard/ui/table/expand-all.tsx';
import { useMemo } from 'react';
import { about } from './about.ts';
import { VelocityBars, VelocityLines } from './parts/charts.tsx';
import { VelocityControls } from './parts/velocity-controls.tsx';
import { velocityLimitSeries } from './series.ts';
import { type VelocityProps, type VelocityRow, velocityTree } from './table.ts';

const NO_BOARDS =
  'Your Jira instance has no boards configured. Please add some boards to use this gadget.';

export default function VelocityView(props: VelocityProps) {
  const { settings, compact, lite, dataset } = props;
  const noBoards = settings.board !== null && dataset.boards?.list.length === 0;
  return (
    <ReportView compact={compact} promoted={lite && about.title}>
      {!compact && <VelocityControls {...props} />}
      {noBoards ? <EmptyState title={NO_BOARDS} /> : <VelocityContent {...props} />}
    </ReportView>
  );
}

function VelocityContent(props: VelocityProps) {
  const { result, settings, context, compact } = props;
  const limits = useMemo(
    () => reportLimits({ series: velocityLimitSeries }, result, settings, context) ?? [],
    [result, settings, context],
  );
  const list = <LimitsList limits={limits} compact={compact} />;
  if (result.periods.length === 0) return <EmptyState title="No data.">{result.why}</EmptyState>;
  if (settings.type === 'lines')
    return (
      <>
        <VelocityLines {...props} />
        {list}
      </>
    );
  return (
    <>
      {(settings.type === 'bars' || (settings.type === 'by-period' && !props.compact)) && (
        <VelocityBars {...props} />
      )}
      {list}
      <VelocityTable {...props} />
    </>
  );
}

/** The tree of periods and people. */
function VelocityTable(props: VelocityProps) {
  const { result, settings, dataset, onSprint } = props;
  const table = useReportTable(velocityTree, props);
  const expansion = useExpansion(
    table.rows.map(row => row.id),
    () => settings.expandTree || {},
  );
  const byPerson = settings.type === 'by-assignee';
  const cells = useMemo(
    () => nameCells(dataset, onSprint, byPerson),
    [dataset, onSprint, byPerson],
  );
  const { expanded } = expansion;
  const showsPeople = byPerson || expanded === true || Object.entries(expanded).some(isOpenPeriod);
  const shown = useMemo(() => {
    const columns = showsPeople ? table.columns : table.columns.filter(isOfPeriods);
    return { ...table, columns: columns.toSorted((a, b) => rankOf(a) - rankOf(b)) };
  }, [table, showsPeople]);
  return (
    <ReportView
      compact
      className={result.periodKind === 'interval' ? 'tb-velocity--intervals' : undefined}
    >
      <ReportTools>
        <ExpandAll {...expansion} />
      </ReportTools>
      <TableView
        key={settings.type}
        label={byPerson ? 'Velocity by assignee' : 'Velocity'}
        {...props}
        table={shown}
        cells={cells}
        {...expansion}
        rowClass={row => (row.kind === 'average' ? 'tb-velocity__average' : undefined)}
      />
    </ReportView>
  );
}

const isOpenPeriod = ([id, isOpen]: [string, boolean]) => isOpen && id.startsWith('period ');

/** What a reader compares first; files keep their order. */
const FIRST_COLUMNS = ['name', 'part', 'committed', 'completed'];
const rankOf = ({ id }: { readonly id: string }) =>
  FIRST_COLUMNS.includes(id) ? FIRST_COLUMNS.indexOf(id) : FIRST_COLUMNS.length;

/** Work handed over within a period equals work taken over: these columns are about people only. */
const isOfPeriods = ({ id }: { readonly id: string }) => id !== 'handedOver' && id !== 'takenOver';

const nameCells = (
  dataset: DatasetView,
  onSprint: VelocityProps['onSprint'],
  sortable: boolean,
): ViewCells<VelocityRow> => ({
  name: {
    // Periods are ordered by the settings.
    sortable,
    cell: row => (
      <span className="tb-line tb-group-name">
        {row.report && onSprint ? (
          <button
            type="button"
            className="tb-ellipsis tb-velocity__sprint"
            aria-label={`${row.name}, show sprint report`}
            onClick={() => row.report && onSprint(row.report)}
          >
            {row.name}
          </button>
        ) : row.jql ? (
          <OutLink url={dataset.jqlUrl(row.jql)} className="tb-ellipsis">
            {row.name}
          </OutLink>
        ) : (
          <span className="tb-ellipsis">{row.name}</span>
        )}
        {row.running && <span className="tb-quiet">active</span>}
      </span>
    ),
  },
});
