import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { SprintReport } from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { HOURS, ISSUES, PERCENT, POINTS, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { dashForZero, formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { VelocityResult } from './compute.ts';
import { MEASURE_IDS, MEASURES, type MeasureId } from './measures.ts';
import { velocitySeries } from './parts/series.ts';
import type { VelocityPerson } from './people.ts';
import type { VelocityPeriod } from './period-sums.ts';
import type { SayDo } from './say-do.ts';
import type { VelocitySettings } from './settings.ts';

export type VelocityProps = ViewProps<VelocitySettings, VelocityResult>;

export const UNITS = {
  issues: { ...ISSUES, sign: 'issues' },
  points: POINTS,
  seconds: HOURS,
} as const;

/** A period with its people, a person with their periods, such a part, or the average period. */
export interface VelocityRow {
  readonly id: string;
  /** See ReportTable. */
  readonly key: string;
  readonly kind: 'period' | 'person' | 'average';
  readonly name: string;
  /** The name of the row above a part. */
  readonly parent: string | null;
  readonly running: boolean;
  readonly jql: string | null;
  readonly report: SprintReport | null;
  readonly figures: Readonly<Partial<Record<MeasureId, Figure | null>>>;
  readonly average: VelocityPerson['average'] | null;
  readonly sayDo: SayDo | null;
  readonly children: readonly VelocityRow[];
}

/** The lines of the chart, or the tree. */
export function velocityTable(result: VelocityResult, settings: VelocitySettings): ReportTable {
  return settings.type === 'lines' ? linesTable(result, settings) : velocityTree(result, settings);
}

/** Periods with their people, or people with their periods. */
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
  const signed = unitOf(result, false);
  const amounts = (isSigned: boolean) => (isSigned ? signed : unit);
  const mean = unitOf(result, result.atLeast !== null, 1);
  return {
    columns: [
      {
        id: 'name',
        header: first,
        value: row => row.name,
        file: { value: row => row.parent ?? row.name },
      },
      {
        id: 'part',
        header: second,
        only: 'file',
        value: row => (row.parent === null ? 'All' : row.name),
      },
      ...ids.map(
        (id): TableColumn<VelocityRow> => ({
          id,
          header: MEASURES[id][0],
          unit: amounts(id === 'reEstimated'),
          unitOf: row => (row.kind === 'average' ? mean : amounts(id === 'reEstimated')),
          reason: MEASURES[id][1],
          figure: row => row.figures[id],
          folds: id !== 'committed' && id !== 'completed',
        }),
      ),
      ...averages
        .filter(id => ids.includes(id))
        .map(
          (id): TableColumn<VelocityRow> => ({
            id: `average ${id}`,
            header: `Average ${id}`,
            unit: mean,
            reason: `${MEASURES[id][1]} Shared among the periods that are over.`,
            figure: row => row.average?.[id],
          }),
        ),
      ...(byPerson || result.periodKind === 'interval' ? [] : [sayDoColumn(signed)]),
    ],
    rows: velocityRows(result, settings),
    rowId: row => row.id,
    rowKey: row => row.key,
    nameOf: ({ kind, name, parent }) => {
      if (parent === null) return name;
      return kind === 'period' ? `${name} · ${parent}` : `${parent} · ${name}`;
    },
    childRows: row => (row.children.length > 0 ? row.children : undefined),
  };
}

/** '17 of 21, 81%'. */
const sayDoColumn = (amounts: Unit): TableColumn<VelocityRow> => ({
  id: 'sayDo',
  header: 'Completed of committed',
  unit: PERCENT,
  reason: 'In the sprint at its start, and completed in it.',
  folds: true,
  value: ({ sayDo }) => (sayDo ? shareOf(sayDo) : undefined),
  // Without a commitment there is no share.
  figure: ({ sayDo }) => (sayDo === null || sayDo.ratio === null ? null : sayDo.completed),
  percentOf: ({ sayDo }) => sayDo?.committed as Figure,
  text: ({ sayDo }) =>
    sayDo === null || sayDo.ratio === null
      ? '-'
      : `${amounts.text(sayDo.completed.value)} of ${amounts.text(sayDo.committed.value)}, ${formatPercent(shareOf(sayDo))}`,
});

const shareOf = ({ completed, committed, ratio }: SayDo) =>
  ratio === null ? null : percent(completed.value ?? 0, committed.value ?? 0);

/** Intervals have completed work only; counts have no re-estimates. */
function shownMeasures({ periodKind, unit, periods }: VelocityResult): readonly MeasureId[] {
  if (periodKind === 'interval') return ['completed'];
  const changedHands = periods.some(({ measures }) => measures.handedOver?.issues.length);
  return MEASURE_IDS.filter(id => {
    if (id === 'handedOver' || id === 'takenOver') return changedHands;
    return id !== 'reEstimated' || unit !== 'issues';
  });
}

function velocityRows(
  result: VelocityResult,
  { type, newestFirst }: VelocitySettings,
): readonly VelocityRow[] {
  const inOrder = newestFirst ? result.periods.toReversed() : result.periods;
  if (type === 'by-assignee')
    return result.people.map(person => personRow(result, person, inOrder));
  const periods = inOrder.map(periodRow);
  if (type !== 'bars' || result.average === null) return periods;
  const name = `Average ${periodWord(result).toLowerCase()}`;
  const ids = { id: 'average', key: 'average:' };
  return [rowOf('average', ids, { name, measures: result.average }), ...periods];
}

/** 'sprint:14', or an interval by its first day. */
export const periodKey = ({ id, report }: Pick<VelocityPeriod, 'id' | 'report'>): string =>
  report ? keyOfRow('sprint', id) : keyOfRow('interval', dayText(Number(id)));

const personKey = (id: string) => keyOfRow('person', id);

interface Named extends Partial<Pick<VelocityRow, 'jql' | 'running' | 'report' | 'sayDo'>> {
  readonly name: string;
  readonly measures: VelocityRow['figures'];
}

/** A row without others below it. */
const rowOf = (
  kind: VelocityRow['kind'],
  ids: Pick<VelocityRow, 'id' | 'key'>,
  { name, jql = null, measures, running = false, report = null, sayDo = null }: Named,
  parent: string | null = null,
): VelocityRow => ({
  ...ids,
  kind,
  name,
  parent,
  running,
  jql,
  report,
  figures: measures,
  average: null,
  sayDo,
  children: [],
});

const periodRow = (period: VelocityPeriod): VelocityRow => {
  const id = `period ${period.id}`;
  const key = periodKey(period);
  return {
    ...rowOf('period', { id, key }, period),
    children: period.people.map(each => {
      const ids = { id: `${id} person ${each.id}`, key: `${key}/${personKey(each.id)}` };
      return rowOf('person', ids, each, period.name);
    }),
  };
};

const personRow = (
  { periods }: VelocityResult,
  person: VelocityPerson,
  inOrder: readonly VelocityPeriod[],
): VelocityRow => {
  const id = `person ${person.id}`;
  const key = personKey(person.id);
  return {
    ...rowOf('person', { id, key }, person),
    average: person.average,
    children: inOrder.flatMap(period => {
      const measures = person.periods[periods.indexOf(period)];
      const jql = period.people.find(each => each.id === person.id)?.jql ?? null;
      const part = measures && { ...period, measures, jql, sayDo: null };
      const ids = { id: `${id} period ${period.id}`, key: `${key}/${periodKey(period)}` };
      return part ? [rowOf('period', ids, part, person.name)] : [];
    }),
  };
};

function unitOf({ unit }: VelocityResult, atLeast: boolean, digits = 2): Unit {
  const plain = (value: number) => formatNumber(value / UNITS[unit].scale, digits);
  return {
    ...UNITS[unit],
    text: atLeast ? value => `≥ ${plain(value ?? 0)}` : dashForZero(plain),
  };
}

function linesTable(
  result: VelocityResult,
  settings: VelocitySettings,
): ReportTable<VelocityPeriod> {
  // Line values are already in hours.
  const unit: Unit = { ...unitOf(result, false), scale: 1 };
  return {
    columns: [
      { id: 'period', header: periodWord(result), value: row => row.name },
      ...velocitySeries(result, settings).map(
        ({ id, label, values }): TableColumn<VelocityPeriod> => ({
          id,
          header: label,
          unit,
          value: row => values[result.periods.indexOf(row)] ?? null,
        }),
      ),
    ],
    rows: result.periods,
    rowId: row => row.id,
    rowKey: period => periodKey(period),
    nameOf: row => row.name,
  };
}

const periodWord = ({ periodKind }: VelocityResult) =>
  periodKind === 'sprint' ? 'Sprint' : 'Interval';
