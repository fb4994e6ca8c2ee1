import {
  MAX_CLAUSES,
  MAX_DEPTH,
  MAX_VALUES,
  tooDeep,
  tooManyClauses,
  tooManyValues,
} from './limits.ts';
import { isRejected } from './reserved.ts';
import { position, syntaxError, type Token, tokensOf } from './tokens.ts';
import type { Clause, Operand, Operator, Predicate, Query, SortField } from './tree.ts';

const OPERATORS =
  "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.";
const VALUE = 'a value, list or function';

/** Jira's messages: at the end of the query, and for another token. */
const EXPECTED = {
  operator: [
    `Expecting operator before the end of the query. ${OPERATORS}`,
    (got: string) => `Expecting operator but got '${got}'. ${OPERATORS}`,
  ],
  operand: [
    `Expecting either ${VALUE} before the end of the query.`,
    (got: string) =>
      `Expecting either ${VALUE} but got '${got}'. You must surround '${got}' in quotation marks to use it as a value.`,
  ],
  field: [
    'Expecting a field name at the end of the query.',
    (got: string) =>
      got === '['
        ? "Expecting a field name but got '['. Did you mean 'cf['?"
        : `Expecting a field name but got '${got}'. You must surround '${got}' in quotation marks to use it as a field name.`,
  ],
  argument: [
    "Expecting ')' before the end of the query.",
    () => 'Function argument must be specified.',
  ],
  listEnd: [
    "Expecting ')' before the end of the query.",
    (got: string) =>
      /^[\p{L}\p{N}]/u.test(got)
        ? `Expecting ',' but got '${got}'.`
        : `Expecting ')' or ',' but got '${got}'.`,
  ],
  join: ['', (got: string) => `Expecting either 'OR' or 'AND' but got '${got}'.`],
  direction: ['', (got: string) => `Expecting either 'ASC' or 'DESC' but got '${got}'.`],
} as const;

const PREDICATES = ['after', 'before', 'on', 'during', 'by'];
const CHANGE_PREDICATES = [...PREDICATES, 'from', 'to'];

