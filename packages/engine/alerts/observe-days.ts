/** A figure as of the end of each of some days, from one load of its issues: what alerts are decided on, live and in a back-test. */

import type { AlertCondition, Observation } from '@tallyboard/core/alerts/alert-machine.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import { pastRequirement } from '@tallyboard/core/past/past-requirement.ts';
import { writePeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import { formatDay, formatInstant } from '@tallyboard/core/time/format.ts';
import type { Day, Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay } from '@tallyboard/core/time/zone.ts';
import { joinRequirements } from '@tallyboard/dataset/requirement-cover.ts';
import type { DataAge } from '@tallyboard/hosts/data-age.ts';
import { freshSignal } from '@tallyboard/report-kit/limits/limit-text.ts';
import {
  limitsOf,
  type PeriodSeries,
  type SeriesLimits,
} from '@tallyboard/report-kit/limits/period-series.ts';
import { withUnit } from '@tallyboard/report-kit/table/units.ts';
import { openQuestion, type ReportSource } from '../ask/answer-report.ts';
import type { Question } from '../ask/question.ts';
import { needsQueryText } from '../ask/read-question.ts';
import type { LoadedDataset } from '../calls.ts';
import { noIssueYet } from '../no-issue-yet.ts';
import { namesPeople } from '../people/on-people.ts';
import { QuestionError } from '../question-error.ts';
import {
  asOfPast,
  computeReport,
  type ReportRequest,
  type ReportResult,
  resolveQuery,
} from '../run-report.ts';
import { figureAt } from '../why/figure-at.ts';
import type { FoundFigure } from '../why/found-figure.ts';

export interface AlertFigure {
  /** As `explain` takes it; for process limits a series of the report. */
  readonly figure: string;
  readonly condition: AlertCondition;
}

export interface ObserveOptions {
  readonly now: Instant;
  /** The first and the last day; both are over. */
  readonly days: (today: Day) => { readonly from: Day; readonly to: Day };
}

export interface ObservedDays {
  readonly observations: readonly Observation[];
  /** The words of the figure: 'Resolved · Total'. */
  readonly name: string;
  readonly format: (value: number) => string;
  /** For process limits: the series as of each day. */
  readonly series: readonly (PeriodSeries | null)[];
  /** As of the last day; null without days. */
  readonly last: { readonly result: ReportResult; readonly issues: readonly string[] } | null;
  readonly zone: ZoneId;
}

/** Throws QuestionError for a figure that the report has on none of the days, and for one on a single person where the site forbids it. */
export async function observeDays(
  source: ReportSource,
  question: Question,
  { figure, condition }: AlertFigure,
  { now, days }: ObserveOptions,
): Promise<ObservedDays> {
  const { report } = question;
  if (report.withoutIssues) throw refusal('figure', `The report '${report.id}' has no figures.`);
  const open = await openQuestion(source, question, { asOf: now, isPast: true });
  const { engine, zone, request } = open;
  const { from, to } = days(localDay(now, zone));
  const ends = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
    return { day: from + at, at: endOfDay(from + at, zone) - 1 };
  });
  const loads = loadsOf(open.engine, ends[0]?.at ?? now, now);
  const seen: Seen[] = [];
  let last: ObservedDays['last'] = null;
  for (const { day, at } of ends) {
    const past = asOfPast(request, at);
    const resolved = await resolveQuery(engine, past, at);
    if (open.needsQuery && resolved === past) throw refusal('jql', needsQueryText(report));
    const loaded = await loads(resolved);
    const result = await computeReport(engine, resolved, loaded, source.age);
    const dataset = () => engine.dataset(result.loaded.id);
    if (forbids(figure, result.context, dataset))
      throw refusal('figure', forbidden(result.context));
    seen.push({ day, at, ...observe(result, { figure, condition }) });
    const end = issuesOf(seen.at(-1));
    const { issues } = dataset();
    last = { result, issues: Array.from(end, row => String(issues[row]?.key ?? '?')) };
  }
  const named = seen.findLast(({ found, limits }) => found ?? limits);
  if (!named && last) throw missing(last.result, figure, condition);
  return {
    observations: seen.map(each => observationOf(each, condition, source.age, zone)),
    name: named?.limits?.series.label ?? named?.found?.name ?? figure,
    format: formatOf(named, condition),
    series: seen.map(({ limits }) => limits?.series ?? null),
    last,
    zone,
  };
}

/** Behind the figure, or the last whole period. */
function issuesOf(seen: Seen | undefined): IssueRows {
  const { found, limits } = seen ?? {};
  const point = limits?.series.points[limits.last];
  return found?.figure?.issues ?? point?.figure?.issues ?? new Uint32Array(0);
}

interface Seen {
  readonly day: Day;
  readonly at: Instant;
  readonly found: FoundFigure | null;
  readonly limits: SeriesLimits | null;
  /** Why nothing can be told. */
  readonly reason: string | null;
  /** A date further away than anybody looks. */
  readonly endless?: boolean;
}

