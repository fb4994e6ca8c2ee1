import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import type { VelocityResult } from '../compute.ts';
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
export function velocitySeries(
  result: VelocityResult,
  { graphs }: VelocitySettings,
): readonly LineSeries[] {
  const { periods, average, people, periodKind } = result;
  const lines = LINES.filter(
    ({ graph, measure }) => graphs[graph] && (measure === 'completed' || periodKind === 'sprint'),
  );
  const styleOf = (measure: string): LineSeries['style'] =>
    measure === 'committed' ? 'dashed' : undefined;
  const totals = lines.filter(({ of }) => of !== 'person');
  const individual = lines.filter(({ of }) => of === 'person');
  return [
    ...totals.map(({ graph, of, measure, color }) => ({
      id: `${of} ${measure}`,
      label: GRAPH_NAMES[graph],
      color,
      style: styleOf(measure),
      values: periods.map(({ measures }) =>
        amount(result, (of === 'total' ? measures : average)?.[measure]?.value),
      ),
    })),
    ...people.slice(0, MAX_PEOPLE).flatMap((person, index) =>
      individual.map(({ measure }) => ({
        id: `${measure} ${person.id}`,
        label: `${person.name}, ${measure}`,
        color: index + 1,
        style: styleOf(measure),
        values: person.periods.map(each => amount(result, each?.[measure]?.value ?? 0)),
      })),
    ),
  ];
}
