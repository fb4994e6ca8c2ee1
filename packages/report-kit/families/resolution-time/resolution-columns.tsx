import type { Figure } from '@tallyboard/core/model/result.ts';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount, formatFixed } from '@tallyboard/ui/text/numbers.ts';
import type { Drill } from '../../contract.ts';
import { type ElapsedUnit, elapsedIn } from '../../figures/elapsed.ts';
import type { ResolutionFigures } from './resolution-times.ts';

const UNIT_SIGNS: Readonly<Record<ElapsedUnit, string>> = { hours: 'h', days: 'd' };
/** What an axis or a column of parts is called. */
export const ELAPSED_NAMES: Readonly<Record<ElapsedUnit, string>> = {
  hours: 'Hours',
  days: 'Days',
};

/** '2.35': two decimals line up in a column. */
export const elapsedText = (time: number | null, unit: ElapsedUnit): string =>
  time === null ? '-' : formatFixed(elapsedIn(time, unit), 2);

/** The drill behind a mean: each issue with the time that it took. */
export function resolutionDrill(name: string, mean: Figure, unit: ElapsedUnit): Drill {
  return {
    title: `Resolution/Lead Time · ${name}`,
    reason: 'Resolved, and counted with the time from creation to resolution.',
    figure: mean,
    part: { label: ELAPSED_NAMES[unit], format: time => elapsedText(time, unit) },
  };
}

interface ResolutionCells<Row> {
  readonly total: ResolutionFigures;
  readonly unit: ElapsedUnit;
  /** What a row is called where its figure is opened. */
  readonly nameOf: (row: Row) => string;
  readonly onDrill: (drill: Drill) => void;
}

/** Mean, median, 85th percentile and n. The mean and n open the issues. */
export function resolutionColumns<Row extends ResolutionFigures>({
  total,
  unit,
  nameOf,
  onDrill,
}: ResolutionCells<Row>): readonly Column<Row>[] {
  const button = (name: string, what: string, figures: ResolutionFigures, text: string) =>
    figures.n.issues.length === 0 ? (
      '-'
    ) : (
      <FigureButton
        label={`${what} · ${name}`}
        onOpen={() => onDrill(resolutionDrill(name, figures.mean, unit))}
      >
        {text}
      </FigureButton>
    );
  const mean = (name: string, figures: ResolutionFigures) =>
    button(name, 'Mean', figures, elapsedText(figures.mean.value, unit));
  const n = (name: string, figures: ResolutionFigures) =>
    button(name, 'Issues', figures, formatCount(figures.n.value));
  const plain = (id: 'median' | 'percentile85', header: string, help: string): Column<Row> => ({
    ...{ id, header, help, unit: UNIT_SIGNS[unit], numeric: true, width: 144 },
    value: row => row[id],
    cell: row => elapsedText(row[id], unit),
    total: elapsedText(total[id], unit),
  });
  return [
    {
      ...{ id: 'mean', header: 'Mean', unit: UNIT_SIGNS[unit], numeric: true, width: 112 },
      value: row => row.mean.value,
      cell: row => mean(nameOf(row), row),
      total: mean('Total', total),
    },
    plain('median', 'Median', 'Half of the issues took no longer.'),
    plain('percentile85', '85th percentile', '85 of 100 issues took no longer.'),
    {
      ...{ id: 'n', header: 'Issues', numeric: true, width: 96 },
      value: row => row.n.value,
      cell: row => n(nameOf(row), row),
      total: n('Total', total),
    },
  ];
}
