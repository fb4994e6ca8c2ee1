import { splitOrderBy } from './compose.ts';
import { isWord, type Token, tokenize } from './tokens.ts';

/** A query split into its sprint clauses and the rest. */
export interface SprintParts {
  /** The clauses that choose sprints: 'sprint in openSprints()'. */
  readonly clauses: readonly string[];
  /** The query without them and without its order. */
  readonly rest: string;
  /** The rest also names sprints, where no clause can be taken out, such as beside an OR. */
  readonly mixed: boolean;
}

/**
 * Takes the clauses that choose sprints out of a query. 'sprint in (...)' finds issues by where they are now: to know
 * what was in a sprint, the sprints are taken from it and the issues are found otherwise.
 */
export function splitSprints(jql: string): SprintParts {
  const { where } = splitOrderBy(jql);
  const tokens = tokenize(where);
  if (tokens.some(token => token.depth === 0 && isOr(token)))
    return { clauses: [], rest: where, mixed: tokens.some(isSprint) };
  const clauses: string[] = [];
  const rest: string[] = [];
  let mixed = false;
  for (const part of partsOf(tokens)) {
    const text = where.slice(part[0]?.start, part.at(-1)?.end);
    if (choosesSprints(part)) clauses.push(text);
    else {
      rest.push(text);
      mixed ||= part.some(isSprint);
    }
  }
  return { clauses, rest: rest.join(' AND '), mixed };
}

function partsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.depth === 0 && isAnd(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter(part => part.length > 0);
}

const isAnd = (token: Token) =>
  isWord(token, 'and') || (token.kind === 'sign' && token.text === '&');
const isOr = (token: Token) => isWord(token, 'or') || (token.kind === 'sign' && token.text === '|');

function isSprint(token: Token | undefined): boolean {
  return token !== undefined && token.text.replace(/^["']|["']$/g, '').toLowerCase() === 'sprint';
}

/** 'sprint = ...', 'sprint in ...' and 'sprint is not EMPTY'; what excludes sprints chooses none. */
function choosesSprints([field, operator, not]: readonly Token[]): boolean {
  if (!isSprint(field)) return false;
  if (isWord(operator, 'in') || operator?.text === '=') return true;
  return isWord(operator, 'is') && isWord(not, 'not');
}
