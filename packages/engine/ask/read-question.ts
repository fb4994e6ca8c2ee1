/** The one reader of questions: whatever the door, the same members, values and words. */
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
import { hintFor, showValue } from '@tallyboard/report-kit/settings/describe.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { unknownReport } from '@tallyboard/reports/find-by-name.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { type Problem, QuestionError } from '../question-error.ts';
import { type GivenSettings, readGiven } from './given-settings.ts';
import type { Question, Scope } from './question.ts';
import type { SavedQuestion } from './saved-question.ts';

/** A question as a door received it, unchecked. Undefined is not given. */
export interface Asked {
  /** An id or a title. */
  readonly report?: unknown;
  readonly jql?: unknown;
  /** By names or stored keys. */
  readonly settings?: unknown;
  readonly asOf?: unknown;
  readonly timeZone?: unknown;
}

interface ReadOptions {
  readonly now: Instant;
  /** A saved report, which the other members change. */
  readonly saved?: SavedQuestion | null;
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
  { now, saved = null, lenient = false }: ReadOptions,
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
  const scope = read('jql', () => readScope(report, asked.jql, saved?.scope));
  const given = asked.settings === undefined ? NO_SETTINGS : readGiven(report, asked.settings);
  if (!lenient) problems.push(...given.problems);
  const asOf =
    asked.asOf === undefined
      ? (saved?.asOf ?? null)
      : read('asOf', () => readTime(asked.asOf, now));
  const timeZone =
    asked.timeZone === undefined ? null : read('timeZone', () => readZone(asked.timeZone));
  if (problems.length > 0 || scope === null)
    throw new QuestionError(problems.map(({ path, text }) => ({ path, text })));
  const settings = { ...given, stored: { ...saved?.settings, ...given.stored } };
  return { report, scope, settings, asOf, timeZone };
}

const NO_SETTINGS: GivenSettings = { stored: {}, problems: [] };

/** What is wrong with a value, in words that follow the name of its member. */
class WrongValue extends Error {}

/** Reports with a query of their own need none, nor do those without issues. */
export const needsJql = ({ query, withoutIssues }: AnyReport): boolean => !query && !withoutIssues;

export const needsQueryText = ({ id }: Pick<AnyReport, 'id'>): string =>
  `The report '${id}' needs a query, such as project = KEY.`;

function readScope(report: AnyReport, jql: unknown, saved: Scope | undefined): Scope {
  if (jql !== undefined && typeof jql !== 'string')
    throw new WrongValue(`${showValue(jql)} is no query, such as project = KEY.`);
  if (jql !== undefined) return { jql };
  if (saved && !('jql' in saved && saved.jql === null)) return saved;
  if (needsJql(report)) throw new WrongValue(needsQueryText(report));
  return { jql: report.withoutIssues ? '' : null };
}

const RULES = AS_OF_RULES.map(({ value }) => value);

/** A day, a time or a rule. Days to come depend on the reader's zone: see resolveAsOf. */
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
