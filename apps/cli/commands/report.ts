import { IN_THE_FUTURE, isFutureTime, parseAsOf } from '@tallyboard/core/time/as-of.ts';
import { noIssueYet } from '@tallyboard/engine/no-issue-yet.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import {
  answerAsOf,
  answerReport,
  MissingQueryError,
  type ReportAnswer,
  type ReportQuestion,
} from '@tallyboard/engine/ask/answer-report.ts';
import { packView } from '@tallyboard/engine/ask/figure-view.ts';
import {
  describeProblem,
  type GivenSettings,
  readGiven,
} from '@tallyboard/engine/ask/given-settings.ts';
import { reportJson, tableOf } from '@tallyboard/engine/ask/answer.ts';
import { writeJson } from '@tallyboard/engine/ask/write-json.ts';
import { presentOf } from '@tallyboard/hosts/data-age.ts';
import { describeDataAge } from '@tallyboard/hosts/describe-data-age.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { figureFile } from '@tallyboard/report-service/figure-page.ts';
import { aboutReport, REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { unknownReport } from '@tallyboard/reports/find-by-name.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { oneOf, readArguments, readInstant, readZone } from '../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { DEFAULT_FOLDER } from '../data-folder.ts';
import { figurePage } from '../figure-page.ts';
import { openSource, SOURCE_HELP, SOURCE_OPTIONS, type SourceArguments } from '../jira-source.ts';
import { progressLine } from '../progress.ts';
import { findSaved, type SavedQuestion } from '../saved-report.ts';
import { settingsHelp } from '../settings-help.ts';
import { alignedTable } from '../table.ts';

const IDS = REPORTS.map(({ id }) => id).join(', ');
const FORMATS = ['table', 'json', 'csv', 'html'] as const;

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
  const saved = await savedOf(positionals, values);
  const chosen = saved?.report ?? (await reportOf(positionals));
  const jql = saved?.jql ?? values.jql;
  if (jql === undefined && !chosen.query) throw new UsageError(NO_JQL);
  const format = oneOf('--format', values.format ?? 'table', FORMATS);
  const asOf = values['as-of'] ?? saved?.asOf;
  const zone = values['time-zone'] === undefined ? undefined : readZone(values['time-zone']);
  const own = givenSettings(chosen, values.settings, saved?.settings);
  if (own.problems.length > 0 && !values.lenient) return refuse(chosen, own, format, streams);
  const page = format === 'html' ? await pageFor(chosen) : null;
  const question = { report: chosen, jql, settings: own, zone };
  const now = asOf === undefined ? undefined : await timeOf(asOf, question, values, streams);
  const source = await openSource({ ...values, now }, streams);
  try {
    const line = progressLine(streams);
    const at = now ?? presentOf(source.age, Date.now());
    const answer = await answerReport(
      source,
      { ...question, asOf: at, isPast: now !== undefined },
      percent => line.show(`${Math.round(percent)} %`),
    ).catch((error: unknown) => {
      if (error instanceof QuestionError) throw new UsageError(error.message);
      throw error instanceof MissingQueryError ? new UsageError(NO_JQL) : error;
    });
    line.clear();
    for (const problem of answer.problems) streams.err.write(`${describeProblem(problem)}\n`);
    if (page !== null) {
      const jira = values.url?.replace(/\/+$/, '') ?? null;
      const data = { view: await packView(answer, 'file'), jira, page: null };
      streams.out.write(figureFile(page, data));
    } else write(format, answer, !values['no-issues'], streams);
    if (format !== 'json') writeDoubts(answer, streams);
    return 0;
  } finally {
    await source.close();
  }
}

/** The page that HTML is made of. */
async function pageFor({ id, withoutIssues }: AnyReport): Promise<string> {
  if (withoutIssues)
    throw new UsageError(`The report '${id}' has no figures: no HTML is made of it.`);
  return figurePage();
}

