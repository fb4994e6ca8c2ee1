/** What commands about one figure of a report share: its key, the sources, the formats, and how a problem is told. */
import type { AnswerOptions, ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import type { Question } from '@tallyboard/engine/ask/question.ts';
import { describeProblem, QuestionError } from '@tallyboard/engine/question-error.ts';
import { oneOf } from './arguments.ts';
import { askedBy, QUESTION_OPTIONS } from './asked.ts';
import { type ExitCode, type Streams, UsageError } from './command.ts';
import { openSource, SOURCE_OPTIONS } from './jira-source.ts';
import { progressLine } from './progress.ts';

export const FIGURE_OPTIONS = {
  ...SOURCE_OPTIONS,
  ...QUESTION_OPTIONS,
  figure: { type: 'string' },
  format: { type: 'string' },
} as const;

type Given = Parameters<typeof openSource>[0] &
  Parameters<typeof askedBy>[1] & {
    readonly figure?: string | undefined;
    readonly format?: string | undefined;
  };

interface FigureCommand<Answer extends object> {
  answer(
    openAt: (at: number | null) => Promise<ReportSource>,
    question: Question,
    figure: string,
    options: AnswerOptions,
  ): Promise<Answer>;
  /** The answer for people. */
  text(answer: Answer): string;
  /** In place of the question of the options. */
  readonly question?: Question;
}

export async function runFigureCommand<Answer extends object>(
  { answer, text, question }: FigureCommand<Answer>,
  { values, positionals }: { readonly values: Given; readonly positionals: readonly string[] },
  streams: Streams,
): Promise<ExitCode> {
  const now = Date.now();
  const { figure } = values;
  const format = oneOf('--format', values.format ?? 'table', ['table', 'json']);
  if (figure === undefined)
    throw new UsageError(
      "--figure is missing: the key of a figure, as 'report --format json' names it.",
    );
  const read = question ? async () => question : (await askedBy(positionals, values, now)).read;
  const sources: Awaited<ReturnType<typeof openSource>>[] = [];
  const openAt = async (at: number | null) => {
    const source = await openSource({ ...values, now: at ?? undefined }, streams);
    sources.push(source);
    return source;
  };
  const line = progressLine(streams);
  try {
    const onProgress = (percent: number) => line.show(`${Math.round(percent)} %`);
    const found = await answer(openAt, await read(), figure, { now, onProgress });
    line.clear();
    streams.out.write(format === 'json' ? `${JSON.stringify(found, null, 2)}\n` : text(found));
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
