import { createEngine } from '@tallyboard/engine/engine.ts';
import { EngineError } from '@tallyboard/engine/failure.ts';
import {
  asOfPast,
  contextAt,
  type ReportRequest,
  resolveQuery,
  runReport,
} from '@tallyboard/engine/run-report.ts';
import { presentOf } from '@tallyboard/hosts/data-age.ts';
import { describeDataAge } from '@tallyboard/hosts/describe-data-age.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { splitOrderBy } from '@tallyboard/jira/jql/compose.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { plainDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { aboutReport, REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { oneOf, readArguments, readInstant, readZone } from '../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { describeProblem, type GivenSettings, mergeShared, readGiven } from '../given-settings.ts';
import { type JiraSource, openSource, SOURCE_HELP, SOURCE_OPTIONS } from '../jira-source.ts';
import { withPlace } from '../jql-error.ts';
import { keysOf, plainResult } from '../plain-result.ts';
import { progressLine } from '../progress.ts';
import { settingsHelp } from '../settings-help.ts';
import { alignedTable } from '../table.ts';

const IDS = REPORTS.map(({ id }) => id).join(', ');
const FORMATS = ['table', 'json', 'csv'] as const;

export const helpValues = { ids: IDS, source: SOURCE_HELP };

export async function helpFor(args: readonly string[]): Promise<string | null> {
  const id = args.find(arg => aboutReport(arg));
  const chosen = id === undefined ? undefined : await findReport(id);
  return chosen ? settingsHelp(chosen) : null;
}

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    jql: { type: 'string' },
    settings: { type: 'string' },
    format: { type: 'string' },
    'as-of': { type: 'string' },
    'time-zone': { type: 'string' },
    lenient: { type: 'boolean' },
    'no-issues': { type: 'boolean' },
  });
  const chosen = await reportOf(positionals);
  if (values.jql === undefined && !chosen.query) throw new UsageError(NO_JQL);
  const format = oneOf('--format', values.format ?? 'table', FORMATS);
  const now = values['as-of'] === undefined ? undefined : readInstant(values['as-of']);
  const zone = values['time-zone'] === undefined ? undefined : readZone(values['time-zone']);
  const own = readGiven(chosen, values.settings);
  if (own.problems.length > 0 && !values.lenient) return refuse(chosen, own, format, streams);
  const source = await openSource({ ...values, now });
  try {
    const asOf = now ?? presentOf(source.age, Date.now());
    const { jql: given } = values;
    const jql = now === undefined || given === undefined ? given : withExisting(given);
    const asked = { chosen, jql, own, asOf, isPast: now !== undefined, zone };
    const run = await runOn(source, asked, streams).catch((error: unknown) => {
      throw causeOf(error);
    });
    streams.out.write(written(format, run, !values['no-issues']));
    if (format !== 'json') writeDoubts(run, streams);
    return 0;
  } finally {
    await source.close();
  }
}

/**
 * A query without a clause with one for the issues that exist by then; the loader's own clause for all issues would
 * leave out those updated since.
 */
function withExisting(jql: string): string {
  const { where, orderBy } = splitOrderBy(jql);
  return where === '' ? `created <= now() ${orderBy}`.trim() : jql;
}

async function reportOf(positionals: readonly string[]): Promise<AnyReport> {
  const [id, ...more] = positionals;
  if (id === undefined) throw new UsageError(`The report is missing. There are: ${IDS}.`);
  if (more.length > 0) throw new UsageError(`One report only, not also '${more.join("', '")}'.`);
  const found = await findReport(id);
  if (!found) throw new UsageError(`There is no report '${id}'. There are: ${IDS}.`);
  return found;
}

/** Prints the problems of --settings; nothing is loaded. */
function refuse(
  { id }: AnyReport,
  { problems }: GivenSettings,
  format: (typeof FORMATS)[number],
  { out, err }: Streams,
): ExitCode {
  for (const problem of problems) err.write(`${describeProblem(problem)}\n`);
  err.write(`tallyboard report ${id} --help lists the settings; --lenient ignores these.\n`);
  if (format === 'json') out.write(`${JSON.stringify({ report: id, problems }, null, 2)}\n`);
  return 2;
}

const NO_JQL = '--jql is missing.';

interface RunArguments {
  readonly chosen: AnyReport;
  readonly own: GivenSettings;
  /** Undefined for a report with a query of its own. */
  readonly jql: string | undefined;
  readonly asOf: number;
  /** `asOf` was given. */
  readonly isPast: boolean;
  readonly zone: string | undefined;
}

