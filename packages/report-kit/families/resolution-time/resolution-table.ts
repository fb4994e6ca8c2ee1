import { statisticOf } from '@tallyboard/core/measure/figures.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { DAY, HOUR } from '@tallyboard/core/time/units.ts';
import { formatFixed, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { Drill } from '../../figures/drill.ts';
import { type ElapsedUnit, elapsedIn } from '../../figures/elapsed.ts';
import type { TableColumn } from '../../table/report-table.ts';
import { ISSUES, type Unit } from '../../table/units.ts';
import type { ResolutionFigures } from './resolution-times.ts';

const UNIT_SIGNS: Readonly<Record<ElapsedUnit, string>> = { hours: 'h', days: 'd' };
export const ELAPSED_NAMES: Readonly<Record<ElapsedUnit, string>> = {
  hours: 'Hours',
  days: 'Days',
};

/** '2.4': one decimal lines up in a column. */
export const elapsedText = (time: number | null, unit: ElapsedUnit): string =>
  time === null ? '-' : formatFixed(elapsedIn(time, unit), 1);

/** '2.4 d', outside tables. */
export const withUnit = (value: number, unit: ElapsedUnit): string =>
  `${formatNumber(value, 1)} ${UNIT_SIGNS[unit]}`;

const REASON = 'Resolved, and counted with the time from creation to resolution.';

/** The drill of a mean: each issue with its resolution time. */
export function resolutionDrill(name: string, mean: Figure, unit: ElapsedUnit): Drill {
  const { part } = elapsedUnitOf(unit);
  return { title: `Resolution/Lead Time · ${name}`, reason: REASON, figure: mean, part };
}

/** For milliseconds. Files have hours, and days in columns of their own. */
const elapsedUnitOf = (unit: ElapsedUnit): Unit => ({
  sign: UNIT_SIGNS[unit],
  suffix: ' (Hours)',
  scale: HOUR,
  text: time => elapsedText(time, unit),
  part: {
    label: ELAPSED_NAMES[unit],
    format: time => elapsedText(time, unit),
    scale: unit === 'hours' ? HOUR : DAY,
    time: { hours: unit === 'hours' ? 1 : 24, day: 24 },
  },
});

export function resolutionColumns<Row extends ResolutionFigures>(
  elapsed: ElapsedUnit,
): readonly TableColumn<Row>[] {
  const unit = elapsedUnitOf(elapsed);
  const statistic = (
    id: 'median' | 'percentile85',
    header: string,
    inFiles: string,
    help: string,
  ): TableColumn<Row> => ({
    id,
    header,
    file: { header: `${inFiles}${unit.suffix}` },
    unit,
    width: 144,
    value: row => row[id],
    figure: row => statisticOf(id, row.mean.issues, row.mean.parts ?? [], row[id]),
    reason: REASON,
    help,
  });
  return [
    { id: 'mean', header: 'Mean', unit, width: 112, figure: row => row.mean, reason: REASON },
    statistic('median', 'Median', 'Median', 'Half of the issues took no longer.'),
    statistic(
      'percentile85',
      '85th percentile',
      '85th Percentile',
      '85 of 100 issues took no longer.',
    ),
    { id: 'n', header: 'Issues', unit: ISSUES, width: 96, figure: row => row.n, reason: REASON },
  ];
}

/** The last columns of files: the same times in days. */
export const dayColumns = <Row extends ResolutionFigures>(): readonly TableColumn<Row>[] =>
  resolutionColumns<Row>('days')
    .filter(({ id }) => id !== 'n')
    .map(({ file, unit, ...column }) => ({
      ...column,
      id: `${column.id}-days`,
      only: 'file',
      repeats: true,
      header: file?.header?.replace(' (Hours)', '') ?? column.header,
      unit: unit && { ...unit, suffix: ' (Days)', scale: DAY },
    }));
