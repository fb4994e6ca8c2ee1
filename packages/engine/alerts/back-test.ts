/** What an alert would have told over the last year, and how often the same condition fires by chance. */

import {
  type AlertCondition,
  type AlertEvent,
  type AlertRule,
  NO_VALUE,
  type Observation,
  replayAlert,
} from '@tallyboard/core/alerts/alert-machine.ts';
import { type FalseAlarms, falseAlarms } from '@tallyboard/core/alerts/false-alarms.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { freshSignal } from '@tallyboard/report-kit/limits/limit-text.ts';
import { MIN_PERIODS } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { limitsOf, type PeriodSeries } from '@tallyboard/report-kit/limits/period-series.ts';
import type { ReportSource } from '../ask/answer-report.ts';
import type { Question } from '../ask/question.ts';
import { type ObservedDays, observeDays } from './observe-days.ts';

export const BACK_TEST_DAYS = 365;
export const MAX_BACK_TEST_DAYS = 730;

export interface BackTest {
  readonly figure: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Days on which the figure was known, and on which the alert was muted. */
  readonly observed: number;
  readonly muted: number;
  /** Why, the most frequent reason first. */
  readonly reasons: readonly { readonly reason: string; readonly days: number }[];
  readonly events: readonly (Pick<AlertEvent, 'kind' | 'value' | 'text'> & {
    readonly day: string;
  })[];
  /** Null with too few values. */
  readonly falseAlarms: (FalseAlarms & { readonly values: number }) | null;
  readonly text: string;
}

/** Replays the days before today. Throws what `observeDays` throws. */
export async function backTest(
  source: ReportSource,
  question: Question,
  rule: AlertRule & { readonly figure: string },
  { now, days = BACK_TEST_DAYS }: { readonly now: Instant; readonly days?: number },
): Promise<BackTest> {
  const observed = await observeDays(source, question, rule, {
    now,
    days: today => ({ from: today - days, to: today - 1 }),
  });
  return backTestOf(observed, rule);
}

function backTestOf(
  observed: ObservedDays,
  rule: AlertRule & { readonly figure: string },
): BackTest {
  const { observations, name } = observed;
  const { events } = replayAlert(rule, observations);
  const muted = observations.filter(each => each.muted !== null || !isKnown(each, rule.condition));
  const chance = chanceOf(observed, rule);
  const crossed = events.filter(({ kind }) => kind === 'crossed');
  const [first, last] = [observations[0]?.day ?? 0, observations.at(-1)?.day ?? 0];
  const found = {
    figure: rule.figure,
    name,
    from: dayText(first),
    to: dayText(last),
    observed: observations.length - muted.length,
    muted: muted.length,
    reasons: reasonsOf(muted),
    events: events.map(({ kind, day, value, text }) => ({ kind, day: dayText(day), value, text })),
    falseAlarms: chance,
  };
  return { ...found, text: textOf(crossed, found, rule.condition) };
}

function reasonsOf(muted: readonly Observation[]): BackTest['reasons'] {
  const days = Map.groupBy(muted, each => each.muted ?? NO_VALUE);
  return [...days]
    .map(([reason, list]) => ({ reason, days: list.length }))
    .sort((a, b) => b.days - a.days);
}

const isKnown = ({ value }: Observation, { kind }: AlertCondition) =>
  kind === 'limits' || value !== null;

/** 'Would have fired 3 times in the 365 days until 30 Nov: 2 Mar, 14 Mar, 30 Mar.' */
function textOf(
  crossed: readonly AlertEvent[],
  { observed, muted, reasons, falseAlarms: chance }: Omit<BackTest, 'text'>,
  condition: AlertCondition,
): string {
  const all = observed + muted;
  const span = all === BACK_TEST_DAYS ? 'the last year' : `the last ${counted(all, 'day')}`;
  const days = crossed.map(({ day }) => formatDay(day, 'D MMM YYYY'));
  const told =
    crossed.length === 0
      ? `Would not have fired in ${span}.`
      : `Would have fired ${times(crossed.length)} in ${span}: ${days.join(', ')}.`;
  const quiet =
    muted === 0 ? '' : ` It was muted on ${counted(muted, 'day')}: ${reasons[0]?.reason ?? ''}`;
  return `${told}${quiet} ${chanceText(chance, condition)}`;
}

function chanceText(chance: BackTest['falseAlarms'], { kind }: AlertCondition): string {
  if (chance === null) return 'There are too few values to tell how often it would fire by chance.';
  const values = kind === 'limits' ? 'values of whole periods' : 'daily values';
  const { mean, low, high, shuffles } = chance;
  return `By chance alone: the same ${chance.values} ${values} in random order fire ${times(mean)} on average (in 90% of ${shuffles} orders ${low === high ? times(low) : `${low} to ${high} times`}).`;
}

const DECIMAL = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

const times = (count: number): string => (count === 1 ? 'once' : counted(count, 'time'));

const counted = (count: number, one: string): string =>
  `${DECIMAL.format(count)} ${one}${count === 1 ? '' : 's'}`;

/** The same values in random order, which have no change at any time. */
function chanceOf(
  { observations, series }: ObservedDays,
  rule: AlertRule,
): BackTest['falseAlarms'] {
  if (rule.condition.kind !== 'limits') {
    const known = observations.filter(({ muted, value }) => muted === null && value !== null);
    const found = falseAlarms(
      rule,
      known.map(({ value }) => value ?? 0),
      values => values.map((value, at) => ({ ...known[at]!, value })),
    );
    return found && { ...found, values: known.length };
  }
  // Periods that were seen on muted days alone, as before the first issue, are no values of the figure.
  const told = series.filter((_, at) => observations[at]?.muted === null);
  const periods = periodsOf(told);
  const window = Math.max(MIN_PERIODS, ...told.map(each => wholeOf(each).length));
  const last = told.findLast(each => each !== null);
  if (!last) return null;
  const found = falseAlarms(rule, periods, values =>
    values.slice(MIN_PERIODS - 1).map((value, at): Observation => {
      const end = at + MIN_PERIODS;
      const shown = values.slice(Math.max(0, end - window), end);
      const signal = freshSignal(limitsOf({ ...last, points: shown.map(pointOf) }));
      return { at, day: at, value, signal, muted: null };
    }),
  );
  return found && { ...found, values: periods.length };
}

const pointOf = (value: number, at: number) => ({
  row: '',
  key: String(at),
  label: String(at),
  value,
  whole: true,
});

const wholeOf = (series: PeriodSeries | null) =>
  (series?.points ?? []).filter(({ whole, value }) => whole && value !== null);

/** Each whole period once, by the last value that was known of it. */
function periodsOf(all: ObservedDays['series']): readonly number[] {
  const values = new Map<string, number>();
  for (const series of all)
    for (const { key, value } of wholeOf(series)) values.set(key, value ?? 0);
  return [...values.values()];
}
