/** A report without a page: from a query and settings to its result, as the command line and the server answer it. */
import { allIssues } from '@tallyboard/core/measure/rows.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import type { ColumnsOf } from '@tallyboard/dataset/source.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { splitOrderBy } from '@tallyboard/jira/jql/compose.ts';
import { withPlace } from '@tallyboard/jira/jql/query-error.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { AsOfError, pastTime, resolveAsOf } from '../as-of.ts';
import { asOfScope } from '../as-of-words.ts';
import type { Engine } from '../calls.ts';
import { createEngine } from '../engine.ts';
import { EngineError } from '../failure.ts';
import { QuestionError } from '../question-error.ts';
import {
  asOfPast,
  contextAt,
  missingIssues,
  type ReportRequest,
  type ReportResult,
  type RunOptions,
  resolveQuery,
  runReport,
} from '../run-report.ts';
import type { Site } from '../site/site.ts';
import { mergeShared, type SettingProblem } from './given-settings.ts';
import type { Question } from './question.ts';
import { needsQueryText } from './read-question.ts';
import { resolveScope } from './resolve-scope.ts';
import { withBoards } from './unknown-board.ts';

/** A Jira to read from, real or built in. */
export interface ReportSource {
  readonly client: JiraClient;
  readonly request: RequestFunction;
  /** Undefined for a real Jira. */
  readonly columns: ColumnsOf | undefined;
  /** Age of the data of a mirror; null for other sources. */
  readonly age: DataAge | null;
  /** Read with a token whose owner is not who asks: answers name the owner. */
  readonly eyes?: 'token';
  /** The answer is sent, or handed on without names: no exception from the policy of figures on people holds. */
  readonly forOthers?: boolean;
}

export interface ReportAnswer extends ReportResult {
  /** Names fields as the site does. */
  readonly title: string;
  /** By row. */
  readonly issues: readonly Issue[];
  /** As of today, whatever the time of the question. */
  readonly dataset: () => Dataset;
  /** Issues as lists show them. */
  readonly rows: (rows: Uint32Array) => Promise<readonly IssueRow[]>;
  readonly age: DataAge | null;
  /** Whose rights the figures have, where these are not those of who asks. */
  readonly eyes: string | null;
  /** Settings that cannot be used. */
  readonly problems: readonly SettingProblem[];
}

/** The time of a day or a rule, by the zone of the site and the board of the settings; null for now. Throws QuestionError, and errors of the source. */
async function timeOf(
  source: ReportSource,
  { report, scope, settings: own, timeZone }: Question,
  stored: string,
  now: Instant,
): Promise<Instant | null> {
  const { client } = source;
  const engine = openEngine(source, now);
  try {
    const site = await startSite(engine, client);
    const { value } = await mergeShared(report, site.settings, own);
    const present = { now, zone: zoneOf(timeZone, site), weekStart: site.settings.weekStart };
    const { jql } = await resolveScope(engine, scope, client.flavour);
    const time = await resolveAsOf(engine, stored, asOfScope(report, value, jql, null), present);
    return time?.at ?? null;
  } catch (error) {
    throw await withBoards(causeOf(error), client);
  }
}

/** Names the member in what is wrong with a time. */
function throwAsOf(error: unknown): never {
  throw error instanceof AsOfError
    ? new QuestionError([{ path: 'asOf', text: error.message }])
    : error;
}

/** The reader's zone, why the site lacks issues, and what figures as of a time are computed with. */
export async function readSiteState(
  source: ReportSource,
  asOf: Instant,
  own: ZoneId | null = null,
) {
  const { client, eyes } = source;
  const engine = openEngine(source, asOf);
  const site = await startSite(engine, client).catch(throwCause);
  const zone = zoneOf(own, site);
  const context = contextAt({ site, zone, ...(eyes && { reader: null }) }, asOf);
  return { zone, reasons: missingIssues(site), site, context };
}

export interface AnswerOptions extends Pick<RunOptions, 'since'> {
  readonly now: Instant;
  readonly onProgress?: (percent: number) => void;
  /** Wraps the engine that loads and computes, as to trace its calls. */
  readonly watch?: (engine: Engine) => Engine;
}

/** A question on an engine that answers it under other settings too. */
export interface OpenAnswer {
  readonly report: AnyReport;
  readonly settings: unknown;
  /** The shared ones of the site. */
  readonly site: Site;
  readonly engine: Engine;
  /** By default under the settings of the question. */
  readonly run: (settings?: unknown) => Promise<ReportAnswer>;
}

/**
 * Opens a question. `openAt` opens the Jira, whose queries are of that time where it can do so; null is now. Throws QuestionError,
 * QueryError, and errors of the source.
 */
export async function openAnswer(
  openAt: (at: Instant | null) => Promise<ReportSource>,
  question: Question,
  { now, since, onProgress, watch }: AnswerOptions,
): Promise<OpenAnswer> {
  const { asOf } = question;
  const pastOf = async () =>
    typeof asOf === 'string'
      ? timeOf(await openAt(null), question, asOf, now)
      : asOf && pastTime(asOf, now);
  const past = await pastOf().catch(throwAsOf);
  const source = await openAt(past);
  const at = past ?? presentOf(source.age, now);
  return openAnswerAt(source, question, {
    asOf: at,
    isPast: past !== null,
    since,
    onProgress,
    watch,
  });
}

