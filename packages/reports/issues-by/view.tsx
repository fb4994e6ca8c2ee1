import { ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import './issues-by.css';
import { NO_VALUE } from '@tallyboard/core/measure/group-by.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Drill, ViewProps } from '@tallyboard/report-kit/contract.ts';
import { personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import { FirstBars } from '@tallyboard/report-kit/figures/first-bars.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { settingSwitches } from '@tallyboard/report-kit/form/setting-switch.tsx';
import { nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { BarChart } from '@tallyboard/ui/charts/bar-chart.tsx';
import { DonutChart } from '@tallyboard/ui/charts/donut-chart.tsx';
import type { SeriesColor } from '@tallyboard/ui/charts/series.ts';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { IssuesByResult, IssuesByRow } from './compute.ts';
import { readerOf } from './fields.ts';
import { hasLevels, type IssuesBySettings, issuesBySettings } from './settings.ts';
import { charted, issuesByTable } from './table.ts';

function countDrill(field: string, name: string, figure: Figure): Drill {
  return { title: `${field} · ${name}`, reason: 'The issue has this value now.', figure };
}

type Props = ViewProps<IssuesBySettings, IssuesByResult>;

const Switch = settingSwitches(issuesBySettings);
const Control = settingControls(issuesBySettings);

const PAGE_SIZE = 10;
const MIN_VALUES = 2;
/** More slices are not readable. */
const MAX_SLICES = 21;

/** Totals, a chart of the values, and each value with its issues. */
export default function IssuesByView(props: Props) {
  const { compact } = props;
  const { rows, kind } = props.result;
  if (rows.length === 0)
    return <EmptyState title="No data.">No issues match the query.</EmptyState>;
  const chart = kind !== 'issues' && rows.length >= MIN_VALUES;
  const isBelow = hasLevels(props.settings);
  const isOfPeople = personRole(readerOf(props.settings.field)?.read) !== null;
  const canRing = rows.length <= MAX_SLICES;
  const ring = chart && canRing && props.settings.chart === 'donut';
  return (
    <ReportView compact>
      {((chart && canRing) || isBelow || isOfPeople) && !compact && (
        <div className="tb-toolbar tb-toolbar--end tb-setting tb-issues-by__tools tb-no-print">
          {isOfPeople && <Control {...props} name="accounts" select />}
          {isBelow && <Switch {...props} name="measure" />}
          {isBelow && props.settings.measure !== 'issues' && (
            <Control {...props} name="rule" select />
          )}
          {chart && canRing && <Switch {...props} name="chart" />}
        </div>
      )}
      {chart && !ring && <Bars {...props} />}
      {ring && compact && <Ring {...props} />}
      <ReportTableFold compact={chart && compact}>
        <div className={ring && !compact ? 'tb-issues-by__body' : 'tb-narrow'}>
          <Values {...props} />
          {ring && !compact && <Ring {...props} />}
        </div>
      </ReportTableFold>
    </ReportView>
  );
}

function Values(props: Props) {
  const { result } = props;
  const table = useReportTable(issuesByTable, props);
  return (
    <TableView
      // Resets page and sort when the field changes.
      key={result.label}
      {...props}
      label={`Issues by ${result.label}`}
      table={table}
      cells={nameCells(result.kind === 'people')}
      defaultSort={result.kind === 'sprints' ? LATEST_FIRST : null}
      pageSize={PAGE_SIZE}
    />
  );
}

const LATEST_FIRST = { column: 'value', descending: true };

const colorOf = ({ category }: IssuesByRow): SeriesColor | undefined =>
  category === null ? undefined : `status-${category}`;

/** Values with their issues and share, the largest first, sprints by time. */
function Bars({ result, onDrill }: Props) {
  const { label, total } = result;
  const rows = useMemo(() => charted(result), [result]);
  const all = total.count.issues.length;
  const bars = useMemo(
    () => ({
      id: 'issues',
      label: 'Issues',
      color: 'resolved' as const,
      values: rows.map(({ count }) => count.value),
      colors: rows.map(row => colorOf(row) ?? (row.id === NO_VALUE ? 'neutral' : 'resolved')),
    }),
    [rows],
  );
  const withShare = useMemo(
    () => (value: number) => `${formatCount(value)} · ${formatPercent((100 * value) / all)}`,
    [all],
  );
  return (
    <FirstBars count={rows.length} names="bars">
      {most => (
        <BarChart
          title="Chart"
          hideTitle
          summary={`Issues by ${label}.`}
          orientation="horizontal"
          categories={rows.slice(0, most).map(row => row.label)}
          series={[{ ...bars, values: bars.values.slice(0, most) }]}
          format={formatCount}
          formatLabel={withShare}
          valueTitle="Issues"
          onSelect={index => {
            const row = rows[index];
            if (row) onDrill(countDrill(label, row.label, row.count));
          }}
        />
      )}
    </FirstBars>
  );
}

function Ring({ result, compact, onDrill }: Props) {
  const { label, overlapping, total } = result;
  const rows = charted(result);
  return (
    <DonutChart
      title="Chart"
      summary={`Issues by ${label}.`}
      height={compact ? 180 : 240}
      slices={rows.map(row => ({
        id: row.id,
        label: row.label,
        value: row.count.value ?? 0,
        color: colorOf(row),
      }))}
      unit={overlapping ? 'values' : 'issues'}
      base={total.count.issues.length}
      onSelect={index => {
        const row = rows[index];
        if (row) onDrill(countDrill(label, row.label, row.count));
      }}
    />
  );
}
