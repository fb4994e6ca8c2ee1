/**
 * Reading stored settings: whatever was saved, by an old version, by hand or by somebody hostile, becomes a typed
 * value. What cannot be used falls back to its default, and the reader keeps a list of what that was.
 */

import type { SettingsProblem } from '../report.ts';

/** A setting that is stored as a code and known here by a name. */
export interface Codes<Name extends string> {
  /** The name of a stored code, also when it was stored as text ('1'); undefined when it is none. */
  name(code: unknown): Name | undefined;
  code(name: Name): number;
}

/** The names in the order of their codes: `codes('count', 'points')` stores 'count' as 0 and 'points' as 1. */
export function codes<const Names extends readonly string[]>(
  ...names: Names
): Codes<Names[number]> {
  return {
    name(code) {
      const number = wholeNumber(code);
      return number === undefined ? undefined : names[number];
    },
    code: name => names.indexOf(name),
  };
}

export interface StoredReader {
  has(key: string): boolean;
  flag(key: string, fallback: boolean): boolean;
  /** A whole number of [least, most]. */
  whole(key: string, fallback: number, least: number, most: number): number;
  text(key: string, fallback: string, longest?: number): string;
  code<Name extends string>(key: string, known: Codes<Name>, fallback: Name): Name;
  /** One of a few words. */
  word<Word extends string>(key: string, known: readonly Word[], fallback: Word): Word;
  /** Anything else: `parse` returns undefined for what it cannot read. */
  value<T>(key: string, parse: (raw: unknown) => T | undefined, fallback: T): T;
  readonly problems: readonly SettingsProblem[];
}

/** A reader of one stored object; anything that is no object reads as an empty one, with a problem. */
export function readStored(stored: unknown): StoredReader {
  const problems: SettingsProblem[] = [];
  const record = asRecord(stored);
  if (record === undefined && stored !== undefined && stored !== null)
    problems.push({ path: '', text: 'The stored settings are no object; defaults are used.' });

  const has = (key: string) => record !== undefined && Object.hasOwn(record, key);

  function value<T>(key: string, parse: (raw: unknown) => T | undefined, fallback: T): T {
    const raw = has(key) ? record?.[key] : undefined;
    // null is how forms of old stored 'nothing chosen': the default, and nothing to complain about.
    if (raw === undefined || raw === null) return fallback;
    const parsed = parse(raw);
    if (parsed !== undefined) return parsed;
    problems.push({ path: key, text: `${show(raw)} cannot be used here; the default is used.` });
    return fallback;
  }

  return {
    has,
    value,
    flag: (key, fallback) => value(key, parseFlag, fallback),
    whole: (key, fallback, least, most) =>
      value(
        key,
        raw => {
          const number = wholeNumber(raw);
          return number !== undefined && number >= least && number <= most ? number : undefined;
        },
        fallback,
      ),
    text: (key, fallback, longest = 10_000) =>
      value(
        key,
        raw => (typeof raw === 'string' && raw.length <= longest ? raw.trim() : undefined),
        fallback,
      ),
    code: (key, known, fallback) => value(key, raw => known.name(raw), fallback),
    word: (key, known, fallback) => value(key, raw => known.find(word => word === raw), fallback),
    problems,
  };
}

/** A plain object, or undefined for arrays, null and everything else. */
export function asRecord(raw: unknown): Record<string, unknown> | undefined {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? (raw as Record<string, unknown>)
    : undefined;
}

/** A whole number, also when it was stored as text. */
export function wholeNumber(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** The id of something chosen, of which 0 is none. */
export function chosenId(raw: unknown): number | null | undefined {
  const id = wholeNumber(raw);
  if (id === undefined || id < 0) return undefined;
  return id === 0 ? null : id;
}

export function parseFlag(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  if (raw === 'true' || raw === 1) return true;
  if (raw === 'false' || raw === 0) return false;
  return undefined;
}

function show(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