/** Answers a question: see openAnswer. */
export async function answerQuestion(
  ...args: Parameters<typeof openAnswer>
): Promise<ReportAnswer> {
  const { run } = await openAnswer(...args);
  return run();
}

const same = (engine: Engine) => engine;

/** The server's token is of nobody who looks. */
const openEngine = (
  { request, columns, eyes, forOthers = eyes !== undefined }: ReportSource,
  at: Instant,
) => createEngine({ request, columns, now: () => at, warn: () => {}, forOthers });

const startSite = (engine: Engine, { flavour }: JiraClient) =>
  engine.start({ info: { ...parseHostInfo(''), flavour }, gadget: true });

const zoneOf = (own: ZoneId | null, { currentUser }: Site): ZoneId =>
  own ?? currentUser?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Moment {
  readonly asOf: Instant;
  /** `asOf` was asked for: only what was known then counts. */
  readonly isPast: boolean;
  readonly since?: Instant | undefined;
  readonly onProgress?: AnswerOptions['onProgress'] | undefined;
  readonly watch?: AnswerOptions['watch'] | undefined;
}

/** A question on an engine in this process, before its report builds its query. */
export interface OpenQuestion {
  readonly engine: ReturnType<typeof createEngine>;
  readonly site: Site;
  readonly zone: ZoneId;
  readonly request: ReportRequest;
  readonly problems: readonly SettingProblem[];
  /** It names no issues: its report must choose them. */
  readonly needsQuery: boolean;
}

/** Throws QuestionError, and errors of the source. */
export async function openQuestion(
  source: ReportSource,
  { report, scope, settings: own, timeZone, notes: asked = [] }: Question,
  { asOf, isPast }: Pick<Moment, 'asOf' | 'isPast'>,
): Promise<OpenQuestion> {
  const { client, eyes } = source;
  const engine = openEngine(source, asOf);
  const site = await startSite(engine, client).catch(throwCause);
  const { jql: written, notes = [] } = await resolveScope(engine, scope, client.flavour).catch(
    refusedBy(client),
  );
  const given = isPast && written !== null ? withExisting(written) : written;
  const zone = zoneOf(timeZone, site);
  const { value: settings, problems } = await mergeShared(report, site.settings, own);
  const request: ReportRequest = {
    report,
    jql: given ?? '',
    settings,
    contextAt: at => contextAt({ site, zone, ...(eyes && { reader: null }) }, at),
    notes: [...asked, ...notes],
  };
  return { engine, site, zone, request, problems, needsQuery: given === null };
}

const refusedBy =
  (client: JiraClient) =>
  async (error: unknown): Promise<never> => {
    throw await withBoards(causeOf(error), client);
  };

/** Runs a report as pages do. */
async function openAnswerAt(
  source: ReportSource,
  question: Question,
  { asOf, isPast, since, onProgress, watch = same }: Moment,
): Promise<OpenAnswer> {
  const { client, age } = source;
  const { report } = question;
  const { engine, site, request, problems, needsQuery } = await openQuestion(source, question, {
    asOf,
    isPast,
  });
  const run = async (settings = request.settings): Promise<ReportAnswer> => {
    const own = settings === request.settings ? request : { ...request, settings };
    const timed = isPast ? asOfPast(own, asOf) : own;
    const resolved = await resolveQuery(engine, timed, asOf).catch(refusedBy(client));
    if (needsQuery && resolved === timed)
      throw new QuestionError([{ path: 'jql', text: needsQueryText(report) }]);
    const result = await runReport(watch(engine), resolved, {
      now: asOf,
      age,
      since,
      ...(onProgress && { onProgress }),
    }).catch(async (error: unknown) => {
      throw withPlace(await withBoards(causeOf(error), client), resolved.jql);
    });
    if (result === null) throw new Error('The load was cancelled.');
    return answerOf(result, { source, engine, site, problems });
  };
  return { report, settings: request.settings, site, engine, run };
}

interface AnswerParts {
  readonly source: ReportSource;
  readonly engine: ReturnType<typeof createEngine>;
  readonly site: Site;
  readonly problems: readonly SettingProblem[];
}

/** A result with the issues of its engine. */
export function answerOf(
  result: ReportResult,
  { source, engine, site, problems }: AnswerParts,
): ReportAnswer {
  const { loaded, request } = result;
  const title = request.report.title(request.settings, site.fields);
  const issues = loaded.issueCount > 0 ? allIssues(engine.dataset(loaded.id)) : [];
  const rows = async (wanted: Uint32Array) =>
    issues.length > 0 ? engine.rows({ dataset: loaded.id, rows: wanted }) : [];
  const eyes = source.eyes ? (site.currentUser?.name ?? UNKNOWN_OWNER) : null;
  const dataset = () => engine.dataset(result.base.id);
  return { ...result, title, issues, dataset, rows, age: source.age, eyes, problems };
}

const UNKNOWN_OWNER = "the owner of the server's token";

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
