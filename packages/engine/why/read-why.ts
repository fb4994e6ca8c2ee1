import type { Instant } from '@tallyboard/core/time/units.ts';
import { showValue } from '@tallyboard/report-kit/settings/describe.ts';
import type { Question } from '../ask/question.ts';
import { readAsOf } from '../ask/read-question.ts';
import { QuestionError } from '../question-error.ts';

export interface WhyAsked {
  /** As `asOf` of a question. */
  readonly since: NonNullable<Question['asOf']>;
  /** The key of the figure. */
  readonly figure: string;
}

/** The key and the time of a call. Throws QuestionError for what is missing or cannot be read. */
export function readWhy(
  { figure, since }: { readonly figure?: unknown; readonly since?: unknown },
  now: Instant,
): WhyAsked {
  if (typeof figure !== 'string' || figure === '')
    throw refusal('figure', 'Name the figure by its key, as the report lists it under figures.');
  if (since === undefined)
    throw refusal('since', 'Say since when: a day such as 2026-03-31, a time, or a rule.');
  return { figure, since: readAsOf('since', since, now) };
}

export interface ExpectedAsked {
  readonly figure: string;
  readonly expected: number;
}

/** The key and the number of a call. Throws QuestionError. */
export function readExpected(asked: {
  readonly figure?: unknown;
  readonly expected?: unknown;
}): ExpectedAsked {
  const { figure, expected } = asked;
  if (typeof figure !== 'string' || figure === '')
    throw refusal('figure', 'Name the figure by its key, as the report lists it under figures.');
  const isText = typeof expected === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(expected);
  const number = isText ? Number(expected) : expected;
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw refusal('expected', `${showValue(expected)} is no number such as 34 or 33.5.`);
  return { figure, expected: number };
}

const refusal = (path: string, text: string) => new QuestionError([{ path, text }]);
