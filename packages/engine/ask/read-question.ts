/** The one reader of questions: whatever the door, the same members, values and words. */
import { type FlatBoardSet, parseFlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import {
  AS_OF_RULES,
  IN_THE_FUTURE,
  isFutureTime,
  parseAsOf,
} from '@tallyboard/core/time/as-of.ts';
import { parseIsoTime } from '@tallyboard/core/time/instant.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { isZone } from '@tallyboard/core/time/zone.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { BOARD_SET_KEY } from '@tallyboard/report-kit/families/sprint-scope/board-set-setting.ts';
import { hintFor, showValue } from '@tallyboard/report-kit/settings/describe.ts';
import { storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { unknownReport } from '@tallyboard/reports/find-by-name.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import {
  type ChosenBoardSet,
  chooseBoardSet,
  copyNotes,
  type NamedBoardSet,
} from '../board-sets/choose-board-set.ts';
import { type Problem, QuestionError } from '../question-error.ts';
import { type GivenSettings, readGiven } from './given-settings.ts';
import type { Question, Scope } from './question.ts';
import type { SavedQuestion } from './saved-question.ts';

/** A question as a door received it, unchecked. Undefined is not given. */
export interface Asked {
  /** An id or a title. */
  readonly report?: unknown;
  readonly jql?: unknown;
  /** The id or the name of a board set, or a copy of its definition. */
  readonly boardSet?: unknown;
  /** By names or stored keys. */
  readonly settings?: unknown;
  readonly asOf?: unknown;
  readonly timeZone?: unknown;
}

interface ReadOptions {
  readonly now: Instant;
  /** A saved report, which the other members change. */
  readonly saved?: SavedQuestion | null;
  /** The board sets that the asker may see; none by default. */
  readonly boardSets?: () => Promise<readonly NamedBoardSet[]>;
  /** Settings that cannot be used do not end the question. */
  readonly lenient?: boolean;
}

/** The report with this id or title. Throws QuestionError. */
export async function readReport(given: unknown): Promise<AnyReport> {
  const text = typeof given === 'string' ? given.trim() : showValue(given ?? '');
  const byTitle = REPORTS.find(({ title }) => title.toLowerCase() === text.toLowerCase());
  const report = await findReport(byTitle?.id ?? text);
  if (report) return report;
  throw new QuestionError([{ path: 'report', text: unknownReport(text) }]);
}

/** Throws QuestionError with all problems. */
export async function readQuestion(
  asked: Asked,
  { now, saved = null, boardSets = async () => [], lenient = false }: ReadOptions,
): Promise<Question> {
  const report = saved?.report ?? (await readReport(asked.report));
  const problems: Problem[] = [];
  const read = <Value>(path: string, parse: () => Value): Value | null => {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      problems.push({ path, text: error.message });
      return null;
    }
  };
  const { named, settings: plain } = splitBoardSet(asked);
  const given = plain === undefined ? NO_SETTINGS : readGiven(report, plain);
  const stored = { ...saved?.settings, ...given.stored };
  const copy = parseFlatBoardSet(stored[BOARD_SET_KEY]) ?? setOfScope(saved?.scope);
  const sets = named === undefined && !copy ? [] : await boardSets();
  const chosen = named === undefined ? null : read('boardSet', () => readBoardSet(named, sets));
  const other = chosen && otherBoards(chosen, asked, given.stored, sets);
  if (other) problems.push({ path: 'boardSet', text: other });
  const isSetting = report.settings.list.some(({ key }) => key === BOARD_SET_KEY);
  const scope = read('jql', () =>
    readScope(report, asked.jql, saved?.scope, isSetting ? undefined : chosen?.set),
  );
  if (!lenient) problems.push(...given.problems);
  const asOf =
    asked.asOf === undefined
      ? (saved?.asOf ?? null)
      : read('asOf', () => readTime(asked.asOf, now));
  const timeZone =
    asked.timeZone === undefined ? null : read('timeZone', () => readZone(asked.timeZone));
  if (problems.length > 0 || scope === null)
    throw new QuestionError(problems.map(({ path, text }) => ({ path, text })));
  const settings = {
    ...given,
    stored: { ...stored, ...(chosen && isSetting && { [BOARD_SET_KEY]: chosen.set }) },
  };
  const notes = chosen?.notes ?? (copy ? copyNotes(copy, sets) : []);
  return { report, scope, settings, asOf, timeZone, notes };
}

