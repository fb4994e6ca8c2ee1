import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import type { VelocityResult } from '../compute.ts';
import { MEASURES } from '../measures.ts';
import type { VelocityPerson } from '../people.ts';
import { GRAPH_NAMES, type VelocitySettings } from '../settings.ts';

/** Converts seconds to hours. */
export const amount = (
  { unit }: VelocityResult,
  value: number | null | undefined,
): number | null =>
  value === null || value === undefined ? null : unit === 'seconds' ? value / 3600 : value;

/** The palette has eight distinguishable colours. */
const MAX_PEOPLE = 8;

const LINES = [
  { graph: 'totalCommitted', of: 'total', measure: 'committed', color: 'created' },
  { graph: 'totalCompleted', of: 'total', measure: 'completed', color: 'resolved' },
  { graph: 'averageCommitted', of: 'average', measure: 'committed', color: 2 },
  { graph: 'averageCompleted', of: 'average', measure: 'completed', color: 'neutral' },
  { graph: 'personCommitted', of: 'person', measure: 'committed', color: 0 },
  { graph: 'personCompleted', of: 'person', measure: 'completed', color: 0 },
] as const;

/** The lines of the settings; intervals have no committed ones. */
const linesOf = ({ periodKind }: VelocityResult, { graphs }: VelocitySettings) =>
  LINES.filter(
    ({ graph, measure }) => graphs[graph] && (measure === 'completed' || periodKind === 'sprint'),
  );

const styleOf = (measure: string): LineSeries['style'] =>
  measure === 'committed' ? 'dashed' : undefined;

/** The lines of all people together. */
export function totalSeries(
  result: VelocityResult,
  settings: VelocitySettings,
): readonly LineSeries[] {
  const { periods, average } = result;
  return linesOf(result, settings)
    .filter(({ of }) => of !== 'person')
    .map(({ graph, of, measure, color }) => ({
      id: `${of} ${measure}`,
      label: GRAPH_NAMES[graph],
      color,
      style: styleOf(measure),
      values: periods.map(({ measures }) =>
        amount(result, (of === 'total' ? measures : average)?.[measure]?.value),
      ),
    }));
}

/** All lines in one list. */
export function velocitySeries(
  result: VelocityResult,
  settings: VelocitySettings,
): readonly LineSeries[] {
  const individual = linesOf(result, settings).filter(({ of }) => of === 'person');
  return [
    ...totalSeries(result, settings),
    ...result.people.slice(0, MAX_PEOPLE).flatMap((person, index) =>
      individual.map(({ measure }) => ({
        id: `${measure} ${person.id}`,
        label: `${person.name}, ${measure}`,
        color: index + 1,
        style: styleOf(measure),
        values: valuesOf(result, person, measure),
      })),
    ),
  ];
}

type LineMeasure = (typeof LINES)[number]['measure'];

const valuesOf = (result: VelocityResult, { periods }: VelocityPerson, measure: LineMeasure) =>
  periods.map(each => amount(result, each?.[measure]?.value ?? 0));

const MAX_CHARTS = 5;

/** The lines of those with the most completed work, and of the others together; `max` is the largest value of one person. */
export function peopleSeries(result: VelocityResult, settings: VelocitySettings) {
  const individual = linesOf(result, settings).filter(({ of }) => of === 'person');
  const completed = ({ measures }: VelocityPerson) => measures.completed.value ?? 0;
  const sorted = result.people.toSorted((a, b) => completed(b) - completed(a));
  const alone = sorted.length === MAX_CHARTS + 1 ? sorted : sorted.slice(0, MAX_CHARTS);
  const others = sorted.slice(alone.length);
  const groups = [
    ...alone.map(person => ({ id: person.id, name: person.name, people: [person] })),
    ...(others.length > 0
      ? [{ id: 'others', name: `${others.length} others`, people: others }]
      : []),
  ];
  const charts =
    individual.length === 0
      ? []
      : groups.map(({ id, name, people }) => ({
          id,
          name,
          series: individual.map(({ measure }): LineSeries => {
            const each = people.map(person => valuesOf(result, person, measure));
            return {
              id: measure,
              label: MEASURES[measure][0],
              color: measure === 'committed' ? 'neutral' : 'resolved',
              style: styleOf(measure),
              values: result.periods.map((_, at) =>
                each.reduce((sum, values) => sum + (values[at] ?? 0), 0),
              ),
            };
          }),
        }));
  const values = charts
    .slice(0, alone.length)
    .flatMap(({ series }) => series.flatMap(line => line.values));
  return { charts, max: values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) };
}