/** A time as it is written, or that of a day or a rule on the data as they are now; undefined for now. */
async function timeOf(
  asOf: string,
  question: Omit<ReportQuestion, 'asOf' | 'isPast'>,
  from: SourceArguments,
  streams: Streams,
): Promise<number | undefined> {
  if (parseAsOf(asOf) === null) {
    const at = readInstant(asOf);
    if (isFutureTime(at, Date.now())) throw new UsageError(IN_THE_FUTURE);
    return at;
  }
  const source = await openSource(from, streams);
  try {
    const now = presentOf(source.age, Date.now());
    return (await answerAsOf(source, { ...question, asOf: now, isPast: false }, asOf)) ?? undefined;
  } catch (error) {
    throw error instanceof QuestionError ? new UsageError(error.message) : error;
  } finally {
    await source.close();
  }
}

/** Those of --settings, on top of those of a saved report. */
function givenSettings(
  report: AnyReport,
  text: string | undefined,
  saved: SavedQuestion['settings'] = {},
): GivenSettings {
  if (text === undefined) return { stored: saved, problems: [] };
  const given = readGiven(report, parseJson(text), '--settings');
  return { ...given, stored: { ...saved, ...given.stored } };
}

/** The saved report of this name; null where a report has it. */
async function savedOf(
  [name, ...more]: readonly string[],
  values: {
    readonly data?: string | undefined;
    readonly url?: string | undefined;
    readonly jql?: string | undefined;
  },
): Promise<SavedQuestion | null> {
  const isPlain = name === undefined || more.length > 0 || values.url !== undefined;
  if (isPlain || aboutReport(name)) return null;
  return findSaved(values.data ?? DEFAULT_FOLDER, name, values);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`--settings is not JSON: ${(cause as Error).message}`, { cause });
  }
}

async function reportOf(positionals: readonly string[]): Promise<AnyReport> {
  const [id, ...more] = positionals;
  if (id === undefined) throw new UsageError(`The report is missing. There are: ${IDS}.`);
  if (more.length > 0) throw new UsageError(`One report only, not also '${more.join("', '")}'.`);
  const found = await findReport(id);
  if (!found) throw new UsageError(unknownReport(id));
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

function write(
  format: (typeof FORMATS)[number],
  answer: ReportAnswer,
  withIssues: boolean,
  { out, err }: Streams,
): void {
  if (format === 'json') {
    writeJson(reportJson(answer, withIssues ? null : new Map()), piece => out.write(piece));
    return void out.write('\n');
  }
  const table = tableOf(answer);
  const plain = plainTable(table);
  const none = noIssueYet(answer);
  if (none !== null) (format === 'csv' ? err : out).write(`${none}\n`);
  if (format === 'csv') return void out.write(csvText(plain));
  if (none !== null) return;
  const { emptyText = 'No data.', withoutIssues } = answer.request.report;
  const isEmpty = answer.issues.length === 0 || table.rows.length === 0;
  out.write(isEmpty && !withoutIssues ? `${emptyText}\n` : alignedTable(plain));
}

/** Warnings go to stderr, so that programs can parse stdout. */
function writeDoubts(answer: ReportAnswer, { err }: Streams): void {
  const { request, context, loaded, computed, age } = answer;
  const { report: chosen } = request;
  if (age) err.write(`${describeDataAge(age, context.zone, Date.now())}\n`);
  const why = chosen.whyEmpty?.(computed.result) ?? null;
  if (why !== null && tableOf(answer).rows.length === 0) err.write(`No data: ${why}\n`);
  for (const reason of loaded.coverage.reasons) err.write(`Not complete: ${reason}\n`);
  for (const warning of loaded.warnings) err.write(`Jira says: ${warning}\n`);
  if (noIssueYet(answer) !== null) return;
  for (const doubt of chosen.doubts?.(computed.result) ?? []) err.write(`Note: ${doubt}\n`);
  for (const { text, issues } of computed.notes)
    err.write(`Note: ${text}${issues.length > 0 ? ` (${issues.length})` : ''}\n`);
}
