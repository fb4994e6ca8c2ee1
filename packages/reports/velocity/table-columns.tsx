import type { Figure } from '@tallyboard/core/model/result.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { ReactNode } from 'react';
import type { VelocityResult } from './compute.ts';
import { MEASURE_LABELS, MEASURE_REASONS, shownMeasures } from './measure-columns.ts';
import type { VelocityType } from './settings.ts';
import type { VelocityRow } from './tree.ts';

interface Cells {
  readonly result: VelocityResult;
  readonly type: VelocityType;
  readonly dataset: DatasetView;
  readonly onDrill: (drill: Drill) => void;
}

const UNITS = { issues: 'issues', points: 'points', seconds: 'h' } as const;

/** Name, the measures there are, and by assignee what each does on average. */
export function velocityColumns(cells: Cells): readonly Column<VelocityRow>[] {
  const { result, type } = cells;
  const measures = shownMeasures(result).map(id =>
    figureColumn(cells, id, MEASURE_LABELS[id], MEASURE_REASONS[id], row => row.figures[id]),
  );
  const averages =
    type === 'by-assignee'
      ? [
          ...(result.periodKind === 'sprint' ? [averageColumn(cells, 'committed')] : []),
          averageColumn(cells, 'completed'),
        ]
      : [];
  return [nameColumn(cells), ...measures, ...averages];
}

function nameColumn({ type, result, dataset }: Cells): Column<VelocityRow> {
  const period = result.periodKind === 'sprint' ? 'Sprint' : 'Interval';
  return {
    id: 'name',
    header: type === 'by-assignee' ? 'Assignee' : period,
    // The settings give the order of rows.
    sortable: type === 'by-assignee',
    value: row => row.name,
    cell: row => (
      <span className="tb-velocity__name">
        {row.jql ? (
          <OutLink url={dataset.jqlUrl(row.jql)} className="tb-ellipsis">
            {row.name}
          </OutLink>
        ) : (
          <span className="tb-ellipsis">{row.name}</span>
        )}
        {row.running && <span className="tb-quiet">active</span>}
      </span>
    ),
  };
}

function averageColumn(cells: Cells, id: 'committed' | 'completed'): Column<VelocityRow> {
  return figureColumn(
    cells,
    `average ${id}`,
    `Average ${id}`,
    `${MEASURE_REASONS[id]} Shared among the periods that are over.`,
    row => row.average?.[id],
  );
}

function figureColumn(
  { result, onDrill }: Cells,
  id: string,
  label: string,
  reason: string,
  figureOf: (row: VelocityRow) => Figure | null | undefined,
): Column<VelocityRow> {
  const { unit } = result;
  const value = (row: VelocityRow) => {
    const amount = figureOf(row)?.value ?? null;
    return amount === null || unit !== 'seconds' ? amount : amount / 3600;
  };
  const cell = (row: VelocityRow): ReactNode => {
    const figure = figureOf(row);
    if (!figure) return null;
    const atLeast = result.atLeast !== null && label !== MEASURE_LABELS.reEstimated;
    const number = formatNumber(value(row), 2);
    if (figure.issues.length === 0 && number === '0') return atLeast ? '≥ 0' : '-';
    const text = atLeast ? `≥ ${number}` : number;
    if (figure.issues.length === 0) return text;
    const open = () =>
      onDrill({ title: `${label} · ${row.of}`, reason, figure, part: partOf(unit) });
    return (
      <FigureButton label={`${label}, ${row.of}`} onOpen={open}>
        {text}
      </FigureButton>
    );
  };
  return { id, header: label, unit: UNITS[unit], numeric: true, value, cell };
}
