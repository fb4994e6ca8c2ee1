/** A report without a page: from a query and settings to its result, as the command line and the server answer it. */
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { withSpan } from '@tallyboard/core/tracing.ts';
import type { ColumnsOf } from '@tallyboard/dataset/source.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { splitOrderBy } from '@tallyboard/jira/jql/compose.ts';
import { withPlace } from '@tallyboard/jira/jql/query-error.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { pastTime, resolveAsOf } from '../as-of.ts';
import type { Engine } from '../calls.ts';
import { createEngine } from '../engine.ts';
import { EngineError } from '../failure.ts';
import {
  asOfPast,
  contextAt,
  missingIssues,
  type ReportRequest,
  type ReportResult,
  resolveQuery,
  runReport,
} from '../run-report.ts';
import type { Site } from '../site/site.ts';
import { type GivenSettings, mergeShared, type Problem } from './given-settings.ts';
import { withBoards } from './unknown-board.ts';

/** A Jira to read from, real or built in. */
export interface ReportSource {
  readonly client: JiraClient;
  readonly request: RequestFunction;
  /** Undefined for a real Jira. */
  readonly columns: ColumnsOf | undefined;
  /** Age of the data of a mirror; null for other sources. */
  readonly age: DataAge | null;
}

export interface ReportQuestion {
  readonly report: AnyReport;
  /** Undefined for a report with a query of its own. */
  readonly jql: string | undefined;
  readonly settings: GivenSettings;
  readonly asOf: Instant;
  /** `asOf` was asked for: only what was known then counts. */
  readonly isPast: boolean;
  /** Of days; undefined: the reader's, else the machine's. */
  readonly zone: ZoneId | undefined;
}

export interface ReportAnswer extends ReportResult {
  readonly issues: readonly Issue[];
  /** Issues as lists show them. */
  readonly rows: (rows: Uint32Array) => Promise<readonly IssueRow[]>;
  readonly age: DataAge | null;
  /** Settings that cannot be used. */
  readonly problems: readonly Problem[];
}

/** A report whose settings choose no issues needs a query. */
export class MissingQueryError extends Error {
  override readonly name = 'MissingQueryError';
}

/** The time of a day or a rule, by the zone of the site and the board of the settings; null for now. Throws QuestionError, and errors of the source. */
export async function answerAsOf(
  { client, request, columns }: ReportSource,
  { report, jql = '', settings: own, asOf: now, zone: ownZone }: ReportQuestion,
  stored: string,
): Promise<Instant | null> {
  const engine = createEngine({ request, columns, now: () => now, warn: () => {} });
  try {
    const site = await startSite(engine, client);
    const { value } = await mergeShared(report, site.settings, own);
    const boardId = Number(report.settings.serialize(value).boardId) || null;
    const present = { now, zone: zoneOf(ownZone, site), weekStart: site.settings.weekStart };
    const scope = { boardId, jql, project: null };
    return (await resolveAsOf(engine, stored, scope, present))?.at ?? null;
  } catch (error) {
    throw await withBoards(causeOf(error), client);
  }
}

/** The reader's zone, why the site lacks issues, and what figures as of a time are computed with. */
export async function readSiteState(
  { client, request, columns }: ReportSource,
  asOf: Instant,
  own?: ZoneId,
) {
  const engine = createEngine({ request, columns, now: () => asOf, warn: () => {} });
  const site = await startSite(engine, client).catch(throwCause);
  const zone = zoneOf(own, site);
  return { zone, reasons: missingIssues(site), context: contextAt({ site, zone }, asOf) };
}

/** A report as of a time, a day or a rule; null: now. `openAt` opens the Jira whose queries are of a time. */
export async function answerAt(
  openAt: (at: Instant) => Promise<ReportSource>,
  question: Omit<ReportQuestion, 'asOf' | 'isPast'>,
  { asOf, now }: { readonly asOf: Instant | string | null; readonly now: Instant },
): Promise<ReportAnswer> {
  const present = { ...question, asOf: now, isPast: false };
  const past =
    typeof asOf === 'string'
      ? await answerAsOf(await openAt(now), present, asOf)
      : asOf && pastTime(asOf, now);
  const source = await openAt(past ?? now);
  const at = past ?? presentOf(source.age, now);
  return answerReport(source, { ...question, asOf: at, isPast: past !== null });
}

const startSite = (engine: Engine, { flavour }: JiraClient) =>
  engine.start({ info: { ...parseHostInfo(''), flavour }, gadget: true });

const zoneOf = (own: ZoneId | undefined, { currentUser }: Site): ZoneId =>
  own ?? currentUser?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Runs a report as pages do, on an engine in this process. Throws MissingQueryError, QuestionError, QueryError, and errors of the source. */
export async function answerReport(
  { client, request: send, columns, age }: ReportSource,
  { report, jql: written, settings: own, asOf, isPast, zone: ownZone }: ReportQuestion,
  onProgress?: (percent: number) => void,
): Promise<ReportAnswer> {
  const given = isPast && written !== undefined ? withExisting(written) : written;
  const engine = createEngine({ request: send, columns, now: () => asOf, warn: () => {} });
  const site = await startSite(engine, client).catch(throwCause);
  const zone = zoneOf(ownZone, site);
  const { value: settings, problems } = await mergeShared(report, site.settings, own);
  const request: ReportRequest = {
    report,
    jql: given ?? '',
    settings,
    contextAt: at => contextAt({ site, zone }, at),
  };
  const asked = isPast ? asOfPast(request, asOf) : request;
  const resolved = await resolveQuery(engine, asked, asOf).catch(async (error: unknown) => {
    throw await withBoards(causeOf(error), client);
  });
  if (given === undefined && resolved === asked) throw new MissingQueryError();
  const result = await runReport(withSpans(engine), resolved, {
    now: asOf,
    age,
    ...(onProgress && { onProgress }),
  }).catch(async (error: unknown) => {
    throw withPlace(await withBoards(causeOf(error), client), resolved.jql);
  });
  if (result === null) throw new Error('The load was cancelled.');
  const { loaded } = result;
  const issues = loaded.issueCount > 0 ? engine.dataset(loaded.id).issues : [];
  const rows = async (wanted: Uint32Array) =>
    issues.length > 0 ? engine.rows({ dataset: loaded.id, rows: wanted }) : [];
  return { ...result, issues, rows, age, problems };
}

/** Loading issues and computing the report are spans. */
const withSpans = (engine: Engine): Engine => ({
  ...engine,
  load: (args, watch) =>
    withSpan(
      'load',
      {},
      () => engine.load(args, watch),
      loaded => ({
        'tallyboard.issues': loaded?.issueCount ?? 0,
        'tallyboard.complete': loaded?.coverage.complete ?? false,
      }),
    ),
  compute: (args, watch) =>
    withSpan('compute', { 'tallyboard.report': args.report }, () => engine.compute(args, watch)),
});

/**
 * A query without a clause with one for all issues, also those created since, which tell whether there were any; the
 * loader's own would leave out those updated since.
 */
function withExisting(jql: string): string {
  const { where, orderBy } = splitOrderBy(jql);
  return where === '' ? `created >= "1970-01-01" ${orderBy}`.trim() : jql;
}

/** Jira's error behind an engine error. */
const causeOf = (error: unknown): unknown =>
  error instanceof EngineError ? (error.cause ?? error) : error;

function throwCause(error: unknown): never {
  throw causeOf(error);
}
