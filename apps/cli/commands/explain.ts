import { explainQuestion } from '@tallyboard/engine/why/explain-question.ts';
import { type PinAsked, pinOfSince, readPinWhy, readWhy } from '@tallyboard/engine/why/read-why.ts';
import type { WhyAnswer } from '@tallyboard/engine/why/why-schema.ts';
import { readArguments } from '../arguments.ts';
import { parseJson, REPORT_IDS } from '../asked.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { FIGURE_OPTIONS, runFigureCommand } from '../figure-command.ts';
import { openSources, SOURCE_HELP } from '../jira-source.ts';
import { storePins } from '../pins.ts';
import { alignedTable } from '../table.ts';

export const helpValues = { ids: REPORT_IDS, source: SOURCE_HELP };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const given = readArguments(args, {
    ...FIGURE_OPTIONS,
    since: { type: 'string' },
    against: { type: 'string' },
  });
  const { since } = given.values;
  if (since === undefined && given.values.against === undefined)
    throw new UsageError(
      '--since is missing: a day such as 2026-03-31, or pin:ID. Or give other settings as --against.',
    );
  const against =
    given.values.against === undefined ? undefined : parseJson('--against', given.values.against);
  const id = pinOfSince(since);
  const pin = id === null ? null : await pinAsked(id, given);
  return runFigureCommand<WhyAnswer>(
    {
      answer: (openAt, question, figure, options) => {
        const asked = pin
          ? readPinWhy(pin, { figure, against })
          : readWhy({ since, against, figure }, options.now);
        return explainQuestion(openAt, question, asked, options);
      },
      text: textOf,
      ...(pin && { question: pin.question }),
    },
    given,
    streams,
  );
}

/** A pin has its own question. */
async function pinAsked(
  id: string,
  { values, positionals }: { readonly values: Values; readonly positionals: readonly string[] },
): Promise<PinAsked> {
  if (values.url !== undefined)
    throw new UsageError('--since: pins are in a data folder. Give --data in place of --url.');
  const [more] = OF_QUESTION.filter(name => values[name] !== undefined);
  if (more !== undefined)
    throw new UsageError(
      `--${more}: a pin has its own question. Leave it out, or give --since a day.`,
    );
  const [name, ...others] = positionals;
  const sources = await openSources({ data: values.data });
  try {
    const { store } = sources;
    if (!store) throw new CommandError('There is no data folder with pins.');
    const { saved, ...pin } = await storePins({ ...sources, store }, Date.now).asked(id);
    const isNamed = name === undefined || [saved.id, saved.name].includes(name);
    if (!isNamed || others.length > 0)
      throw new UsageError(`The pin is of the saved report '${saved.name}'.`);
    return pin;
  } finally {
    await sources.close();
  }
}

const OF_QUESTION = ['jql', 'board-set', 'settings', 'as-of', 'time-zone'] as const;
type Values = Partial<Readonly<Record<(typeof OF_QUESTION)[number] | 'url' | 'data', string>>>;

const round = (value: number) => Math.round(value * 100) / 100;

function textOf({ story, causes, window, doubts, explained, change }: WhyAnswer): string {
  const rows = [
    ...(window ? [['', 'the window moved', '', round(window.part), '']] : []),
    ...causes.map(({ at, kind, issues, part, by, from, to }) => [
      at ?? '',
      at === null && from !== null ? `${kind}: ${from} to ${to}` : kind,
      issues.join(' '),
      round(part),
      by ?? '',
    ]),
    ['', 'explained', `of ${round(change)}`, round(explained), ''],
  ];
  const table = alignedTable({ columns: ['At', 'What', 'Issues', 'Part', 'By'], rows });
  return `${story}\n\n${table}${doubts.map(text => `Note: ${text}\n`).join('')}`;
}
