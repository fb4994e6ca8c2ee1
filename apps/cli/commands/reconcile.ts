import { describeProblem, QuestionError } from '@tallyboard/engine/question-error.ts';
import type { ExpectedAnswer } from '@tallyboard/engine/why/expected-schema.ts';
import { readExpected } from '@tallyboard/engine/why/read-why.ts';
import { reconcileQuestion } from '@tallyboard/engine/why/reconcile-question.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { askedBy, QUESTION_OPTIONS, REPORT_IDS } from '../asked.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { openSource, SOURCE_HELP, SOURCE_OPTIONS } from '../jira-source.ts';
import { alignedTable } from '../table.ts';

export const helpValues = { ids: REPORT_IDS, source: SOURCE_HELP };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    ...QUESTION_OPTIONS,
    figure: { type: 'string' },
    expected: { type: 'string' },
    format: { type: 'string' },
  });
  const now = Date.now();
  const { figure, expected } = values;
  const format = oneOf('--format', values.format ?? 'table', ['table', 'json']);
  if (figure === undefined)
    throw new UsageError(
      "--figure is missing: the key of a figure, as 'report --format json' names it.",
    );
  if (expected === undefined) throw new UsageError('--expected is missing: a number.');
  const { read } = await askedBy(positionals, values, now);
  const sources: Awaited<ReturnType<typeof openSource>>[] = [];
  const openAt = async (at: number | null) => {
    const source = await openSource({ ...values, now: at ?? undefined }, streams);
    sources.push(source);
    return source;
  };
  try {
    const asked = readExpected({ figure, expected });
    const answer = await reconcileQuestion(openAt, await read(), asked, { now });
    streams.out.write(format === 'json' ? `${JSON.stringify(answer, null, 2)}\n` : textOf(answer));
    return 0;
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    for (const problem of error.problems) streams.err.write(`${describeProblem(problem)}\n`);
    return 2;
  } finally {
    await Promise.all(sources.map(source => source.close()));
  }
}

function textOf({ story, found, doubts }: ExpectedAnswer): string {
  const ways = found.filter(({ switches }) => switches.length > 0);
  const rows = ways.map(({ switches, issues }) => [switches.join(' + '), issues.join(' ')]);
  const table = alignedTable({ columns: ['Other way to count', 'Issues'], rows });
  return `${story}\n${ways.length > 0 ? `\n${table}` : ''}${doubts.map(text => `Note: ${text}\n`).join('')}`;
}
