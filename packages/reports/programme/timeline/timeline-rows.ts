/** The open rows of a programme on a time axis. */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { startOfDay } from '@tallyboard/core/time/zone.ts';
import type { Reading } from '@tallyboard/ui/charts/chart-frame.tsx';
import type { TimelineRow, TimelineTone } from '@tallyboard/ui/charts/timeline/timeline-plot.tsx';
import { formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { Fever } from '../fever.ts';
import type { ProgrammeRow } from '../result.ts';
import { dateName } from '../row/row-text.ts';

interface RowState {
  readonly text: string;
  readonly tone: TimelineTone;
}

const FEVER_STATES: Readonly<Record<Fever['state'], RowState>> = {
  green: { text: 'On track', tone: 'good' },
  yellow: { text: 'At risk', tone: 'warning' },
  red: { text: 'Off track', tone: 'bad' },
};

/** By the fever; without one, and where the target can hardly be met, by its chance; after the target, late for certain. */
export function rowState({
  fever,
  chance,
  isOverdue,
  isReleased,
}: Partial<Pick<ProgrammeRow, 'fever' | 'chance' | 'isOverdue' | 'isReleased'>>): RowState | null {
  if (isReleased) return { text: 'Released', tone: 'good' };
  if (isOverdue) return { text: 'Overdue', tone: 'bad' };
  const isLate = chance != null && chance < 50;
  if (isLate && fever?.state !== 'red') return { text: 'Likely late', tone: 'bad' };
  return fever ? FEVER_STATES[fever.state] : null;
}

export const rowName = ({
  kind,
  key,
  name,
}: Pick<ProgrammeRow, 'kind' | 'key' | 'name'>): string =>
  kind === 'issue' && key !== name ? `${key} ${name}` : name;

type Dates = Pick<ReportContext, 'zone' | 'dateFormat'>;

/** 'Apr 20, 2026'; '-' for none. */
export function dateText(day: string | null, { dateFormat }: Pick<Dates, 'dateFormat'>): string {
  const parsed = day === null ? null : parseDay(day);
  return parsed === null ? '-' : formatDay(parsed, dateFormat);
}

export function instantOf(day: string | null, { zone }: Pick<Dates, 'zone'>): number | null {
  const parsed = day === null ? null : parseDay(day);
  return parsed === null ? null : startOfDay(parsed, zone);
}

export function timelineRow(row: ProgrammeRow, context: Dates): TimelineRow {
  const { start, target, date50, date85 } = row;
  const isBare = target === null && date50 === null;
  return {
    id: row.id,
    label: rowName(row),
    from: instantOf(start, context),
    target: instantOf(target, context),
    middle: instantOf(date50, context),
    likely: instantOf(date85, context),
    progress: row.progress?.share ?? null,
    state: rowState(row),
    note: isBare ? (row.cannot ?? 'No target date and no forecast.') : null,
  };
}

const DATE_50 = '50% date';
const DATE_85 = '85% date';

export const TIMELINE_COLUMNS = [
  'Row',
  'State',
  'Progress',
  'Started',
  'Target',
  DATE_50,
  DATE_85,
  'Chance by target',
];

export function timelineCells(row: ProgrammeRow, context: Dates): readonly string[] {
  const { progress, chance } = row;
  return [
    rowName(row),
    rowState(row)?.text ?? '-',
    formatPercent(progress && 100 * progress.share),
    dateText(row.start, context),
    dateText(row.target, context),
    dateText(row.date50, context),
    dateText(row.date85, context),
    formatPercent(chance),
  ];
}

export function timelineReading(row: ProgrammeRow, context: Dates): Reading {
  const [title = '', ...values] = timelineCells(row, context);
  const lines = values.flatMap((value, at) => {
    const column = TIMELINE_COLUMNS[at + 1] ?? '';
    const label =
      column === DATE_50 ? dateName(50, row) : column === DATE_85 ? dateName(85, row) : column;
    return value === '-' ? [] : [{ label, value }];
  });
  const remarks = [row.cannot, row.target === null ? null : row.noFever].flatMap(
    each => each ?? [],
  );
  return { title, lines, remarks: [...new Set(remarks)] };
}

/** Longest times before and after today, days. */
const MAX_DAYS = 540;
const MARGIN_DAYS = 7;

/** From the first start to the last date; rows far away do not squeeze the others. */
export function timelineSpan(
  rows: readonly TimelineRow[],
  today: number,
): readonly [from: number, to: number] {
  const known = (values: readonly (number | null)[]) => values.flatMap(value => value ?? []);
  const all = rows.flatMap(({ from, target, middle, likely }) =>
    known([from, target, middle, likely]),
  );
  const within = (at: number) =>
    Math.max(today - MAX_DAYS * DAY, Math.min(today + MAX_DAYS * DAY, at));
  const from = Math.min(today - 3 * MARGIN_DAYS * DAY, ...all.map(within));
  const to = Math.max(today + 3 * MARGIN_DAYS * DAY, ...all.map(within));
  return [from - MARGIN_DAYS * DAY, to + MARGIN_DAYS * DAY];
}

/** The worst first: by state, then by the chance of the target. */
export function worstFirst(rows: readonly ProgrammeRow[]): readonly ProgrammeRow[] {
  const order = (row: ProgrammeRow) => {
    const tone = rowState(row)?.tone;
    if (tone === undefined) return 2;
    return { bad: 0, warning: 1, good: 3 }[tone];
  };
  return rows.toSorted((a, b) => order(a) - order(b) || (a.chance ?? 101) - (b.chance ?? 101));
}
