/**
 * The text after `~`, read as Jira does: "Search syntax for text fields" in Atlassian's documentation, by the rules of Lucene's
 * classic query parser with AND between terms.
 */

import { exactWords, fold, isUnspaced, stemOf } from './words.ts';

export type TextQuery =
  /** A word with the same stem. */
  | { readonly kind: 'word'; readonly word: string }
  /** These words one after another; of the last one perhaps only the beginning. */
  | { readonly kind: 'phrase'; readonly words: readonly string[]; readonly prefix: boolean }
  /** These words with at most `distance` others between them, in any order. */
  | { readonly kind: 'near'; readonly words: readonly string[]; readonly distance: number }
  /** A word of any of these patterns, where `?` is a character and `*` any number of them. All begin with `prefix`. */
  | { readonly kind: 'pattern'; readonly patterns: readonly string[]; readonly prefix: string }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly TextQuery[] }
  | { readonly kind: 'without'; readonly part: TextQuery; readonly excluded: TextQuery }
  | { readonly kind: 'none' };

const NONE: TextQuery = { kind: 'none' };

/** A query that Jira rejects. */
export class TextQueryError extends Error {
  /** The wildcard that begins a word; null for other errors of syntax. */
  readonly wildcard: string | null;

  constructor(wildcard: string | null = null) {
    super('invalid text query');
    this.wildcard = wildcard;
  }
}

const MAX_DEPTH = 50;
const MAX_DISTANCE = 1_000;