/** The name of a set may stand among the settings too, where its copy is stored. */
function splitBoardSet({ boardSet, settings }: Asked): { named: unknown; settings: unknown } {
  const stored = storedObject(settings);
  const name = stored?.[BOARD_SET_KEY];
  if (typeof name !== 'string') return { named: boardSet, settings };
  const { [BOARD_SET_KEY]: _, ...others } = stored ?? {};
  return { named: boardSet ?? name, settings: others };
}

/** What else chooses boards beside a set, in words; null for nothing. */
function otherBoards(
  { set }: ChosenBoardSet,
  { boardSet, settings }: Asked,
  { boardId }: GivenSettings['stored'],
  sets: readonly NamedBoardSet[],
): string | null {
  const own = storedObject(settings)?.[BOARD_SET_KEY];
  if (boardSet !== undefined && own !== undefined) {
    const other = typeof own === 'string' ? chooseBoardSet(own, sets) : parseFlatBoardSet(own);
    const name =
      typeof other === 'string' ? own : other && 'set' in other ? other.set.name : other?.name;
    if (name !== set.name)
      return `The settings name another one, ${showValue(name)}. Give one board set.`;
  }
  return Number(boardId) > 0 ? 'The settings name a board too. Give the board or the set.' : null;
}

const setOfScope = (scope: Scope | undefined): FlatBoardSet | undefined =>
  scope && 'boardSet' in scope ? scope.boardSet : undefined;

function readBoardSet(named: unknown, sets: readonly NamedBoardSet[]): ChosenBoardSet {
  const chosen = chooseBoardSet(named, sets);
  if (typeof chosen === 'string') throw new WrongValue(chosen);
  return chosen;
}

const NO_SETTINGS: GivenSettings = { stored: {}, problems: [] };

/** What is wrong with a value, in words that follow the name of its member. */
class WrongValue extends Error {}

/** Reports with a query of their own need none, nor do those without issues. */
export const needsJql = ({ query, withoutIssues }: AnyReport): boolean => !query && !withoutIssues;

export const needsQueryText = ({ id }: Pick<AnyReport, 'id'>): string =>
  `The report '${id}' needs a query, such as project = KEY.`;

function readScope(
  report: AnyReport,
  jql: unknown,
  saved: Scope | undefined,
  boardSet: FlatBoardSet | undefined,
): Scope {
  if (jql !== undefined && typeof jql !== 'string')
    throw new WrongValue(`${showValue(jql)} is no query, such as project = KEY.`);
  if (boardSet) return { boardSet, jql: jql ?? '' };
  if (jql !== undefined) return { jql };
  if (saved && !('jql' in saved && saved.jql === null)) return saved;
  if (needsJql(report)) throw new WrongValue(needsQueryText(report));
  return { jql: report.withoutIssues ? '' : null };
}

const RULES = AS_OF_RULES.map(({ value }) => value);

/** A day, a time or a rule. Days to come depend on the reader's zone: see resolveAsOf. */
/** A past time of the member `path`. Throws QuestionError. */
export function readAsOf(path: string, value: unknown, now: Instant): Instant | string {
  try {
    return readTime(value, now);
  } catch (error) {
    throw error instanceof WrongValue ? new QuestionError([{ path, text: error.message }]) : error;
  }
}

function readTime(value: unknown, now: Instant): Instant | string {
  const stored = parseAsOf(value);
  if (stored !== null) return stored;
  const instant = typeof value === 'string' ? parseIsoTime(value) : null;
  if (instant === null)
    throw new WrongValue(
      `${showValue(value)} is no day such as 2026-03-31, no time with its offset such as 2026-03-31T18:00:00Z, and none of ${RULES.join(', ')}.${typeof value === 'string' ? hintFor(value, RULES) : ''}`,
    );
  if (isFutureTime(instant, now)) throw new WrongValue(IN_THE_FUTURE);
  return instant;
}

function readZone(value: unknown): string {
  if (typeof value === 'string' && isZone(value)) return value;
  throw new WrongValue(`${showValue(value)} is no time zone such as Europe/Berlin.`);
}