/** One load for each query: that of a report which chooses its issues by itself changes with its sprints. */
function loadsOf(
  engine: Awaited<ReturnType<typeof openQuestion>>['engine'],
  first: Instant,
  now: Instant,
) {
  const loads = new Map<string, LoadedDataset>();
  return async (resolved: ReportRequest): Promise<LoadedDataset> => {
    const { report, settings, jql, contextAt } = resolved;
    const known = loads.get(jql);
    if (known) return known;
    const at = (asOf: Instant): ReportContext => ({ ...contextAt(asOf), asOf });
    const both = joinRequirements(
      report.requires(settings, at(first)),
      report.requires(settings, at(now)),
    );
    const requirement = pastRequirement(both);
    const loaded = await engine.load({ jql, written: jql, requirement, report: report.id });
    if (loaded === null) throw new Error('The load was cancelled.');
    loads.set(jql, loaded);
    return loaded;
  };
}

function observe(
  result: ReportResult,
  { figure, condition }: AlertFigure,
): Pick<Seen, 'found' | 'limits' | 'reason' | 'endless'> {
  const { request, computed, context, loaded } = result;
  const { report, settings } = request;
  const none = noIssueYet(result);
  const { complete, reasons } = loaded.coverage;
  const reason = none ?? (complete ? null : `The data are partial: ${reasons.join(' ')}`);
  if (condition.kind === 'limits') {
    const all = report.series?.(computed.result, settings, context) ?? [];
    const series = all.find(({ id }) => id === figure);
    const limits = series ? limitsOf(series) : null;
    return { found: null, limits, reason: reason ?? (limits?.behaviour ? null : NO_LIMITS) };
  }
  const found = figureAt(report, computed, settings, context, figure);
  return {
    found,
    limits: null,
    reason,
    endless: condition.kind === 'after' && found?.value === null,
  };
}

const NO_LIMITS = 'There are too few whole periods for process limits.';

function observationOf(
  { day, at, found, limits, reason, endless = false }: Seen,
  condition: AlertCondition,
  age: DataAge | null,
  zone: string,
): Observation {
  const stale = staleness(age, at, zone);
  const value = condition.kind === 'limits' ? lastValue(limits) : programValue(found);
  return {
    at,
    day,
    value: endless ? ENDLESS_DAYS : value,
    signal: limits && freshSignal(limits),
    muted: reason ?? stale,
    stale: reason === null && stale !== null,
  };
}

/** The data of a mirror must reach to the end of the day. */
function staleness(age: DataAge | null, at: Instant, zone: string): string | null {
  if (age === null || (age.asOf !== null && age.asOf >= at)) return null;
  const asOf =
    age.asOf === null
      ? 'not complete yet'
      : `of ${formatInstant(age.asOf, zone, 'MMM D, YYYY HH:mm')}`;
  return `The data of the mirror are ${asOf}.${age.trouble ? ` ${age.trouble}` : ''}`;
}

/** As programs have it; shares are in percent, as people read them. */
const programValue = (found: FoundFigure | null): number | null =>
  found === null || found.value === null
    ? null
    : found.unit === 'share'
      ? found.value
      : found.value / found.scale;

const lastValue = (limits: SeriesLimits | null): number | null =>
  limits?.series.points[limits.last]?.value ?? null;

function formatOf(named: Seen | undefined, condition: AlertCondition): (value: number) => string {
  const { limits } = named ?? {};
  if (condition.kind === 'limits' && limits) return value => limits.series.format(value);
  if (condition.kind === 'after' && named)
    return value =>
      value >= ENDLESS_DAYS ? 'in over 10 years' : formatDay(named.day + value, 'D MMM YYYY');
  const { unit } = named?.found ?? {};
  return value => withUnit(value, unit === 'share' ? '%' : unit);
}

/** A date that no forecast looks at is after every target. */
const ENDLESS_DAYS = 36_500;

/** A policy that puts people together allows no alert on one of them. */
const forbids = (
  figure: string,
  { people }: ReportContext,
  dataset: () => Parameters<typeof namesPeople>[2],
): boolean => people !== undefined && namesPeople([figure], [], dataset());

const forbidden = ({ people }: ReportContext) =>
  `The policy of this site for figures on people (${people ? writePeoplePolicy(people.policy) : ''}) allows no alert on a single person. Choose a figure of a whole group.`;

function missing(
  { request: { report, settings }, computed, context }: ReportResult,
  figure: string,
  { kind }: AlertCondition,
): QuestionError {
  const series = report.series?.(computed.result, settings, context) ?? [];
  if (kind === 'limits' && series.length === 0)
    return refusal(
      'figure',
      `The report '${report.id}' has no figures by period, so that there are no process limits.`,
    );
  const keys =
    kind === 'limits'
      ? series.map(({ id }) => id)
      : headlineKeys(report, computed.result, settings, context);
  const what = kind === 'limits' ? 'figures by period' : 'figures';
  return refusal(
    'figure',
    `The report has no ${kind === 'limits' ? 'series' : 'figure'} '${figure}'. Its ${what}: ${keys.join(', ')}.`,
  );
}

function headlineKeys(
  report: ReportRequest['report'],
  result: unknown,
  settings: unknown,
  context: ReportContext,
): readonly string[] {
  const totals = report.table(result, settings, context);
  const columns = totals.total ? totals.columns.flatMap(({ id, unit }) => (unit ? [id] : [])) : [];
  const headline = report.headline?.(result, settings, context)?.figures ?? [];
  return [...new Set([...headline.map(({ id }) => id), ...columns])];
}

const refusal = (path: string, text: string) => new QuestionError([{ path, text }]);
