/** Pins where no server computes figures: the page does. */
import { pinnedPolicy } from '@tallyboard/core/people/restriction.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import type {
  PagePin,
  PinComparison,
  PinnedFigures,
  SavedPin,
} from '@tallyboard/hosts/saved/pins.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { answerJson } from '../ask/answer.ts';
import type { Engine } from '../calls.ts';
import {
  asOfPast,
  contextAt,
  type ReportRequest,
  type ReportResult,
  resolveQuery,
  runReport,
} from '../run-report.ts';
import type { Site } from '../site/site.ts';
import { headlineOf } from './headline-of.ts';
import { DIFFERS, isSameValue } from './pin-schema.ts';

/** A property of a user in Jira has room for a few pins of so many figures; those of the headline are the first. */
const MAX_FIGURES = 100;

/** A result that the page computed, and how old its data are. */
export type PageResult = ReportResult & { readonly age: DataAge | null };

/** All figures, and those that stand for them. */
export const figuresOf = (result: PageResult) => {
  const { report, settings } = result.request;
  const title = report.title(settings);
  const json = answerJson({ ...result, title, eyes: null, problems: [] });
  const figures = json.figures.map(({ key, value }) => ({ key, value }));
  return { figures, headline: headlineOf(result, json) };
};

/** What is pinned of a result. */
export async function pinResult(engine: Engine, result: PageResult): Promise<PagePin> {
  const { request, context, computed } = result;
  const { report, settings, jql, readerJql = jql } = request;
  const { figures, headline } = figuresOf(result);
  if (figures.length === 0)
    throw new Error('The report has no figures now: there is nothing to pin.');
  const issues = await issuesOf(engine, result);
  const hash = await hashOf(report.id, figures, issues);
  const pinned: PinnedFigures = {
    asOf: new Date(context.asOf).toISOString(),
    question: {
      report: report.id,
      jql: readerJql,
      settings: report.settings.serialize(settings),
      timeZone: context.zone,
    },
    ...(computed.onPeople && {
      people: pinnedPolicy(context),
    }),
    headline: [...headline],
    figures: figures.slice(0, MAX_FIGURES),
    ...(hash !== null && { hash }),
  };
  return { figures: pinned, issues };
}

/** Ids of all issues, ascending. */
async function issuesOf(engine: Engine, { loaded }: PageResult): Promise<readonly string[]> {
  if (loaded.issueCount === 0) return [];
  const rows = Uint32Array.from({ length: loaded.issueCount }, (_, row) => row);
  const listed = await engine.rows({ dataset: loaded.id, rows });
  return listed.map(({ id }) => String(id)).sort((a, b) => Number(a) - Number(b));
}

/** Null outside of HTTPS, where browsers have no SHA-256. It leaves out rows of people, so that it tells of nobody. */
async function hashOf(
  report: string,
  figures: PinnedFigures['figures'],
  issues: readonly string[],
): Promise<string | null> {
  const { subtle } = globalThis.crypto;
  if (!subtle) return null;
  const own = figures.filter(({ key }) => !/(^|\/)person:/.test(key));
  const text = JSON.stringify({ report, figures: own, issues });
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}

interface CompareArgs {
  readonly site: Site;
  readonly now: Instant;
  readonly age: DataAge | null;
  readonly signal: AbortSignal;
}

/** A pin beside what its question gives as of its time, and now. */
export async function comparePin(
  engine: Engine,
  { asOf, question, headline, figures }: SavedPin,
  { site, now, age, signal }: CompareArgs,
): Promise<PinComparison> {
  const report = question && (await findReport(question.report));
  if (!question || !report)
    return { headline: [], differs: null, doubts: ['Its report is not in this version.'] };
  const request: ReportRequest = {
    report,
    jql: question.jql,
    settings: report.settings.parse(question.settings).value,
    contextAt: at => contextAt({ site, zone: question.timeZone }, at),
  };
  const compute = async (asked: ReportRequest, at: Instant) => {
    const resolved = await resolveQuery(engine, asked, at);
    const result = await runReport(engine, resolved, { now: at, age, signal });
    if (!result) throw new Error('The load was cancelled.');
    const found = figuresOf({ ...result, age });
    return {
      values: new Map(found.figures.map(each => [each.key, each.value])),
      texts: new Map(found.headline.map(each => [each.key, each.text])),
    };
  };
  const at = Date.parse(asOf);
  const [replayed, present] = await Promise.all([
    compute(asOfPast(request, at), at),
    compute(request, presentOf(age, now)),
  ]);
  const differs = figures.some(
    ({ key, value }) => !isSameValue(value, replayed.values.get(key) ?? null),
  );
  return {
    headline: headline.map(({ key }) => ({
      key,
      replayed: replayed.texts.get(key) ?? null,
      now: present.texts.get(key) ?? null,
    })),
    differs: differs ? DIFFERS : null,
    doubts: [],
  };
}
