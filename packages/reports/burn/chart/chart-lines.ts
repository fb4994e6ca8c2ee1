import type { BurnStep } from '@tallyboard/core/history/burn-steps.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import {
  type LedgerEntry,
  REASONS,
} from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatSigned } from '@tallyboard/ui/text/numbers.ts';
import type { BurnChart, PersonBurn } from '../compute.ts';
import { type BurnSettings, isBurnup } from '../settings.ts';
import { idealLine } from './ideal.ts';

/** The palette has eight distinguishable colours. */
const MAX_PEOPLE = 8;

/** Returns the lines of the settings, all over one list of instants. */
export function burnLines(chart: BurnChart, settings: BurnSettings, zone: ZoneId) {
  const { graphs, type } = settings;
  const up = isBurnup(type);
  const people = chart.people.slice(0, MAX_PEOPLE);
  const instants = instantsOf(chart, people);
  const measured = up
    ? (point: BurnStep) => point.completed
    : (point: BurnStep) => point.scope - point.completed;
  const marks = marksOf(chart, instants, zone);
  const real = (
    id: string,
    label: string,
    color: LineSeries['color'],
    points: readonly BurnStep[],
    value = measured,
  ): LineSeries => {
    const values = valuesOf(instants, points, chart.until, value);
    return { id, label, color, step: true, values };
  };
  const ideal = (
    id: string,
    label: string,
    color: LineSeries['color'],
    points: readonly BurnStep[],
  ): LineSeries => {
    const values = instants.map(idealLine(chart.works, points, up));
    return { id, label, color, style: 'dashed', values };
  };

  const series: LineSeries[] = [];
  const { points } = chart;
  if (graphs.real && up)
    series.push({ ...real('scope', 'Scope', 'created', points, point => point.scope), marks });
  if (graphs.real) {
    const line = real('real', up ? 'Completed' : 'Remaining', 'resolved', points);
    series.push(up ? line : { ...line, marks });
  }
  if (graphs.ideal) series.push(ideal('ideal', 'Ideal', 'neutral', points));
  people.forEach(({ id, name, points: own }, index) => {
    // Colour 0 is that of the chart's own line.
    if (graphs.personReal) series.push(real(`real ${id}`, name, index + 1, own));
    if (graphs.personIdeal) series.push(ideal(`ideal ${id}`, `${name}, ideal`, index + 1, own));
  });
  return { instants, series };
}

const MAX_MARKS = 1500;

/** Every instant at which a line bends or steps, within the axis. */
function instantsOf(chart: BurnChart, people: readonly PersonBurn[]): readonly Instant[] {
  const all = new Set<Instant>([
    chart.from,
    chart.until,
    chart.to,
    ...chart.works.flatMap(work => work.at),
  ]);
  for (const { at } of chart.points) all.add(at);
  // A change by 0 has a mark but no step.
  if (chart.ledger.length <= MAX_MARKS) for (const { at } of chart.ledger) all.add(at);
  for (const { points } of people) for (const { at } of points) all.add(at);
  return [...all].sort((a, b) => a - b);
}

function valuesOf(
  instants: readonly Instant[],
  points: readonly BurnStep[],
  until: Instant,
  value: (point: BurnStep) => number,
): (number | null)[] {
  let index = -1;
  return instants.map(instant => {
    while (index + 1 < points.length && (points[index + 1]?.at ?? 0) <= instant) index++;
    const point = points[index];
    return point && instant <= until ? value(point) : null;
  });
}

const MAX_LINES = 4;

function marksOf(
  { ledger, until }: BurnChart,
  instants: readonly Instant[],
  zone: ZoneId,
): { readonly index: number; readonly text: string }[] {
  let index = 0;
  const marked = ledger.filter(({ at }) => at <= until);
  const byIndex = Map.groupBy(marked, ({ at }) => {
    // Thinned lines may have no point at this instant: the next one gets the mark.
    while (index < instants.length - 1 && (instants[index] ?? 0) < at) index++;
    return index;
  });
  return Array.from(byIndex, ([place, entries]) => {
    return { index: place, text: markText(entries, zone) };
  });
}

function markText(entries: readonly LedgerEntry[], zone: ZoneId): string {
  const first = entries[0];
  const lines = entries
    .slice(0, MAX_LINES)
    .map(
      ({ key, reason, amount }) =>
        `${key} ${REASONS[reason].toLowerCase()} ${formatSigned(amount)}`,
    );
  const more = entries.length - lines.length;
  const time = first ? `${formatInstant(first.at, zone, 'HH:mm')} ` : '';
  return `${time}${lines.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
