import type { NamedPeople } from '@tallyboard/core/people/few-people.ts';
import { splitOrderBy } from './compose.ts';
import { isWord, type Token, tokenize } from './tokens.ts';

const USER_FIELDS = new Set([
  ...['assignee', 'reporter', 'creator', 'worklogauthor', 'watcher', 'watchers', 'voter', 'voters'],
]);

/** Functions of who asks, and of a user who is their first argument. */
const OF_READER = new Set([
  'currentuser',
  'watchedissues',
  'watchedworkitems',
  'votedissues',
  'votedworkitems',
]);
const OF_USER = new Set(['updatedby', 'componentsleadbyuser', 'projectsleadbyuser']);

/**
 * The people whom the clauses of a query name, in or out. Clauses that name nobody, such as `assignee is EMPTY`, are left out.
 * `field` is in lower case; `updatedby` and `by` too.
 * @param isUserField whether a custom field, by name in lower case or by id, holds people.
 */
export function peopleNamed(
  jql: string,
  isUserField: (field: string) => boolean = () => false,
): readonly NamedPeople[] {
  const tokens = tokenize(splitOrderBy(jql).where);
  const isOfUsers = (field: string) => USER_FIELDS.has(field) || isUserField(field);
  const found: NamedPeople[] = [];
  let field = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) continue;
    const started = fieldAt(tokens, at);
    if (started) field = started.field;
    const operand = operandStart(tokens, at, isOfUsers(field));
    if (operand !== null) found.push(namedAt(tokens, operand, isWord(token, 'by') ? 'by' : field));
    if (token.kind !== 'word' || tokens[at + 1]?.text !== '(') continue;
    const name = token.text.toLowerCase();
    if (OF_READER.has(name) && name !== 'currentuser')
      found.push({ field: name, names: [], reader: true, groups: [] });
    if (OF_USER.has(name)) {
      const own = namedAt(tokens, at + 1, name);
      found.push(
        own.names.length > 0 ? { ...own, names: own.names.slice(0, 1) } : { ...own, reader: true },
      );
    }
  }
  return found.filter(
    ({ names, reader, groups }) => names.length > 0 || reader || groups.length > 0,
  );
}

const OPERATORS = ['in', 'not', 'is', 'was', 'changed'];

/** The field of the clause that starts at a token, 'cf[10010]' by its id; null elsewhere. */
function fieldAt(tokens: readonly Token[], at: number): { readonly field: string } | null {
  const token = tokens[at];
  if (!token || token.kind === 'sign') return null;
  const isCustom = isWord(token, 'cf') && tokens[at + 1]?.text === '[';
  const next = tokens[at + (isCustom ? 4 : 1)];
  const starts =
    ['=', '!', '~'].includes(next?.text ?? '') || OPERATORS.some(word => isWord(next, word));
  if (!starts || [...OPERATORS, 'and', 'or'].some(word => isWord(token, word))) return null;
  if (isCustom) return { field: `customfield_${tokens[at + 2]?.text ?? ''}` };
  // Jira writes '"Approver[User Picker (single user)]"' where names are ambiguous.
  return {
    field: unquoted(token)
      .toLowerCase()
      .replace(/\[[^\]]*\]$/, '')
      .trim(),
  };
}

/** Where the operand starts, if the operator or predicate that ends at a token has one that names people. */
function operandStart(tokens: readonly Token[], at: number, ofUsers: boolean): number | null {
  const token = tokens[at];
  if (isWord(token, 'by')) return at + 1;
  if (!ofUsers) return null;
  if (token?.kind === 'sign' && (token.text === '=' || token.text === '~')) return at + 1;
  if (['in', 'from', 'to'].some(word => isWord(token, word))) return at + 1;
  const next = tokens[at + 1];
  const isLast = (isWord(token, 'was') || isWord(token, 'is')) && !isWord(next, 'in');
  if (isLast && !isWord(next, 'not')) return at + 1;
  const isNegated =
    isWord(token, 'not') && (isWord(tokens[at - 1], 'was') || isWord(tokens[at - 1], 'is'));
  return isNegated && !isWord(next, 'in') ? at + 1 : null;
}

/** What the operand names: a value, a function, or a list of them. */
function namedAt(tokens: readonly Token[], start: number, field: string): NamedPeople {
  const first = tokens[start];
  const list = first?.kind === 'sign' && first.text === '(';
  const end = list ? closing(tokens, start) : start + 1;
  const names: string[] = [];
  const groups: string[] = [];
  let reader = false;
  for (let at = list ? start + 1 : start; at < end; at++) {
    const token = tokens[at];
    if (!token || token.kind === 'sign') continue;
    if (token.kind === 'word' && tokens[at + 1]?.text === '(') {
      const last = closing(tokens, at + 1);
      const args = tokens.slice(at + 2, last).filter(({ kind }) => kind !== 'sign');
      const name = token.text.toLowerCase();
      if (name === 'currentuser') reader = true;
      else groups.push(...(args.length > 0 ? args.map(unquoted) : [name]));
      at = last;
    } else if (!isWord(token, 'empty') && !isWord(token, 'null')) names.push(unquoted(token));
  }
  return { field, names, reader, groups };
}

function closing(tokens: readonly Token[], open: number): number {
  const depth = tokens[open]?.depth ?? 0;
  const at = tokens.findIndex(
    (token, index) =>
      index > open && token.text === ')' && token.kind === 'sign' && token.depth === depth,
  );
  return at < 0 ? tokens.length : at;
}

const unquoted = ({ kind, text }: Token): string =>
  (kind === 'string' ? text.replace(/^["']|["']$/g, '') : text).replace(/\\(.)/g, '$1').trim();