type Run = Awaited<ReturnType<typeof runOn>>;

/** Runs a report as pages do, on an engine in this process. */
async function runOn(
  { client, request: send, columns, age }: JiraSource,
  { chosen, jql: given, own, asOf, isPast, zone: ownZone }: RunArguments,
  streams: Streams,
) {
  const line = progressLine(streams);
  const engine = createEngine({ request: send, columns, now: () => asOf, warn: () => {} });
  const site = await engine.start({
    info: { ...parseHostInfo(''), flavour: client.flavour },
    gadget: true,
  });
  const zone =
    ownZone ?? site.currentUser?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { value: settings, problems } = await mergeShared(chosen, site.settings, own);
  for (const problem of problems) streams.err.write(`${describeProblem(problem)}\n`);
  const request: ReportRequest = {
    report: chosen,
    jql: given ?? '',
    settings,
    contextAt: at => contextAt({ site, zone }, at),
  };
  const asked = isPast ? asOfPast(request, asOf) : request;
  const resolved = await resolveQuery(engine, asked, asOf);
  if (given === undefined && resolved === asked) throw new UsageError(NO_JQL);
  const { jql } = resolved;
  const result = await runReport(engine, resolved, {
    now: asOf,
    age,
    fresh: false,
    onProgress: percent => line.show(`${Math.round(percent)} %`),
  }).catch((error: unknown) => {
    throw withPlace(causeOf(error), jql);
  });
  line.clear();
  if (result === null) throw new Error('The load was cancelled.');
  const { loaded, computed, context } = result;
  const issues = loaded.issueCount > 0 ? engine.dataset(loaded.id).issues : [];
  const table = chosen.table(computed.result, resolved.settings, context);
  return { ...result, issues, age, problems, table };
}

/** Jira's error behind an engine error. */
const causeOf = (error: unknown): unknown =>
  error instanceof EngineError ? (error.cause ?? error) : error;

function written(format: (typeof FORMATS)[number], run: Run, withIssues: boolean): string {
  if (format === 'json') return `${JSON.stringify(jsonOf(run, withIssues), null, 2)}\n`;
  const table = plainTable(run.table);
  if (format === 'csv') return csvText(table);
  const { emptyText = 'No data.', withoutIssues } = run.request.report;
  const isEmpty = run.issues.length === 0 || run.table.rows.length === 0;
  return isEmpty && !withoutIssues ? `${emptyText}\n` : alignedTable(table);
}

function jsonOf(run: Run, withIssues: boolean) {
  const { request, context, loaded, issues, computed, age, problems } = run;
  const { report: chosen, settings, jql } = request;
  // Results name the same issues many times.
  const all = issues.map(({ key }) => ({ key }));
  return {
    report: chosen.id,
    settings: chosen.settings.serialize(settings),
    jql,
    asOf: new Date(context.asOf).toISOString(),
    timeZone: context.zone,
    ...(computed.done && { doneRule: plainDone(computed.done) }),
    ...(age && { dataAsOf: age.asOf === null ? null : new Date(age.asOf).toISOString() }),
    coverage: loaded.coverage,
    problems,
    notes: computed.notes.map(({ code, text, issues }) => ({
      code,
      text,
      issues: withIssues ? keysOf(issues, all) : issues.length,
    })),
    result: Object.assign(
      plainResult(computed.result, all, chosen.milliseconds, withIssues) as object,
      withIssues && chosen.records?.(computed.result, row => all[row]?.key ?? '?'),
    ),
  };
}

/** Warnings go to stderr, so that programs can parse stdout. */
function writeDoubts(run: Run, { err }: Streams): void {
  const { request, context, loaded, computed, table } = run;
  const { report: chosen } = request;
  if (run.age) err.write(`${describeDataAge(run.age, context.zone, Date.now())}\n`);
  const why = chosen.whyEmpty?.(computed.result) ?? null;
  if (why !== null && table.rows.length === 0) err.write(`No data: ${why}\n`);
  for (const reason of loaded.coverage.reasons) err.write(`Not complete: ${reason}\n`);
  for (const warning of loaded.warnings) err.write(`Jira says: ${warning}\n`);
  for (const doubt of chosen.doubts?.(computed.result) ?? []) err.write(`Note: ${doubt}\n`);
  for (const { text, issues } of computed.notes)
    err.write(`Note: ${text}${issues.length > 0 ? ` (${issues.length})` : ''}\n`);
}