/** Throws a JqlError with Jira's message and position. */
export function parseQuery(text: string): Query {
  const tokens = tokensOf(text);
  const end: Token = { kind: 'end', text: '', source: '', at: text.length };
  let at = 0;
  let depth = 0;
  let clauses = 0;
  let values = 0;

  const ahead = (offset = 0): Token => tokens[at + offset] ?? end;
  const is = (sign: string, offset = 0): boolean => {
    const { kind, text } = ahead(offset);
    return text === sign && (kind === 'symbol' || kind === 'keyword');
  };
  const take = (sign: string): boolean => {
    const found = is(sign);
    if (found) at += 1;
    return found;
  };
  const isName = ({ kind }: Token) => kind === 'word' || kind === 'quoted' || kind === 'number';
  const isReservedWord = ({ kind, source }: Token) => kind === 'word' && isRejected(source);

  function fail(expected: keyof typeof EXPECTED): never {
    const token = ahead();
    const [atEnd, got] = EXPECTED[expected];
    if (token.kind === 'end') throw syntaxError(atEnd);
    const place = position(text, token.at);
    const asName = expected === 'field' || expected === 'operand' || expected === 'argument';
    throw syntaxError(
      asName && isReservedWord(token)
        ? `'${token.source}' is a reserved JQL word. You must surround it in quotation marks to use it in a query.${place}`
        : got(token.source) + place,
    );
  }

  function expect(sign: string, name = sign): void {
    if (take(sign)) return;
    const token = ahead();
    throw syntaxError(
      token.kind === 'end'
        ? `Expecting '${name}' before the end of the query.`
        : `Expecting '${name}' but got '${token.source}'.${position(text, token.at)}`,
    );
  }

  /** A name, a value or an argument. */
  function takeName(expected: 'field' | 'operand' | 'argument'): Token {
    const token = ahead();
    if (!isName(token) || isReservedWord(token)) fail(expected);
    at += 1;
    return token;
  }

  function nested<Part>(parsePart: () => Part): Part {
    depth += 1;
    if (depth > MAX_DEPTH) throw tooDeep();
    const part = parsePart();
    depth -= 1;
    return part;
  }

  function countClause(): void {
    clauses += 1;
    if (clauses > MAX_CLAUSES) throw tooManyClauses();
  }

  function parseOr(): Clause {
    return parseGroup('or', () => parseGroup('and', parseNot));
  }

  function parseGroup(type: 'and' | 'or', parsePart: () => Clause): Clause {
    const first = parsePart();
    if (!is(type)) return first;
    const clauses = [first];
    while (take(type)) clauses.push(parsePart());
    return { type, clauses };
  }

  function parseNot(): Clause {
    if (take('not') || take('!')) return { type: 'not', clause: nested(parseNot) };
    if (!take('(')) return parseTerminal();
    const clause = nested(parseOr);
    expect(')');
    return clause;
  }

  function parseField(): { field: string; property: boolean } {
    let field: string;
    if (ahead().kind === 'word' && ahead().source.toLowerCase() === 'cf') {
      at += 1;
      expect('[');
      if (ahead().kind !== 'number') fail('operand');
      field = `cf[${ahead().text}]`;
      at += 1;
      expect(']');
    } else field = takeName('field').text;
    if (field.trim() === '') throw syntaxError('A field name cannot be empty.');
    let property = false;
    while (take('[')) {
      takeName('operand');
      expect(']');
      while (isName(ahead())) at += 1;
      property = true;
    }
    return { field, property };
  }

  function parseOperator(): Operator {
    const { kind, text: sign } = ahead();
    if (kind === 'symbol' && /^(?:!?[=~]|[<>]=?)$/.test(sign)) {
      at += 1;
      return sign as Operator;
    }
    if (take('changed')) return 'changed';
    if (take('in')) return 'in';
    if (take('is')) return take('not') ? 'is not' : 'is';
    if (take('not')) {
      expect('in', 'IN');
      return 'not in';
    }
    if (!take('was')) return fail('operator');
    const not = take('not');
    if (take('in')) return not ? 'was not in' : 'was in';
    return not ? 'was not' : 'was';
  }

  function parseTerminal(): Clause {
    countClause();
    const { field, property } = parseField();
    const operator = parseOperator();
    const operand = operator === 'changed' ? null : parseOperandOf(operator);
    const predicates: Predicate[] = [];
    const known = operator === 'changed' ? CHANGE_PREDICATES : PREDICATES;
    const hasPredicates = operator === 'changed' || operator.startsWith('was');
    while (hasPredicates && ahead().kind === 'keyword' && known.includes(ahead().text)) {
      const { text: predicate } = ahead();
      at += 1;
      predicates.push({ operator: predicate as Predicate['operator'], operand: parseOperand() });
    }
    return { type: 'terminal', field, property, operator, operand, predicates };
  }

  function parseOperandOf(operator: Operator): Operand {
    if (operator.endsWith('in')) {
      if (!is('(') && isName(ahead()) && !is('(', 1)) {
        takeName('operand');
        expect('(');
      }
      if (is('empty')) fail('operand');
      return parseOperand();
    }
    const takesEmpty = !/^[<>]/.test(operator);
    const takesValue = !operator.startsWith('is');
    if (is('(') || !(is('empty') ? takesEmpty : takesValue)) fail('operand');
    return parseOperand();
  }

  function parseOperand(): Operand {
    if (take('empty')) return { type: 'empty' };
    if (take('(')) {
      const list = [nested(parseOperand)];
      while (take(',')) list.push(nested(parseOperand));
      if (!take(')')) fail('listEnd');
      return { type: 'list', values: list };
    }
    const { kind, text } = takeName('operand');
    values += 1;
    if (values > MAX_VALUES) throw tooManyValues();
    if (!take('(')) return { type: 'value', text, quoted: kind === 'quoted' };
    if (text.trim() === '') throw syntaxError('A function name cannot be empty.');
    countClause();
    const args: string[] = [];
    if (!take(')')) {
      args.push(takeName('argument').text);
      while (take(',')) args.push(takeName('operand').text);
      if (!take(')')) fail('listEnd');
    }
    return { type: 'function', name: text, args };
  }

  function parseOrder(): SortField[] {
    if (!take('order')) return [];
    expect('by');
    const fields: SortField[] = [];
    do {
      const { field } = parseField();
      const direction = take('asc') ? 'asc' : take('desc') ? 'desc' : null;
      fields.push({ field, direction });
    } while (take(','));
    return fields;
  }

  const where = is('order') || ahead().kind === 'end' ? null : parseOr();
  const orderBy = parseOrder();
  if (ahead().kind === 'end') return { where, orderBy };
  const last = orderBy.at(-1);
  if (last?.direction) expect(',');
  return fail(last ? 'direction' : 'join');
}
