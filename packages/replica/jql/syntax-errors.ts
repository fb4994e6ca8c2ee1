import { type JQLParseError, JQLSyntaxError } from '@atlaskit/jql-ast';
import { isReserved } from './reserved.ts';
import { position } from './scan.ts';

const operators =
  "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.";

/** The expected tokens, from the parser's message. */
function expectation(
  message: string,
):
  | 'operator'
  | 'operand'
  | 'list'
  | 'field'
  | 'keyword'
  | 'list end'
  | 'argument'
  | 'join'
  | 'end' {
  const expected = message.slice(message.search(/expecting|missing/));
  if (expected.includes('CHANGED')) return 'operator';
  if (/CUSTOMFIELD/.test(expected)) return 'field';
  if (/expecting \{?EMPTY/.test(expected)) return 'operand';
  if (/expecting \{'\)', POSNUMBER|expecting \{'\)', .*STRING/.test(expected)) return 'argument';
  if (/expecting \{.*'\)'.*','|missing '\)'|expecting '\)'/.test(expected)) return 'list end';
  if (/expecting '\('/.test(expected)) return 'list';
  if (/missing (IN|BY|EMPTY)|expecting (IN|BY)\b/.test(expected)) return 'keyword';
  if (/POSNUMBER/.test(expected)) return 'operand';
  if (/ORDER/.test(expected)) return 'join';
  return 'end';
}

function tokenAt(text: string, at: number): string {
  const rest = text.slice(at);
  const token =
    /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[<>!]=|[^\s"'=!<>()~,[\]|&]+|.)/s.exec(rest)?.[0] ??
    '';
  return /^["'].*["']$/s.test(token) ? token.slice(1, -1) : token;
}

/** Jira's message for a parser error, with its position unless the query ended early. */
export function syntaxMessage(text: string, error: JQLParseError): string {
  if (!(error instanceof JQLSyntaxError)) return error.message;
  const atEnd = text.slice(error.start).trim() === '';
  const token = tokenAt(text, error.start);
  const place = atEnd ? '' : position(text, error.start);
  const quoted = /^["']/.test(text.slice(error.start));
  const expected = expectation(error.message);
  const asName = expected === 'field' || expected === 'operand' || expected === 'argument';
  if (!atEnd && !quoted && asName && isReserved(token) && !isSortWord(token)) {
    return `'${token}' is a reserved JQL word. You must surround it in quotation marks to use it in a query.${place}`;
  }
  return message(text, error, expected, token, atEnd) + place;
}

/** Jira names the expected word instead. */
function isSortWord(token: string): boolean {
  return /^(?:asc|desc|and|or|not|in|is|was|changed|order|by|empty|null|after|before|on|during|from|to)$/i.test(
    token,
  );
}

function message(
  text: string,
  error: JQLSyntaxError,
  expected: ReturnType<typeof expectation>,
  token: string,
  atEnd: boolean,
): string {
  const before = text.slice(0, error.start).trimEnd();
  switch (expected) {
    case 'operator':
      return atEnd
        ? `Expecting operator before the end of the query. ${operators}`
        : `Expecting operator but got '${token}'. ${operators}`;
    case 'operand':
      return atEnd
        ? 'Expecting either a value, list or function before the end of the query.'
        : `Expecting either a value, list or function but got '${token}'. You must surround '${token}' in quotation marks to use it as a value.`;
    case 'list':
      return atEnd
        ? "Expecting '(' before the end of the query."
        : `Expecting '(' but got '${token}'.`;
    case 'field':
      if (atEnd) return 'Expecting a field name at the end of the query.';
      if (token === '[') return "Expecting a field name but got '['. Did you mean 'cf['?";
      return `Expecting a field name but got '${token}'. You must surround '${token}' in quotation marks to use it as a field name.`;
    case 'keyword': {
      const keyword = /missing (\w+)|expecting (\w+)/.exec(error.message);
      const name = keyword?.[1] ?? keyword?.[2] ?? '';
      const shown = name === 'BY' ? 'by' : name;
      return atEnd
        ? name === 'EMPTY'
          ? 'Expecting either a value, list or function before the end of the query.'
          : `Expecting '${shown}' before the end of the query.`
        : `Expecting '${shown}' but got '${token}'.`;
    }
    case 'argument':
      return atEnd
        ? "Expecting ')' before the end of the query."
        : 'Function argument must be specified.';
    case 'list end':
      if (atEnd) return "Expecting ')' before the end of the query.";
      return /^[\p{L}\p{N}]/u.test(token)
        ? `Expecting ',' but got '${token}'.`
        : `Expecting ')' or ',' but got '${token}'.`;
    case 'join':
      return `Expecting either 'OR' or 'AND' but got '${token}'.`;
    case 'end':
      return /\border\s+by\b/i.test(before) && !/\b(?:asc|desc)$/i.test(before)
        ? `Expecting either 'ASC' or 'DESC' but got '${token}'.`
        : `Expecting ',' but got '${token}'.`;
  }
}