/** The words that the index of Jira leaves out in English, by the same page ("Reserved words"). */
const STOP_WORDS = new Set(
  'a and are as at be but by for if in into is it no not of on or s such t that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/** Throws TextQueryError for a text that Jira does not accept. */
export function parseTextQuery(text: string): TextQuery {
  const parser = new Parser(text);
  const query = parser.group(0);
  if (!parser.isAtEnd) throw new TextQueryError();
  return query;
}

/** The number of words and patterns. */
export function sizeOf(query: TextQuery): number {
  if (query.kind === 'all' || query.kind === 'any')
    return query.parts.reduce((sum, part) => sum + sizeOf(part), 0);
  if (query.kind === 'without') return sizeOf(query.part) + sizeOf(query.excluded);
  return query.kind === 'phrase' || query.kind === 'near' ? query.words.length : 1;
}

type Occurrence = 'must' | 'should' | 'not';

interface Clause {
  occurrence: Occurrence;
  readonly query: TextQuery;
}

const SPACE = /\s/;
/** Ends a term outside quotes. */
const TERM_END = /[\s()"]/;
/** The parts of a term: an escaped character, or one that stands for itself. */
const ESCAPED = /\\(.)/gsu;

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at >= this.#text.length;
  }

  /** Clauses up to `)` or the end. */
  group(depth: number): TextQuery {
    if (depth > MAX_DEPTH) throw new TextQueryError();
    const clauses: Clause[] = [];
    for (let first = true; !this.isAtEnd && this.#text[this.#at] !== ')'; first = false) {
      const conjunction = this.#conjunction();
      if (first && conjunction !== null) throw new TextQueryError();
      const isExcluded = this.#modifier() === '-';
      const query = this.#clause(depth);
      addClause(clauses, conjunction, isExcluded, query);
    }
    return combine(clauses);
  }

  #skipSpace(): void {
    while (SPACE.test(this.#text.charAt(this.#at))) this.#at++;
  }

  /** Consumes one of the texts if a term ends behind it. */
  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    this.#skipSpace();
    return found;
  }

  #conjunction(): 'and' | 'or' | null {
    if (this.#take(/(?:AND|&&)(?=[\s(")]|$)/y)) return 'and';
    return this.#take(/(?:OR|\|\|)(?=[\s(")]|$)/y) ? 'or' : null;
  }

  #modifier(): '+' | '-' | null {
    if (this.#take(/NOT(?=[\s(")]|$)|[-!]/y)) return '-';
    return this.#take(/\+/y) ? '+' : null;
  }

  #clause(depth: number): TextQuery | null {
    const next = this.#text.charAt(this.#at);
    if (next === '' || next === ')') throw new TextQueryError();
    if (next === '(') return this.#parenthesis(depth);
    if (next === '"') return this.#quoted();
    return this.#term();
  }

  #parenthesis(depth: number): TextQuery {
    this.#at++;
    const query = this.group(depth + 1);
    if (this.#text.charAt(this.#at) !== ')') throw new TextQueryError();
    this.#at++;
    this.#suffix();
    return query;
  }

  #quoted(): TextQuery | null {
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] !== '"')
      end += this.#text[end] === '\\' ? 2 : 1;
    if (end >= this.#text.length) throw new TextQueryError();
    const words = exactWords(unescaped(this.#text.slice(this.#at + 1, end)));
    this.#at = end + 1;
    const distance = this.#suffix();
    if (words.length === 0) return null;
    return distance === null || words.length === 1
      ? { kind: 'phrase', words, prefix: false }
      : { kind: 'near', words, distance };
  }

  /** A distance `~n` and a weight `^n`, which does not change what matches. */
  #suffix(): number | null {
    const tilde = this.#take(/~\d*(?:\.\d+)?/y);
    this.#take(/\^\d+(?:\.\d+)?/y);
    if (tilde === null) return null;
    return Math.min(Math.floor(Number(tilde.slice(1))), MAX_DISTANCE);
  }

  #term(): TextQuery | null {
    let end = this.#at;
    while (end < this.#text.length && !TERM_END.test(this.#text.charAt(end)))
      end += this.#text[end] === '\\' ? 2 : 1;
    const source = this.#text.slice(this.#at, end).replace(/\^\d+(?:\.\d+)?$/, '');
    this.#at = end;
    // A range of values, which no text field has.
    if (/^[[{]/.test(source)) throw new TextQueryError();
    const fuzzy = /^(.*[^\\])~\d*(?:\.\d+)?$/s.exec(source);
    return fuzzy ? similar(fuzzy[1] ?? '') : term(source);
  }
}

/** Takes escaped characters for themselves; one that is no part of a word separates words. */
const unescaped = (text: string): string => text.replace(ESCAPED, '$1');

/** Escaped wildcards separate words, as all other signs do. */
const withoutEscapes = (text: string): string =>
  text.replace(ESCAPED, (_, character: string) => (/[*?]/.test(character) ? ' ' : character));

function addClause(
  clauses: Clause[],
  conjunction: 'and' | 'or' | null,
  isExcluded: boolean,
  query: TextQuery | null,
): void {
  const before = clauses.at(-1);
  if (before && conjunction !== null && before.occurrence !== 'not')
    before.occurrence = conjunction === 'and' ? 'must' : 'should';
  // Without its words nothing is left of a term.
  if (query === null) return;
  const wanted = conjunction === 'or' ? 'should' : 'must';
  clauses.push({ occurrence: isExcluded ? 'not' : wanted, query });
}

function combine(clauses: readonly Clause[]): TextQuery {
  const of = (wanted: Occurrence) =>
    clauses.flatMap(({ occurrence, query }) => (occurrence === wanted ? [query] : []));
  const must = of('must');
  const part = must.length > 0 ? joined('all', must) : joined('any', of('should'));
  const excluded = joined('any', of('not'));
  if (part.kind === 'none' || excluded.kind === 'none') return part;
  return { kind: 'without', part, excluded };
}

/** As few levels as possible. */
function joined(kind: 'all' | 'any', parts: readonly TextQuery[]): TextQuery {
  if (kind === 'all' && parts.some(part => part.kind === 'none')) return NONE;
  const found = parts.filter(part => part.kind !== 'none');
  const [first = NONE] = found;
  return found.length < 2 ? first : { kind, parts: found };
}

/** Null if Jira's index has none of its words. */
function term(source: string): TextQuery | null {
  const text = withoutEscapes(source);
  if (isUnspaced(text)) return unspacedTerm(text);
  const parts: TextQuery[] = [];
  for (const piece of text.split(/[^\p{L}\p{N}\p{M}*?]+/u)) {
    if (/^[*?]/.test(piece)) {
      if (parts.length > 0 && /^\*+$/.test(piece)) continue;
      throw new TextQueryError(piece.charAt(0));
    }
    if (/[*?]/.test(piece)) parts.push(wildcard(piece));
    else
      for (const word of exactWords(piece))
        if (!STOP_WORDS.has(word)) parts.push({ kind: 'word', word: stemOf(word) });
  }
  return parts.length === 0 ? null : joined('all', parts);
}

function unspacedTerm(text: string): TextQuery | null {
  if (/^[*?]/.test(text)) throw new TextQueryError(text.charAt(0));
  const words = exactWords(text);
  return words.length === 0 ? null : { kind: 'phrase', words, prefix: /[*?]$/.test(text) };
}

function wildcard(piece: string): TextQuery {
  const pattern = exactWords(piece.replace(/[*?]/g, '')).join('') === '' ? '' : fold(piece);
  const prefix = /^[^*?]*/.exec(pattern)?.[0] ?? '';
  if (/^\*+$/.test(pattern.slice(prefix.length)))
    return { kind: 'phrase', words: [prefix], prefix: true };
  return { kind: 'pattern', patterns: [pattern], prefix };
}

/** Words that differ by at most one letter: added, left out or another. */
function similar(source: string): TextQuery | null {
  const [word, ...others] = exactWords(unescaped(source));
  if (word === undefined) return null;
  if (others.length > 0 || /[*?]/.test(source)) throw new TextQueryError();
  const letters = [...word];
  const patterns = new Set([word]);
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('');
    patterns.add(`${before}?${letters.slice(at).join('')}`);
    if (at === letters.length) break;
    const after = letters.slice(at + 1).join('');
    patterns.add(`${before}?${after}`);
    if (letters.length > 1) patterns.add(before + after);
  }
  return { kind: 'pattern', patterns: [...patterns], prefix: '' };
}
