import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import './issues-by.css';
import { NO_VALUE } from '@tallyboard/core/measure/group-by.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Drill, ViewProps } from '@tallyboard/report-kit/contract.ts';
import { nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { DonutChart } from '@tallyboard/ui/charts/donut-chart.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { FieldSum, IssuesByResult } from './compute.ts';
import type { IssuesBySettings } from './settings.ts';
import { issuesByTable } from './table.ts';

function countDrill(field: string, name: string, figure: Figure): Drill {
  return { title: `${field} · ${name}`, reason: 'The issue has this value now.', figure };
}

type Props = ViewProps<IssuesBySettings, IssuesByResult>;

const PAGE_SIZE = 10;
/** Limits within which a donut is readable. */
const MIN_SLICES = 2;
const MAX_SLICES = 21;

/** Totals, a donut of the shares, and each value with its issues. */
export default function IssuesByView(props: Props) {
  const { rows, kind } = props.result;
  if (rows.length === 0)
    return <EmptyState title="No data.">No issues match the query.</EmptyState>;
  const ring = kind !== 'issues' && rows.length >= MIN_SLICES && rows.length <= MAX_SLICES;
  return (
    <ReportView compact>
      <Totals {...props} />
      <div className={ring ? 'tb-issues-by__body' : undefined}>
        <Values {...props} />
        {ring && <Ring {...props} />}
      </div>
    </ReportView>
  );
}

const SUM_LABELS: Readonly<Record<FieldSum['id'], string>> = {
  votes: 'votes',
  watches: 'watches',
  logged: 'hours logged',
  estimated: 'hours in total',
};

/** '12 values · 128 issues', and the sums of the field. */
function Totals({ result, onDrill }: Props) {
  const { rows, valueCount, total, label, sums, overlapping, counted } = result;
  const without = rows.find(({ id }) => id === NO_VALUE);
  return (
    <div>
      <p className="tb-issues-by__totals">
        <span>
          <strong>{formatCount(valueCount)}</strong> {valueCount === 1 ? 'value' : 'values'}
          {without && ` and ${without.label}`}
        </span>
        <span>
          <FigureButton
            label={`Issues by ${label}`}
            onOpen={() => onDrill(countDrill(label, 'All issues', total.count))}
          >
            {formatCount(total.count.value)}
          </FigureButton>{' '}
          {total.count.value === 1 ? 'issue' : 'issues'}
        </span>
        {sums.map(sum => (
          <Sum key={sum.id} sum={sum} onDrill={onDrill} />
        ))}
      </p>
      {overlapping && (
        <p className="tb-quiet">
          {formatCount(total.count.value)} issues, {formatCount(counted)} values: an issue with
          several counts in each of them.
        </p>
      )}
    </div>
  );
}

function Sum({ sum, onDrill }: { readonly sum: FieldSum; readonly onDrill: Props['onDrill'] }) {
  const { id, unit, figure } = sum;
  const write = (value: number) => formatNumber(unit === 'seconds' ? value / 3600 : value, 2);
  const label = SUM_LABELS[id];
  return (
    <span>
      <FigureButton
        label={label}
        onOpen={() =>
          onDrill({
            title: label,
            figure,
            reason: 'The value of each issue.',
            part: { label, format: write },
          })
        }
      >
        {write(figure.value ?? 0)}
      </FigureButton>{' '}
      {label}
    </span>
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
      pageSize={PAGE_SIZE}
    />
  );
}

function Ring({ result, compact, onDrill }: Props) {
  const { rows, label, overlapping } = result;
  return (
    <DonutChart
      title="Chart"
      summary={`Issues by ${label}.`}
      height={compact ? 180 : 240}
      slices={rows.map(row => ({ id: row.id, label: row.label, value: row.count.value ?? 0 }))}
      unit={overlapping ? 'values' : 'issues'}
      onSelect={index => {
        const row = rows[index];
        if (row) onDrill(countDrill(label, row.label, row.count));
      }}
    />
  );
}
