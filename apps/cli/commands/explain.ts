import { describeProblem, QuestionError } from '@tallyboard/engine/question-error.ts';
import { explainQuestion } from '@tallyboard/engine/why/explain-question.ts';
import { readWhy } from '@tallyboard/engine/why/read-why.ts';
import type { WhyAnswer } from '@tallyboard/engine/why/why-schema.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { askedBy, QUESTION_OPTIONS, REPORT_IDS } from '../asked.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { openSource, SOURCE_HELP, SOURCE_OPTIONS } from '../jira-source.ts';
import { progressLine } from '../progress.ts';
import { alignedTable } from '../table.ts';

export const helpValues = { ids: REPORT_IDS, source: SOURCE_HELP };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    ...QUESTION_OPTIONS,
    figure: { type: 'string' },
    since: { type: 'string' },
    format: { type: 'string' },
  });
  const now = Date.now();
  const { figure, since } = values;
  const format = oneOf('--format', values.format ?? 'table', ['table', 'json']);
  if (figure === undefined)
    throw new UsageError(
      "--figure is missing: the key of a figure, as 'report --format json' names it.",
    );
  if (since === undefined) throw new UsageError('--since is missing: a day such as 2026-03-31.');
  const { read } = await askedBy(positionals, values, now);
  const sources: Awaited<ReturnType<typeof openSource>>[] = [];
  const openAt = async (at: number | null) => {
    const source = await openSource({ ...values, now: at ?? undefined }, streams);
    sources.push(source);
    return source;
  };
  const line = progressLine(streams);
  try {
    const onProgress = (percent: number) => line.show(`${Math.round(percent)} %`);
    const why = await explainQuestion(openAt, await read(), readWhy({ since, figure }, now), {
      now,
      onProgress,
    });
    line.clear();
    streams.out.write(format === 'json' ? `${JSON.stringify(why, null, 2)}\n` : textOf(why));
    return 0;
  } catch (error) {
    line.clear();
    if (!(error instanceof QuestionError)) throw error;
    for (const problem of error.problems) streams.err.write(`${describeProblem(problem)}\n`);
    return 2;
  } finally {
    await Promise.all(sources.map(source => source.close()));
  }
}

const round = (value: number) => Math.round(value * 100) / 100;

function textOf({ story, causes, window, doubts, explained, change }: WhyAnswer): string {
  const rows = [
    ...(window ? [['', 'the window moved', '', round(window.part), '']] : []),
    ...causes.map(({ at, kind, issues, part, by }) => [
      at ?? '',
      kind,
      issues.join(' '),
      round(part),
      by ?? '',
    ]),
    [
      '',
      'explained',
      `of ${Math.round(change * 100) / 100}`,
      Math.round(explained * 100) / 100,
      '',
    ],
  ];
  const table = alignedTable({ columns: ['At', 'What', 'Issues', 'Part', 'By'], rows });
  return `${story}\n\n${table}${doubts.map(text => `Note: ${text}\n`).join('')}`;
}
