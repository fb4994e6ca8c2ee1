import {
  answerJson,
  boardTableOf,
  fullJson,
  resultJson,
  tableOf,
} from '@tallyboard/engine/ask/answer.ts';
import { answerQuestion, type ReportAnswer } from '@tallyboard/engine/ask/answer-report.ts';
import { writeJson } from '@tallyboard/engine/ask/write-json.ts';
import { noIssueYet } from '@tallyboard/engine/no-issue-yet.ts';
import { describeProblem, QuestionError } from '@tallyboard/engine/question-error.ts';
import { describeDataAge } from '@tallyboard/hosts/describe-data-age.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { csvTexts } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import {
  BINARY,
  FILE_FORMATS,
  type FileFormat,
  isFileFormat,
} from '@tallyboard/service-kit/report-file.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { askedBy, QUESTION_OPTIONS, REPORT_IDS } from '../asked.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { figurePage } from '../figure-page.ts';
import { openSource, SOURCE_HELP, SOURCE_OPTIONS } from '../jira-source.ts';
import { writeOut } from '../out-file.ts';
import { progressLine } from '../progress.ts';
import { reportFile } from '../report-file.ts';
import { settingsHelp } from '../settings-help.ts';
import { alignedTable } from '../table.ts';

const FORMATS = ['table', 'json', 'csv', ...FILE_FORMATS] as const;

export const helpValues = { ids: REPORT_IDS, source: SOURCE_HELP };

export async function helpFor(args: readonly string[]): Promise<string | null> {
  const id = args.find(arg => aboutReport(arg));
  const chosen = id === undefined ? undefined : await findReport(id);
  return chosen ? settingsHelp(chosen) : null;
}

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    ...QUESTION_OPTIONS,
    format: { type: 'string' },
    out: { type: 'string' },
    chart: { type: 'string' },
    result: { type: 'boolean' },
    'no-issues': { type: 'boolean' },
  });
  const now = Date.now();
  const { asked, saved, read } = await askedBy(positionals, values, now);
  const format = oneOf('--format', values.format ?? 'table', FORMATS);
  const chart = chartNumber(values.chart, format);
  if (BINARY.has(format) && values.out === undefined)
    throw new UsageError(`--format ${format} is no text: name its file with --out FILE.`);
  const question = await read().catch((error: unknown) =>
    refuse(error, format, saved?.report.id ?? asked.report, streams),
  );
  if (question === null) return 2;
  const page = isFileFormat(format) ? await pageFor(question.report, format) : '';
  const sources: Source[] = [];
  const openAt = async (at: number | null) => {
    const source = await openSource({ ...values, now: at ?? undefined }, streams);
    sources.push(source);
    return source;
  };
  try {
    const line = progressLine(streams);
    const onProgress = (percent: number) => line.show(`${Math.round(percent)} %`);
    const answer = await answerQuestion(openAt, question, { now, onProgress }).catch(
      (error: unknown) => refuse(error, format, question.report.id, streams),
    );
    line.clear();
    if (answer === null) return 2;
    for (const problem of answer.problems)
      streams.err.write(
        `${problem.source === 'shared' ? 'Shared settings: ' : ''}${describeProblem(problem)}\n`,
      );
    if (isFileFormat(format)) {
      const jira = values.url?.replace(/\/+$/, '') ?? null;
      const issues = !values['no-issues'];
      const file = await reportFile(answer, format, { page, jira, chart, issues });
      if (values.out === undefined) streams.out.write(String(file));
      else await writeOut(values.out, file);
    } else if (values.out === undefined) write(answer, { ...values, format }, streams);
    else {
      const pieces: string[] = [];
      const out = { write: (piece: string) => pieces.push(piece) };
      write(answer, { ...values, format }, { ...streams, out });
      await writeOut(values.out, pieces.join(''));
    }
    if (format !== 'json') writeDoubts(answer, streams);
    return 0;
  } finally {
    await Promise.all(sources.map(source => source.close()));
  }
}

type Source = Awaited<ReturnType<typeof openSource>>;

/** The page that files are made of; '' for a workbook, which needs none. */
async function pageFor({ id, withoutIssues }: AnyReport, format: FileFormat): Promise<string> {
  if (withoutIssues)
    throw new UsageError(
      `The report '${id}' has no figures: no ${format.toUpperCase()} is made of it.`,
    );
  return format === 'xlsx' ? '' : figurePage();
}

/** The chart of a picture, counted from 1. Throws UsageError. */
function chartNumber(text: string | undefined, format: string): number {
  if (text === undefined) return 1;
  if (format !== 'png' && format !== 'svg')
    throw new UsageError('--chart is for the formats png and svg.');
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new UsageError(`--chart takes the number of a chart from 1, not '${text}'.`);
  return Number(text);
}

/** Prints why a question cannot be answered; nothing is loaded. */
function refuse(
  error: unknown,
  format: (typeof FORMATS)[number],
  report: unknown,
  { out, err }: Streams,
): null {
  if (!(error instanceof QuestionError)) throw error;
  const { problems } = error;
  if (problems.some(({ path }) => path === 'report')) throw new UsageError(error.message);
  for (const problem of problems) err.write(`${describeProblem(problem)}\n`);
  if (problems.some(({ path }) => !MEMBERS.has(path)))
    err.write(`tallyboard report ${report} --help lists the settings; --lenient ignores these.\n`);
  if (format === 'json') out.write(`${JSON.stringify({ report, problems }, null, 2)}\n`);
  return null;
}

const MEMBERS: ReadonlySet<string> = new Set(['jql', 'boardSet', 'asOf', 'timeZone', '']);

interface Written {
  readonly format: (typeof FORMATS)[number];
  readonly result?: boolean | undefined;
  readonly 'no-issues'?: boolean | undefined;
}

function write(answer: ReportAnswer, { format, ...values }: Written, { out, err }: Streams): void {
  if (format === 'json') {
    writeJson(jsonOf(answer, values), piece => out.write(piece));
    return void out.write('\n');
  }
  const table = tableOf(answer);
  const plain = plainTable(table);
  const none = noIssueYet(answer);
  if (none !== null) (format === 'csv' ? err : out).write(`${none}\n`);
  const byBoard = boardTableOf(answer);
  const boards = byBoard && plainTable(byBoard);
  if (format === 'csv') return void out.write(csvTexts([plain, boards]));
  if (none !== null) return;
  const { emptyText = 'No data.', withoutIssues } = answer.request.report;
  const isEmpty = answer.issues.length === 0 || table.rows.length === 0;
  out.write(isEmpty && !withoutIssues ? `${emptyText}\n` : alignedTable(plain));
  if (boards) out.write(`\n${alignedTable(boards)}`);
}

/** The answer of every door, or with the result: with its issues unless these are left out. */
function jsonOf(answer: ReportAnswer, values: Omit<Written, 'format'>): object {
  if (!values.result) return answerJson(answer);
  return values['no-issues']
    ? { ...answerJson(answer), result: resultJson(answer, new Map()) }
    : fullJson(answer);
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
  for (const { text } of computed.notes) err.write(`Note: ${text}\n`);
}
