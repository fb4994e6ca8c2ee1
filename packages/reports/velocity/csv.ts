import type { CsvTable } from '../report.ts';
import { partOf } from '../shared/drill.ts';
import type { VelocityResult } from './compute.ts';
import { MEASURE_LABELS, MEASURE_REASONS, shownMeasures } from './measure-columns.ts';
import type { Measures } from './measures.ts';
import type { VelocitySettings } from './settings.ts';

const UNIT_IN_HEAD = { issues: '', points: ' (Points)', seconds: ' (Hours)' } as const;

/** A row for each period and for each person in it, in the shown order. */
export function velocityToCsv(result: VelocityResult, settings: VelocitySettings): CsvTable {
  const ids = shownMeasures(result);
  const amount = (measures: Measures) =>
    ids.map(id => {
      const value = measures[id]?.value ?? null;
      return value === null ? null : rounded(result.unit === 'seconds' ? value / 3600 : value);
    });
  const periods = settings.newestFirst ? result.periods.toReversed() : result.periods;
  const lines = periods.flatMap(({ name: period, measures, people }) => [
    { period, name: 'All', measures },
    ...people.map(person => ({ period, name: person.name, measures: person.measures })),
  ]);
  return {
    columns: [
      result.periodKind === 'sprint' ? 'Sprint' : 'Interval',
      'Assignee',
      ...ids.map(id => `${MEASURE_LABELS[id]}${UNIT_IN_HEAD[result.unit]}`),
    ],
    rows: lines.map(({ period, name, measures }) => [period, name, ...amount(measures)]),
    behind: (row, column) => {
      const id = ids[column - 2];
      const figure = id && lines[row]?.measures[id];
      if (!figure) return null;
      return {
        figure,
        reason: MEASURE_REASONS[id],
        part: partOf(result.unit),
        number: { unit: result.unit === 'seconds' ? 3600 : 1 },
      };
    },
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
