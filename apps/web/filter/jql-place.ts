/** What a query expects at a position, for suggestions; approximate. */
import { isWord, type Token, tokenize } from '@tallyboard/jira/jql/tokens.ts';

export type Expected =
  | { readonly what: 'field' }
  | { readonly what: 'operator'; readonly field: string }
  | { readonly what: 'value'; readonly field: string; readonly operator: string }
  /** After a clause: AND, OR, ORDER BY. */
  | { readonly what: 'joint' }
  | { readonly what: 'order-field' }
  | { readonly what: 'order-joint' }
  | { readonly what: 'nothing' };

export interface JqlPlace {
  readonly expected: Expected;
  /** The typed word, without quotes. */
  readonly typed: string;
  /** The range that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
}

/** The place of the caret. A word that the caret touches is being typed. */
export function placeAt(jql: string, caret: number): JqlPlace {
  const tokens = tokenize(jql);
  const touched = tokens.find(
    token => token.kind !== 'sign' && token.start < caret && caret <= token.end,
  );
  const from = touched?.start ?? caret;
  const before = tokens.filter(token => token.end <= from);
  const typed = jql.slice(from, caret).replace(/^["']|["']$/g, '');
  return { expected: expectedAfter(before), typed, from, to: touched?.end ?? caret };
}

const OPERATOR_WORDS = /^(in|not|is|was|changed)$/i;
const OPERATOR_SIGN = /^[=!<>~]$/;

function expectedAfter(tokens: readonly Token[]): Expected {
  let expected: Expected = { what: 'field' };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) break;
    if (isWord(token, 'order') && isWord(tokens[at + 1], 'by')) {
      expected = { what: 'order-field' };
      at++;
    } else if (token.kind === 'sign' && token.text === '(' && isCall(tokens, at)) {
      // Function arguments: no suggestions.
      const end = tokens.findIndex(
        (other, i) => i > at && other.text === ')' && other.depth === token.depth,
      );
      if (end < 0) return { what: 'nothing' };
      at = end;
    } else expected = next(expected, token);
  }
  return expected;
}

function next(expected: Expected, token: Token): Expected {
  const sign = token.kind === 'sign' ? token.text : null;
  switch (expected.what) {
    case 'field':
      if (sign !== null || isWord(token, 'not')) return expected;
      return { what: 'operator', field: token.text };
    case 'operator':
      return afterOperator(expected.field, token);
    case 'value':
      return afterValue(expected, token);
    case 'joint':
      if (isWord(token, 'and') || isWord(token, 'or') || sign === '&' || sign === '|')
        return { what: 'field' };
      return expected;
    case 'order-field':
      return sign === null ? { what: 'order-joint' } : expected;
    case 'order-joint':
      return sign === ',' ? { what: 'order-field' } : expected;
    default:
      return expected;
  }
}

function afterOperator(field: string, token: Token): Expected {
  if (isWord(token, 'changed')) return { what: 'joint' };
  if (token.kind === 'sign' && /^[[\]]$/.test(token.text)) return { what: 'operator', field };
  // The number in cf[10014].
  if (/^\d+$/.test(token.text)) return { what: 'operator', field: `${field}[${token.text}]` };
  if (OPERATOR_SIGN.test(token.text) || OPERATOR_WORDS.test(token.text))
    return { what: 'value', field, operator: token.text.toLowerCase() };
  return { what: 'operator', field };
}

function afterValue(expected: Expected & { what: 'value' }, token: Token): Expected {
  const { field, operator } = expected;
  if (token.kind === 'sign') {
    if (token.text === ')') return { what: 'joint' };
    if (OPERATOR_SIGN.test(token.text))
      return { what: 'value', field, operator: operator + token.text };
    return expected;
  }
  // Several words: 'not in', 'is not', 'was not in'.
  if (OPERATOR_WORDS.test(token.text))
    return { what: 'value', field, operator: `${operator} ${token.text.toLowerCase()}` };
  // A list continues until its parenthesis.
  return token.depth > 0 && /\bin$/.test(operator) ? expected : { what: 'joint' };
}

/** Whether a parenthesis opens the arguments of a function. */
function isCall(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at - 1];
  return (
    word?.kind === 'word' &&
    word.end === tokens[at]?.start &&
    !OPERATOR_WORDS.test(word.text) &&
    !/^(and|or|not)$/i.test(word.text)
  );
}
