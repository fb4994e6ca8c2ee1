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

/** Returns the lines of the team, all over one list of instants. */
export function burnLines(chart: BurnChart, settings: BurnSettings, zone: ZoneId) {
  const { graphs, type } = settings;
  const up = isBurnup(type);
  const instants = instantsOf(chart, [chart.points]);
  const { points } = chart;
  const marks = marksOf(chart, instants, zone);
  const series: LineSeries[] = [];
  if (graphs.real && up) {
    const values = valuesOf(instants, points, chart.until, point => point.scope);
    series.push({ id: 'scope', label: 'Scope', color: 'created', step: true, values, marks });
  }
  if (graphs.real) {
    const line = realLine(chart, instants, points, up);
    series.push(up ? line : { ...line, marks });
  }
  if (graphs.ideal) series.push(idealSeries(chart, instants, points, up));
  return { instants, series };
}

/** The largest shares have a chart of their own, the others one together. */
const MAX_PEOPLE = 5;

/** Returns the lines of each person, and the largest value of one. */
export function peopleLines(chart: BurnChart, { graphs, type }: BurnSettings) {
  const up = isBurnup(type);
  const others = chart.people.slice(MAX_PEOPLE);
  const [only] = others;
  const people = [
    ...chart.people.slice(0, MAX_PEOPLE),
    ...(others.length > 1
      ? [{ id: 'others', name: `${others.length} others`, points: sumOf(others) }]
      : only
        ? [only]
        : []),
  ];
  const instants = instantsOf(
    chart,
    people.map(({ points }) => points),
  );
  const charts = people.map(({ id, name, points }) => ({
    id,
    name,
    series: [
      ...(graphs.personReal ? [realLine(chart, instants, points, up)] : []),
      ...(graphs.personIdeal ? [idealSeries(chart, instants, points, up)] : []),
    ],
  }));
  const values = charts
    .slice(0, MAX_PEOPLE)
    .flatMap(({ series }) => series.flatMap(each => each.values));
  return { instants, charts, max: values.reduce<number>((most, v) => Math.max(most, v ?? 0), 0) };
}

function realLine(
  chart: BurnChart,
  instants: readonly Instant[],
  points: readonly BurnStep[],
  up: boolean,
): LineSeries {
  const values = valuesOf(instants, points, chart.until, ({ scope, completed }) =>
    up ? completed : scope - completed,
  );
  const label = up ? 'Completed' : 'Remaining';
  return { id: 'real', label, color: 'resolved', step: true, values };
}

function idealSeries(
  chart: BurnChart,
  instants: readonly Instant[],
  points: readonly BurnStep[],
  up: boolean,
): LineSeries {
  const values = instants.map(idealLine(chart.works, points, up));
  return { id: 'ideal', label: 'Ideal', color: 'neutral', style: 'dashed', values };
}

/** The work of several people together. */
function sumOf(people: readonly PersonBurn[]): readonly BurnStep[] {
  const changes = people
    .flatMap(({ points }) =>
      points.map(({ at, scope, completed }, index) => {
        const before = points[index - 1];
        return {
          at,
          scope: scope - (before?.scope ?? 0),
          completed: completed - (before?.completed ?? 0),
        };
      }),
    )
    .sort((a, b) => a.at - b.at);
  const steps: BurnStep[] = [];
  let now = { scope: 0, completed: 0 };
  changes.forEach(({ at, scope, completed }, index) => {
    now = { scope: now.scope + scope, completed: now.completed + completed };
    if (changes[index + 1]?.at !== at) steps.push({ at, ...now });
  });
  return steps;
}

const MAX_MARKS = 1500;

/** Every instant at which a line bends or steps, within the axis. */
function instantsOf(chart: BurnChart, lines: readonly (readonly BurnStep[])[]): readonly Instant[] {
  const all = new Set<Instant>([
    chart.from,
    chart.until,
    chart.to,
    ...chart.works.flatMap(work => work.at),
  ]);
  // A change by 0 has a mark but no step.
  if (chart.ledger.length <= MAX_MARKS) for (const { at } of chart.ledger) all.add(at);
  for (const points of lines) for (const { at } of points) all.add(at);
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
