/** Conditions on the index of words of both databases. */

import { type RawBuilder, sql } from 'kysely';
import type { TextQuery } from './text-query.ts';
import { STEM_MARK, stemOf } from './words.ts';

/** A character of private use, which no index has. */
const NO_WORD = '\ue001';

/** Words of the index with a stem: the marked one, or a word that is its own stem. */
const wordsWithStem = (stem: string): string[] =>
  stemOf(stem) === stem ? [STEM_MARK + stem, stem] : [STEM_MARK + stem];

/** SQL texts one after another. */
const concatenated = (parts: readonly (string | RawBuilder<string>)[]): RawBuilder<string> =>
  sql<string>`${sql.join(
    parts.map(part => (typeof part === 'string' ? sql`${part}` : part)),
    sql` || `,
  )}`;

/** A condition on `texts` of SQLite, whose words are in the FTS5 table `text_words`. */
export function sqliteTextMatch(query: TextQuery): RawBuilder<boolean> {
  return sql<boolean>`texts.id in (select rowid from text_words where text_words match ${concatenated(merged(ftsParts(query)))})`;
}

type Part = string | RawBuilder<string>;

/** Neighbouring texts as one. */
function merged(parts: readonly Part[]): Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else all.push(part);
  }
  return all;
}

/** The parts of an expression of FTS5 whose operands are quoted. */
function ftsParts(query: TextQuery): Part[] {
  switch (query.kind) {
    case 'none':
      return [`"${NO_WORD}"`];
    case 'word':
      return [
        `(${wordsWithStem(query.word)
          .map(word => `"${word}"`)
          .join(' OR ')})`,
      ];
    case 'phrase':
      return [`"${query.words.join(' ')}"${query.prefix ? '*' : ''}`];
    case 'near':
      // The words between the first and the last.
      return [
        `NEAR(${query.words.map(word => `"${word}"`).join(' ')}, ${query.distance + query.words.length - 2})`,
      ];
    case 'pattern':
      return [ftsWords(query.patterns, query.prefix)];
    case 'all':
    case 'any': {
      const operator = query.kind === 'all' ? ' AND ' : ' OR ';
      const parts = query.parts.flatMap((part): Part[] => [operator, ...ftsParts(part)]);
      return ['(', ...parts.slice(1), ')'];
    }
    case 'without':
      return ['(', ...ftsParts(query.part), ' NOT ', ...ftsParts(query.excluded), ')'];
  }
}

/** The words of the index that match a pattern, as an expression of FTS5. */
function ftsWords(patterns: readonly string[], prefix: string): RawBuilder<string> {
  const isWanted = sql.join(
    patterns.map(pattern => sql`term glob ${pattern}`),
    sql` or `,
  );
  const isInRange =
    prefix === ''
      ? sql`term < ${STEM_MARK}`
      : sql`term >= ${prefix} and term < ${`${prefix}\u{10ffff}`}`;
  return sql<string>`(select coalesce('(' || group_concat('"' || term || '"', ' OR ') || ')', ${`"${NO_WORD}"`})
    from text_vocabulary where ${isInRange} and (${isWanted}))`;
}

/** A condition on `texts` of PostgreSQL. */
export function postgresTextMatch(query: TextQuery): RawBuilder<boolean> {
  const text = tsquery(query);
  return text === null ? condition(query) : matches(text);
}

const matches = (text: string) => sql<boolean>`texts.words @@ ${text}::tsquery`;

/** A query that PostgreSQL answers from its index alone; null if its words must be looked at. */
function tsquery(query: TextQuery): string | null {
  switch (query.kind) {
    case 'none':
      return `'${NO_WORD}'`;
    case 'word':
      return `(${wordsWithStem(query.word)
        .map(word => `'${word}'`)
        .join(' | ')})`;
    case 'phrase': {
      const last = query.words.length - 1;
      const words = query.words.map(
        (word, at) => `'${word}'${query.prefix && at === last ? ':*' : ''}`,
      );
      return `(${words.join(' <-> ')})`;
    }
    case 'near':
    case 'pattern':
      return null;
    case 'all':
    case 'any': {
      const parts = query.parts.map(tsquery);
      if (parts.includes(null)) return null;
      return `(${parts.join(query.kind === 'all' ? ' & ' : ' | ')})`;
    }
    case 'without': {
      const [part, excluded] = [tsquery(query.part), tsquery(query.excluded)];
      return part === null || excluded === null ? null : `(${part} & !${excluded})`;
    }
  }
}

function condition(query: TextQuery): RawBuilder<boolean> {
  const text = tsquery(query);
  if (text !== null) return matches(text);
  switch (query.kind) {
    case 'near':
      return nearCondition(query.words, query.distance);
    case 'pattern':
      return patternCondition(query.patterns, query.prefix);
    case 'all':
    case 'any':
      return sql<boolean>`(${sql.join(
        query.parts.map(condition),
        query.kind === 'all' ? sql` and ` : sql` or `,
      )})`;
    case 'without':
      return sql<boolean>`(${condition(query.part)} and not ${condition(query.excluded)})`;
    default:
      throw new Error(`${query.kind} has a tsquery`);
  }
}

function nearCondition(words: readonly string[], distance: number): RawBuilder<boolean> {
  const positions = words.map(
    (word, at) =>
      sql`unnest((select positions from unnest(texts.words) where lexeme = ${word})) as ${sql.ref(`w${at}`)}(at)`,
  );
  const columns = sql.join(words.map((_, at) => sql.ref(`w${at}.at`)));
  const all = `(${words.map(word => `'${word}'`).join(' & ')})`;
  return sql<boolean>`(${matches(all)} and exists (select 1 from ${sql.join(positions)}
    where greatest(${columns}) - least(${columns}) < ${distance + words.length}))`;
}

function patternCondition(patterns: readonly string[], prefix: string): RawBuilder<boolean> {
  const likes = patterns.map(pattern => pattern.replaceAll('?', '_').replaceAll('*', '%'));
  const isWanted = sql<boolean>`exists (select 1 from unnest(texts.words)
    where lexeme like any(${likes}::text[]) and not starts_with(lexeme, ${STEM_MARK}))`;
  return prefix === '' ? isWanted : sql<boolean>`(${matches(`'${prefix}':*`)} and ${isWanted})`;
}
