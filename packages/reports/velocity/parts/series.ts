/** The lines of the velocity chart. */

import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import type { VelocityResult } from '../compute.ts';
import { GRAPH_NAMES, type VelocitySettings } from '../settings.ts';

/** Seconds are drawn as hours. */
export const amount = (
  { unit }: VelocityResult,
  value: number | null | undefined,
): number | null =>
  value === null || value === undefined ? null : unit === 'seconds' ? value / 3600 : value;

/** Eight colours can be told apart, and more people's lines cannot be read. */
const MAX_PEOPLE = 8;

/** The lines that the settings ask for; intervals have no committed ones. */
export function velocitySeries(
  result: VelocityResult,
  { graphs }: VelocitySettings,
): readonly LineSeries[] {
  const { periods, average, people } = result;
  const lines: LineSeries[] = [];
  const committedToo = result.periodKind === 'sprint';
  const flat = (value: number | null | undefined) => periods.map(() => amount(result, value));
  if (graphs.totalCommitted && committedToo)
    lines.push({
      id: 'total committed',
      label: GRAPH_NAMES.totalCommitted,
      color: 'created',
      style: 'dashed',
      values: periods.map(each => amount(result, each.measures.committed?.value)),
    });
  if (graphs.totalCompleted)
    lines.push({
      id: 'total completed',
      label: GRAPH_NAMES.totalCompleted,
      color: 'resolved',
      values: periods.map(each => amount(result, each.measures.completed.value)),
    });
  if (graphs.averageCommitted && committedToo)
    lines.push({
      id: 'average committed',
      label: GRAPH_NAMES.averageCommitted,
      color: 2,
      style: 'dashed',
      values: flat(average?.committed?.value),
    });
  if (graphs.averageCompleted)
    lines.push({
      id: 'average completed',
      label: GRAPH_NAMES.averageCompleted,
      color: 'neutral',
      values: flat(average?.completed.value),
    });
  people.slice(0, MAX_PEOPLE).forEach((person, index) => {
    const color = index + 1;
    const of = (measure: 'committed' | 'completed') =>
      person.periods.map(each => amount(result, each?.[measure]?.value ?? 0));
    if (graphs.personCommitted && committedToo)
      lines.push({
        id: `committed ${person.id}`,
        label: `${person.name}, committed`,
        color,
        style: 'dashed',
        values: of('committed'),
      });
    if (graphs.personCompleted)
      lines.push({
        id: `completed ${person.id}`,
        label: `${person.name}, completed`,
        color,
        values: of('completed'),
      });
  });
  return lines;
}
