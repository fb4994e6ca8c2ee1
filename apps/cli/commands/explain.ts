import { explainQuestion } from '@tallyboard/engine/why/explain-question.ts';
import { readWhy } from '@tallyboard/engine/why/read-why.ts';
import type { WhyAnswer } from '@tallyboard/engine/why/why-schema.ts';
import { readArguments } from '../arguments.ts';
import { REPORT_IDS } from '../asked.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { FIGURE_OPTIONS, runFigureCommand } from '../figure-command.ts';
import { SOURCE_HELP } from '../jira-source.ts';
import { alignedTable } from '../table.ts';

export const helpValues = { ids: REPORT_IDS, source: SOURCE_HELP };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const given = readArguments(args, { ...FIGURE_OPTIONS, since: { type: 'string' } });
  const { since } = given.values;
  if (since === undefined) throw new UsageError('--since is missing: a day such as 2026-03-31.');
  return runFigureCommand<WhyAnswer>(
    {
      answer: (openAt, question, figure, options) =>
        explainQuestion(openAt, question, readWhy({ since, figure }, options.now), options),
      text: textOf,
    },
    given,
    streams,
  );
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
    ['', 'explained', `of ${round(change)}`, round(explained), ''],
  ];
  const table = alignedTable({ columns: ['At', 'What', 'Issues', 'Part', 'By'], rows });
  return `${story}\n\n${table}${doubts.map(text => `Note: ${text}\n`).join('')}`;
}
