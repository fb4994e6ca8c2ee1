import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import type { Engine } from '../calls.ts';
import {
  asOfPast,
  type ReportRequest,
  type ReportResult,
  resolveQuery,
  runReport,
} from '../run-report.ts';
import type { Explanation } from './explain-figure.ts';
import type { FoundFigure } from './found-figure.ts';
import type { Reconciliation } from './reconcile.ts';
import { requirementOfBoth } from './requirement-of-both.ts';
import { explainSettings, type SettingsExplanation } from './settings-change.ts';
import { storyOf } from './story.ts';
import { toldOf } from './told-of.ts';

export interface SinceArgs {
  readonly since: Instant;
  readonly now: Instant;
  readonly age: DataAge | null;
  /** Of the figure in what was computed. */
  readonly path: string;
  readonly name: string;
  readonly format: (value: number) => string;
  readonly signal: AbortSignal;
}

/** 'Changes since' of a figure on a page: the request before its query was resolved. Null when cancelled, or without such a figure. */
export async function explainRequest(
  engine: Engine,
  request: ReportRequest,
  { since, now, age, path, name, format, signal }: SinceArgs,
): Promise<ToldChange | null> {
  const both = await runAtBothTimes(engine, request, { since, now, age, signal });
  return both && explainBetween(engine, both, { path, name, format });
}

type ToldChange = Explanation & { readonly story: string };

/** A request, computed as of an earlier time and now from the same data. */
export interface BothTimes {
  readonly since: Instant;
  /** The request as it was resolved for the earlier time. */
  readonly first: ReportRequest;
  readonly then: ReportResult;
  readonly present: ReportResult;
}

/** Null when cancelled. */
export async function runAtBothTimes(
  engine: Engine,
  request: ReportRequest,
  { since, now, age, signal }: Pick<SinceArgs, 'since' | 'now' | 'age' | 'signal'>,
): Promise<BothTimes | null> {
  const asOf = timeOf(request, now, age);
  const [first, last] = await Promise.all([
    resolveQuery(engine, asOfPast(request, since), since),
    resolveQuery(engine, request, asOf),
  ]);
  const then = await runReport(engine, first, { now: since, age, signal });
  const present = then && (await runReport(engine, last, { now: asOf, age, since, signal }));
  return then && present && { since, first, then, present };
}

/** What changed a figure between the two times. Null without such a figure. */
export async function explainBetween(
  engine: Engine,
  { since, first, then, present }: BothTimes,
  { path, name, format }: Pick<SinceArgs, 'path' | 'name' | 'format'>,
): Promise<ToldChange | null> {
  const { report, settings } = present.request;
  const [before, after] = [then.context, present.context];
  const found = await engine.explain({
    dataset: present.base.id,
    earlier: then.base.id,
    report: report.id,
    settings,
    before,
    context: after,
    requirement: requirementOfBoth([before, after].map(each => report.requires(settings, each))),
    told: toldOf(first, since),
    path,
    name,
  });
  if (!found) return null;
  const reasons = [then, present].flatMap(({ loaded }) => loaded.coverage.reasons);
  const isPart = reasons.length > 0 || found.isPart;
  const story = storyOf(found, { since, zone: after.zone, format, isPart });
  return { ...found, story, doubts: [...new Set([...reasons, ...found.doubts])] };
}

/** What a statistic of issues is called in a story. */
export const subjectOf = (kind: string): string =>
  SUBJECTS[kind] ?? 'The statistic of these issues';

const SUBJECTS: Readonly<Record<string, string>> = {
  count: 'The number of these issues',
  sum: 'The total of these issues',
  mean: 'The mean of these issues',
  median: 'The median of these issues',
  max: 'The maximum of these issues',
  percentile50: 'The median of these issues',
  percentile70: 'The 70th percentile of these issues',
  percentile85: 'The 85th percentile of these issues',
  percentile95: 'The 95th percentile of these issues',
};

/** A figure on a page and under other settings of its report. Null where the report has no such figure under both. */
export async function explainSettingsRequest(
  engine: Engine,
  request: ReportRequest,
  {
    before,
    now,
    age,
    find,
    name,
    format,
    signal,
  }: Pick<SinceArgs, 'now' | 'age' | 'name' | 'format' | 'signal'> & {
    /** The other settings. */
    readonly before: unknown;
    readonly find: (
      computed: Computed<unknown>,
      settings: unknown,
      context: ReportContext,
    ) => FoundFigure | null;
  },
): Promise<(SettingsExplanation & { readonly story: string }) | null> {
  const { report, settings: after } = request;
  const asOf = timeOf(request, now, age);
  const { zone } = request.contextAt(asOf);
  const found = await explainSettings({
    report,
    before,
    after,
    async stateOf(settings) {
      const resolved = await resolveQuery(engine, { ...request, settings }, asOf);
      const answer = await runReport(engine, resolved, { now: asOf, age, signal });
      if (!answer) throw new Error('The load was cancelled.');
      const { computed, context, loaded } = answer;
      const own = find(computed, settings, context);
      if (own === null) return null;
      const entries = await engine.figureEntries({ dataset: loaded.id, found: own });
      return { found: { ...own, name }, entries, reasons: loaded.coverage.reasons };
    },
  });
  if (typeof found === 'string') return null;
  const { isOtherUnit, isPart } = found;
  const units = isOtherUnit ? {} : { format };
  return { ...found, story: storyOf(found, { since: null, zone, isPart, ...units }) };
}

/** Which ways to count give an expected number for a figure on a page. Null when cancelled, or without such a figure. */
export async function reconcileRequest(
  engine: Engine,
  request: ReportRequest,
  {
    now,
    age,
    path,
    name,
    scale,
    expected,
    signal,
  }: Omit<SinceArgs, 'since' | 'format'> & {
    /** Divides the figure for the unit of the expected number. */
    readonly scale: number;
    readonly expected: number;
  },
): Promise<(Reconciliation & { readonly doubts: readonly string[] }) | null> {
  const asOf = timeOf(request, now, age);
  const resolved = await resolveQuery(engine, request, asOf);
  const answer = await runReport(engine, resolved, { now: asOf, age, since: asOf, signal });
  if (!answer) return null;
  const { report, settings } = resolved;
  const { context, base } = answer;
  const { history } = report.requires(settings, context);
  const args = { dataset: base.id, report: report.id, settings, context, history };
  const found = await engine.reconcile({ ...args, path, name, scale, expected });
  return found && { ...found, doubts: answer.loaded.coverage.reasons };
}

const timeOf = (request: ReportRequest, now: Instant, age: DataAge | null): Instant => {
  const context = request.contextAt(now);
  return context.past ? context.asOf : presentOf(age, now);
};
