/** The question that the options of a command ask. */
import type { Question } from '@tallyboard/engine/ask/question.ts';
import { type Asked, readQuestion, readReport } from '@tallyboard/engine/ask/read-question.ts';
import type { SavedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { boardSetsIn } from './board-sets.ts';
import { UsageError } from './command.ts';
import { DEFAULT_FOLDER } from './data-folder.ts';
import { findSaved } from './saved-report.ts';

export const REPORT_IDS = REPORTS.map(({ id }) => id).join(', ');

export const QUESTION_OPTIONS = {
  jql: { type: 'string' },
  'board-set': { type: 'string' },
  settings: { type: 'string' },
  'as-of': { type: 'string' },
  'time-zone': { type: 'string' },
  lenient: { type: 'boolean' },
} as const;

type QuestionValues = {
  readonly [Name in keyof typeof QUESTION_OPTIONS]?:
    | (Name extends 'lenient' ? boolean : string)
    | undefined;
} & { readonly data?: string | undefined; readonly url?: string | undefined };

export interface AskedHere {
  readonly asked: Asked;
  readonly saved: SavedQuestion | null;
  /** Throws QuestionError. */
  readonly read: () => Promise<Question>;
}

/** @param now of days and rules. Throws UsageError. */
export async function askedBy(
  positionals: readonly string[],
  values: QuestionValues,
  now: number,
): Promise<AskedHere> {
  const saved = await savedOf(positionals, values);
  const asked: Asked = {
    report: saved ? undefined : idOf(positionals),
    jql: values.jql,
    boardSet: values['board-set'],
    settings: values.settings === undefined ? undefined : parseJson('--settings', values.settings),
    asOf: values['as-of'],
    timeZone: values['time-zone'],
  };
  const read = () =>
    readQuestion(asked, {
      now,
      saved,
      boardSets: () => boardSetsIn(values),
      lenient: values.lenient ?? false,
    });
  return { asked, saved, read };
}

/** The saved report of this name; null where a report has it. */
async function savedOf(
  [name, ...more]: readonly string[],
  values: QuestionValues,
): Promise<SavedQuestion | null> {
  const isPlain = name === undefined || more.length > 0 || values.url !== undefined;
  if (isPlain || (await readReport(name).catch(() => null))) return null;
  return findSaved(values.data ?? DEFAULT_FOLDER, name);
}

export function parseJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${option} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

function idOf(positionals: readonly string[]): string {
  const [id, ...more] = positionals;
  if (id === undefined) throw new UsageError(`The report is missing. There are: ${REPORT_IDS}.`);
  if (more.length > 0) throw new UsageError(`One report only, not also '${more.join("', '")}'.`);
  return id;
}
