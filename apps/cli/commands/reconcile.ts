import type { ExpectedAnswer } from '@tallyboard/engine/why/expected-schema.ts';
import { readExpected } from '@tallyboard/engine/why/read-why.ts';
import { reconcileQuestion } from '@tallyboard/engine/why/reconcile-question.ts';
import { readArguments } from '../arguments.ts';
import { REPORT_IDS } from '../asked.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { FIGURE_OPTIONS, runFigureCommand } from '../figure-command.ts';
import { SOURCE_HELP } from '../jira-source.ts';
import { alignedTable } from '../table.ts';

export const helpValues = { ids: REPORT_IDS, source: SOURCE_HELP };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const given = readArguments(args, { ...FIGURE_OPTIONS, expected: { type: 'string' } });
  const { expected } = given.values;
  if (expected === undefined) throw new UsageError('--expected is missing: a number.');
  return runFigureCommand<ExpectedAnswer>(
    {
      answer: (openAt, question, figure, options) =>
        reconcileQuestion(openAt, question, readExpected({ figure, expected }), options),
      text: textOf,
    },
    given,
    streams,
  );
}

function textOf({ story, found, doubts }: ExpectedAnswer): string {
  const ways = found.filter(({ switches }) => switches.length > 0);
  const rows = ways.map(({ switches, issues }) => [switches.join(' + '), issues.join(' ')]);
  const table = alignedTable({ columns: ['Other way to count', 'Issues'], rows });
  return `${story}\n${ways.length > 0 ? `\n${table}` : ''}${doubts.map(text => `Note: ${text}\n`).join('')}`;
}
