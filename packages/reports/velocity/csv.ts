import type { Figure } from '@tallyboard/core/model/result.ts';
import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { VelocityResult } from './compute.ts';
import { MEASURE_LABELS, MEASURE_REASONS, shownMeasures } from './measure-columns.ts';
import type { MeasureId, Measures } from './measures.ts';
import { velocitySeries } from './series.ts';
import type { VelocitySettings } from './settings.ts';

const UNIT_IN_HEAD = { issues: '', points: ' (Points)', seconds: ' (Hours)' } as const;
const AVERAGES = ['committed', 'completed'] as const;

interface Line {
  readonly names: readonly [string, string];
  readonly figures: Readonly<Partial<Record<MeasureId, Figure | null>>>;
  readonly average?: Readonly<Record<(typeof AVERAGES)[number], Figure | null>> | null;
}

/** Report scope: the lines of a chart, or a row for each period or person and for each part of it, in their order. */
export function velocityToCsv(result: VelocityResult, settings: VelocitySettings): CsvTable {
  return settings.type === 'lines' ? chartTable(result, settings) : treeTable(result, settings);
}

function treeTable(result: VelocityResult, settings: VelocitySettings): CsvTable {
  const byPerson = settings.type === 'by-assignee';
  const ids = shownMeasures(result);
  const averages = byPerson ? AVERAGES.filter(id => ids.includes(id)) : [];
  const lines = byPerson ? personLines(result, settings) : periodLines(result, settings);
  const names = [periodWord(result), 'Assignee'];
  const inUnit = (label: string) => `${label}${UNIT_IN_HEAD[result.unit]}`;
  const figuresOf = (line: Line) => [
    ...ids.map(id => line.figures[id]),
    ...averages.map(id => line.average?.[id]),
  ];
  const hours = result.unit === 'seconds' ? 3600 : 1;
  return {
    columns: [
      ...(byPerson ? names.toReversed() : names),
      ...ids.map(id => inUnit(MEASURE_LABELS[id])),
      ...averages.map(id => inUnit(`Average ${id}`)),
    ],
    rows: lines.map(line => [
      ...line.names,
      ...figuresOf(line).map(figure => rounded(figure, hours)),
    ]),
    behind: (row, column) => {
      const line = lines[row];
      const figure = line && figuresOf(line)[column - 2];
      const id = [...ids, ...averages][column - 2];
      if (!figure || !id) return null;
      return {
        figure,
        reason: MEASURE_REASONS[id],
        part: partOf(result.unit),
        number: { unit: hours },
      };
    },
  };
}

function periodLines(result: VelocityResult, { type, newestFirst }: VelocitySettings): Line[] {
  const periods = newestFirst ? result.periods.toReversed() : result.periods;
  const lines = periods.flatMap(({ name, measures, people }): Line[] => [
    { names: [name, 'All'], figures: measures },
    ...people.map((person): Line => ({ names: [name, person.name], figures: person.measures })),
  ]);
  const { average } = result;
  if (type !== 'bars' || average === null) return lines;
  const name = `Average ${periodWord(result).toLowerCase()}`;
  return [{ names: [name, 'All'], figures: average }, ...lines];
}

function personLines({ people, periods }: VelocityResult, settings: VelocitySettings): Line[] {
  return people.flatMap(({ name, measures, average, periods: own }): Line[] => {
    const lines = periods.flatMap((period, index): Line[] => {
      const part: Measures | null = own[index] ?? null;
      return part === null ? [] : [{ names: [name, period.name], figures: part }];
    });
    return [
      { names: [name, 'All'], figures: measures, average },
      ...(settings.newestFirst ? lines.toReversed() : lines),
    ];
  });
}

function chartTable(result: VelocityResult, settings: VelocitySettings): CsvTable {
  const series = velocitySeries(result, settings);
  return {
    columns: [
      periodWord(result),
      ...series.map(({ label }) => `${label}${UNIT_IN_HEAD[result.unit]}`),
    ],
    rows: result.periods.map(({ name }, index) => [
      name,
      ...series.map(({ values }) => hundredths(values[index] ?? null)),
    ]),
  };
}

const periodWord = ({ periodKind }: VelocityResult) =>
  periodKind === 'sprint' ? 'Sprint' : 'Interval';

function rounded(figure: Figure | null | undefined, unit: number): number | null {
  const value = figure?.value ?? null;
  return value === null ? null : hundredths(value / unit);
}

const hundredths = (value: number | null) =>
  value === null ? null : Math.round(value * 100) / 100;
