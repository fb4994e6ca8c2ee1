import type { Instant } from '@tallyboard/core/time/units.ts';
import { hintFor, showValue } from '@tallyboard/report-kit/settings/describe.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import type { Question } from '../ask/question.ts';
import { readAsOf } from '../ask/read-question.ts';
import { QuestionError } from '../question-error.ts';

/** Two states of one question: an earlier time and its own, or other settings and its own. */
export type WhyAsked = SinceAsked | AgainstAsked;

export interface AgainstAsked {
  /** The key of the figure. */
  readonly figure: string;
  /** Settings by names or stored keys, unchecked, in place of those of the question. */
  readonly against: Stored;
}

export interface SinceAsked {
  /** As `asOf` of a question. */
  readonly since: NonNullable<Question['asOf']>;
  /** The key of the figure. */
  readonly figure: string;
  /** What was pinned of it then. */
  readonly pin?: { readonly value: number | null } | undefined;
}

/** The id of a pin that is given in place of a time: 'pin:ID'; null for anything else. */
export const pinOfSince = (since: unknown): string | null =>
  typeof since === 'string' && since.startsWith('pin:') ? since.slice('pin:'.length) : null;

/** A pin as 'changes since' asks for it. */
export interface PinAsked {
  /** As it was asked when it was pinned. */
  readonly question: Question;
  readonly asOfMs: Instant;
  readonly values: ReadonlyMap<string, number | null>;
}

/** The question of a figure's changes since a pin. Throws QuestionError for what was not pinned. */
export function readPinWhy(
  { values, asOfMs }: Pick<PinAsked, 'values' | 'asOfMs'>,
  asked: { readonly figure?: unknown; readonly against?: unknown },
): SinceAsked {
  const { figure } = readFigure(asked);
  if (asked.against !== undefined) throw refusal('against', ONE_OF);
  const value = values.get(figure);
  if (value === undefined)
    throw refusal(
      'figure',
      `${showValue(figure)} was not pinned.${hintFor(figure, [...values.keys()])}`,
    );
  return { since: asOfMs, figure, pin: { value } };
}

function readFigure({ figure }: { readonly figure?: unknown }) {
  if (typeof figure === 'string' && figure !== '') return { figure };
  throw refusal('figure', 'Name the figure by its key, as the report lists it under figures.');
}

/** The key and the time of a call. Throws QuestionError for what is missing or cannot be read. */
export function readWhy(
  asked: { readonly figure?: unknown; readonly since?: unknown; readonly against?: unknown },
  now: Instant,
): WhyAsked {
  const { figure } = readFigure(asked);
  const { since, against } = asked;
  if (against !== undefined) {
    if (since !== undefined) throw refusal('against', ONE_OF);
    const settings = storedObject(against);
    if (settings) return { figure, against: settings };
    throw refusal(
      'against',
      `${showValue(against)} is no object of settings by their names, such as {"name": "value"}.`,
    );
  }
  if (since === undefined)
    throw refusal(
      'since',
      'Say since when: a day such as 2026-03-31, a time, or a rule; or give other settings as against.',
    );
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
  const { figure } = readFigure(asked);
  const { expected } = asked;
  if (expected === undefined || expected === null || expected === '')
    throw refusal('expected', 'Give the number that you expected, such as 34 or 33.5.');
  const isText = typeof expected === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(expected);
  const number = isText ? Number(expected) : expected;
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw refusal('expected', `${showValue(expected)} is no number such as 34 or 33.5.`);
  return { figure, expected: number };
}

const ONE_OF = 'Give an earlier time or other settings, not both.';

const refusal = (path: string, text: string) => new QuestionError([{ path, text }]);
