import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { answerJson } from '@tallyboard/engine/ask/answer.ts';
import { answerQuestion, type ReportAnswer } from '@tallyboard/engine/ask/answer-report.ts';
import { shownCoverage } from '@tallyboard/engine/ask/shown-coverage.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import { findByName } from '@tallyboard/reports/find-by-name.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import { readArguments } from '../arguments.ts';
import { askedBy } from '../asked.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { DEFAULT_FOLDER, withFolder } from '../data-folder.ts';
import { figurePage } from '../figure-page.ts';
import { openSource } from '../jira-source.ts';
import { writeOut } from '../out-file.ts';
import { progressLine } from '../progress.ts';
import { type PublishedReport, publishedIndex } from '../published-index.ts';
import { reportFile } from '../report-file.ts';

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    data: { type: 'string' },
    out: { type: 'string' },
    'time-zone': { type: 'string' },
  });
  const { out, data = DEFAULT_FOLDER } = values;
  if (out === undefined) throw new UsageError('Name the folder to write with --out DIR.');
  const now = Date.now();
  const saved = await withFolder(data, store => store.savedReports.all());
  const chosen = positionals.length === 0 ? saved : positionals.map(name => find(saved, name));
  if (chosen.length === 0)
    throw new CommandError(`There is no saved report in '${data}': save one on the page first.`);
  const page = await figurePage();
  await mkdir(out, { recursive: true });
  const names = new Set<string>(['index']);
  const line = progressLine(streams);
  const published: PublishedReport[] = [];
  for (const [at, { id, name, description }] of chosen.entries()) {
    line.show(`${at + 1} of ${chosen.length}: ${name}`);
    const file = `${fileName(name, names)}.html`;
    const about = { name, description };
    try {
      const { html, ...said } = await made(id, { ...values, data }, { page, now, streams });
      await writeOut(join(out, file), html);
      published.push({ ...about, file, ...said });
    } catch (error) {
      if (!(error instanceof QuestionError || error instanceof UsageError)) throw error;
      published.push({ ...about, problem: error.message });
    }
  }
  line.clear();
  await writeOut(join(out, 'index.html'), publishedIndex(published, now));
  for (const { name, problem } of published)
    if (problem !== undefined) streams.err.write(`Not written: ${name}. ${problem}\n`);
  const written = published.filter(({ problem }) => problem === undefined).length;
  streams.out.write(`${written} of ${chosen.length} saved reports: ${join(out, 'index.html')}\n`);
  return written === chosen.length ? 0 : 1;
}

function find(saved: readonly SavedReport[], name: string): SavedReport {
  const found = findByName('saved report', saved, name);
  if (!found.item) throw new UsageError(found.problem);
  return found.item;
}

interface Making {
  readonly page: string;
  readonly now: number;
  readonly streams: Streams;
}

/** The page of a saved report, and what its index says of it. Throws QuestionError and UsageError. */
async function made(
  id: string,
  values: { readonly data: string; readonly 'time-zone'?: string | undefined },
  { page, now, streams }: Making,
) {
  const question = await (await askedBy([id], values, now)).read();
  if (question.report.withoutIssues) throw new UsageError('It has no figures.');
  const sources: Awaited<ReturnType<typeof openSource>>[] = [];
  const openAt = async (at: number | null) => {
    const source = await openSource({ ...values, now: at ?? undefined }, streams);
    sources.push(source);
    return source;
  };
  try {
    const answer = await answerQuestion(openAt, question, { now });
    const options = { page, jira: null, chart: 1, issues: true };
    const html = String(await reportFile(answer, 'html', options));
    return { html, ...saidOf(answer) };
  } finally {
    await Promise.all(sources.map(source => source.close()));
  }
}

function saidOf(answer: ReportAnswer) {
  const { context, loaded } = answer;
  const { headline, notes } = answerJson(answer);
  const [first] = headline?.figures ?? [];
  const { complete, reasons } = shownCoverage(answer);
  const asOf = context.past ? context.asOf : loaded.fetchedAt;
  return {
    sentence:
      headline?.sentence ?? (first ? `${first.label}: ${first.text}` : (notes[0]?.text ?? '')),
    asOf: formatInstant(asOf, context.zone, `${context.dateFormat} HH:mm Z`),
    partial: complete ? null : reasons.join(' '),
  };
}

/** 'Team velocity' is 'team-velocity'; the next of this name 'team-velocity-2'. */
function fileName(name: string, taken: Set<string>): string {
  const words = [...name.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word);
  const plain = words.join('-').slice(0, 80) || 'report';
  let found = plain;
  for (let next = 2; taken.has(found); next++) found = `${plain}-${next}`;
  taken.add(found);
  return found;
}
