import type { Figure } from '@tallyboard/core/model/result.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import type { Unit } from '@tallyboard/report-kit/table/units.ts';
import { dashForZero, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { VelocityResult } from './compute.ts';
import { MEASURE_LABELS, MEASURE_REASONS, shownMeasures } from './measure-columns.ts';
import { velocitySeries } from './parts/series.ts';
import type { VelocityPeriod } from './period-sums.ts';
import type { VelocitySettings } from './settings.ts';
import { type VelocityRow, velocityRows } from './tree.ts';

const SIGNS = { issues: 'issues', points: 'points', seconds: 'h' } as const;
const SUFFIXES = { issues: '', points: ' (Points)', seconds: ' (Hours)' } as const;

/** The lines of a chart, or a row for each period or person and for each part of it, in their order. */
export function velocityTable(result: VelocityResult, settings: VelocitySettings): ReportTable {
  return settings.type === 'lines' ? linesTable(result, settings) : velocityTree(result, settings);
}

/** Periods with their people, or people with their periods: the measures there are, and what people do on average. */
export function velocityTree(
  result: VelocityResult,
  settings: VelocitySettings,
): ReportTable<VelocityRow> {
  const byPerson = settings.type === 'by-assignee';
  const ids = shownMeasures(result);
  const averages = byPerson ? (['committed', 'completed'] as const) : [];
  const heads = [periodWord(result), 'Assignee'];
  const [first = '', second = ''] = byPerson ? heads.toReversed() : heads;
  const unit = unitOf(result, result.atLeast !== null);
  const column = (
    id: string,
    header: string,
    reason: string,
    figure: (row: VelocityRow) => Figure | null | undefined,
  ): TableColumn<VelocityRow> => ({ id, header, unit, reason, figure });
  return {
    columns: [
      { id: 'name', header: first, value: row => row.name, file: { value: row => row.group } },
      { id: 'part', header: second, only: 'file', value: row => row.part },
      ...ids.map(id => ({
        ...column(id, MEASURE_LABELS[id], MEASURE_REASONS[id], row => row.figures[id]),
        unit: id === 'reEstimated' ? unitOf(result, false) : unit,
      })),
      ...averages
        .filter(id => ids.includes(id))
        .map(id =>
          column(
            `average ${id}`,
            `Average ${id}`,
            `${MEASURE_REASONS[id]} Shared among the periods that are over.`,
            row => row.average?.[id],
          ),
        ),
    ],
    rows: velocityRows(result, settings),
    rowId: row => row.id,
    nameOf: row => row.of,
    childRows: row => (row.children.length > 0 ? row.children : undefined),
  };
}

function unitOf({ unit }: VelocityResult, atLeast: boolean): Unit {
  const scale = unit === 'seconds' ? 3600 : 1;
  const plain = (value: number) => formatNumber(value / scale, 2);
  return {
    sign: SIGNS[unit],
    suffix: SUFFIXES[unit],
    scale,
    text: atLeast ? value => `≥ ${plain(value ?? 0)}` : dashForZero(plain),
    part: partOf(unit),
  };
}

function linesTable(
  result: VelocityResult,
  settings: VelocitySettings,
): ReportTable<VelocityPeriod> {
  const places = new Map(result.periods.map((period, index) => [period, index]));
  // The values of the lines are in hours already.
  const unit: Unit = { ...unitOf(result, false), scale: 1 };
  return {
    columns: [
      { id: 'period', header: periodWord(result), value: row => row.name },
      ...velocitySeries(result, settings).map(
        ({ id, label, values }): TableColumn<VelocityPeriod> => ({
          id,
          header: label,
          unit,
          value: row => values[places.get(row) ?? -1] ?? null,
        }),
      ),
    ],
    rows: result.periods,
    rowId: row => row.id,
    nameOf: row => row.name,
  };
}

const periodWord = ({ periodKind }: VelocityResult) =>
  periodKind === 'sprint' ? 'Sprint' : 'Interval';
