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

const isName = ({ kind }: Token) => kind === 'word' || kind === 'quoted' || kind === 'number';
const isReservedWord = ({ kind, source }: Token) => kind === 'word' && isRejected(source);

/** Throws a JqlError with Jira's message and position. */
export const parseQuery = (text: string): Query => new Parser(text).parse();

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  #clauses = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  parse(): Query {
    const where = this.#is('order') || this.#ahead().kind === 'end' ? null : this.#parseOr();
    const orderBy = this.#parseOrder();
    if (this.#ahead().kind === 'end') return { where, orderBy };
    const last = orderBy.at(-1);
    if (last?.direction) this.#expect(',');
    return this.#fail(last ? 'direction' : 'join');
  }

  #ahead(offset = 0): Token {
    const end = { kind: 'end', text: '', source: '', at: this.#text.length } as const;
    return this.#tokens[this.#at + offset] ?? end;
  }

  #is(sign: string, offset = 0): boolean {
    const { kind, text } = this.#ahead(offset);
    return text === sign && (kind === 'symbol' || kind === 'keyword');
  }

  #take(sign: string): boolean {
    const found = this.#is(sign);
    if (found) this.#at += 1;
    return found;
  }

  #fail(expected: keyof typeof EXPECTED): never {
    const token = this.#ahead();
    const [atEnd, got] = EXPECTED[expected];
    if (token.kind === 'end') throw syntaxError(atEnd);
    const place = position(this.#text, token.at);
    const asName = expected === 'field' || expected === 'operand' || expected === 'argument';
    throw syntaxError(
      asName && isReservedWord(token)
        ? `'${token.source}' is a reserved JQL word. You must surround it in quotation marks to use it in a query.${place}`
        : got(token.source) + place,
    );
  }

  #expect(sign: string, name = sign): void {
    if (this.#take(sign)) return;
    const token = this.#ahead();
    throw syntaxError(
      token.kind === 'end'
        ? `Expecting '${name}' before the end of the query.`
        : `Expecting '${name}' but got '${token.source}'.${position(this.#text, token.at)}`,
    );
  }

  /** A name, a value or an argument. */
  #takeName(expected: 'field' | 'operand' | 'argument'): Token {
    const token = this.#ahead();
    if (!isName(token) || isReservedWord(token)) this.#fail(expected);
    this.#at += 1;
    return token;
  }

  #nested<Part>(parsePart: () => Part): Part {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw tooDeep();
    const part = parsePart();
    this.#depth -= 1;
    return part;
  }

  #countClause(): void {
    this.#clauses += 1;
    if (this.#clauses > MAX_CLAUSES) throw tooManyClauses();
  }

  #parseOr(): Clause {
    return this.#parseGroup('or', () => this.#parseGroup('and', () => this.#parseNot()));
  }

  #parseGroup(type: 'and' | 'or', parsePart: () => Clause): Clause {
    const first = parsePart();
    if (!this.#is(type)) return first;
    const clauses = [first];
    while (this.#take(type)) clauses.push(parsePart());
    return { type, clauses };
  }

  #parseNot(): Clause {
    if (this.#take('not') || this.#take('!'))
      return { type: 'not', clause: this.#nested(() => this.#parseNot()) };
    if (!this.#take('(')) return this.#parseTerminal();
    const clause = this.#nested(() => this.#parseOr());
    this.#expect(')');
    return clause;
  }

  #parseField(): { field: string; property: boolean } {
    let field: string;
    if (this.#ahead().kind === 'word' && this.#ahead().source.toLowerCase() === 'cf') {
      this.#at += 1;
      this.#expect('[');
      if (this.#ahead().kind !== 'number') this.#fail('operand');
      field = `cf[${this.#ahead().text}]`;
      this.#at += 1;
      this.#expect(']');
    } else field = this.#takeName('field').text;
    if (field.trim() === '') throw syntaxError('A field name cannot be empty.');
    let property = false;
    while (this.#take('[')) {
      this.#takeName('operand');
      this.#expect(']');
      while (isName(this.#ahead())) this.#at += 1;
      property = true;
    }
    return { field, property };
  }

  #parseOperator(): Operator {
    const { kind, text: sign } = this.#ahead();
    if (kind === 'symbol' && /^(?:!?[=~]|[<>]=?)$/.test(sign)) {
      this.#at += 1;
      return sign as Operator;
    }
    if (this.#take('changed')) return 'changed';
    if (this.#take('in')) return 'in';
    if (this.#take('is')) return this.#take('not') ? 'is not' : 'is';
    if (this.#take('not')) {
      this.#expect('in', 'IN');
      return 'not in';
    }
    if (!this.#take('was')) return this.#fail('operator');
    const not = this.#take('not');
    if (this.#take('in')) return not ? 'was not in' : 'was in';
    return not ? 'was not' : 'was';
  }

  #parseTerminal(): Clause {
    this.#countClause();
    const { field, property } = this.#parseField();
    const operator = this.#parseOperator();
    const operand = operator === 'changed' ? null : this.#parseOperandOf(operator);
    const predicates: Predicate[] = [];
    const known = operator === 'changed' ? CHANGE_PREDICATES : PREDICATES;
    const hasPredicates = operator === 'changed' || operator.startsWith('was');
    while (
      hasPredicates &&
      this.#ahead().kind === 'keyword' &&
      known.includes(this.#ahead().text)
    ) {
      const { text: predicate } = this.#ahead();
      this.#at += 1;
      predicates.push({
        operator: predicate as Predicate['operator'],
        operand: this.#parseOperand(),
      });
    }
    return { type: 'terminal', field, property, operator, operand, predicates };
  }

  #parseOperandOf(operator: Operator): Operand {
    if (operator.endsWith('in')) {
      if (!this.#is('(') && isName(this.#ahead()) && !this.#is('(', 1)) {
        this.#takeName('operand');
        this.#expect('(');
      }
      if (this.#is('empty')) this.#fail('operand');
      return this.#parseOperand();
    }
    const takesEmpty = !/^[<>]/.test(operator);
    const takesValue = !operator.startsWith('is');
    if (this.#is('(') || !(this.#is('empty') ? takesEmpty : takesValue)) this.#fail('operand');
    return this.#parseOperand();
  }

  #parseOperand(): Operand {
    if (this.#take('empty')) return { type: 'empty' };
    if (this.#take('(')) {
      const list = [this.#nested(() => this.#parseOperand())];
      while (this.#take(',')) list.push(this.#nested(() => this.#parseOperand()));
      if (!this.#take(')')) this.#fail('listEnd');
      return { type: 'list', values: list };
    }
    const { kind, text } = this.#takeName('operand');
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw tooManyValues();
    if (!this.#take('(')) return { type: 'value', text, quoted: kind === 'quoted' };
    if (text.trim() === '') throw syntaxError('A function name cannot be empty.');
    this.#countClause();
    const args: string[] = [];
    if (!this.#take(')')) {
      args.push(this.#takeName('argument').text);
      while (this.#take(',')) args.push(this.#takeName('operand').text);
      if (!this.#take(')')) this.#fail('listEnd');
    }
    return { type: 'function', name: text, args };
  }

  #parseOrder(): SortField[] {
    if (!this.#take('order')) return [];
    this.#expect('by');
    const fields: SortField[] = [];
    do {
      const { field } = this.#parseField();
      const direction = this.#take('asc') ? 'asc' : this.#take('desc') ? 'desc' : null;
      fields.push({ field, direction });
    } while (this.#take(','));
    return fields;
  }
}
