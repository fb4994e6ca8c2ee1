/** Query options of OData 4.01 over the rows of a table. */
import odata from '@balena/odata-parser';

export type Cell = string | number | null;
export type Row = Readonly<Record<string, Cell>>;

/** What cannot be answered, as OData says it. */
export class ODataError extends Error {
  override readonly name = 'ODataError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface RowQuery {
  readonly isKept: (row: Row) => boolean;
  readonly order: readonly { readonly name: string; readonly isDescending: boolean }[];
  /** Null: all properties. */
  readonly select: readonly string[] | null;
  readonly skip: number;
  readonly top: number;
  /** Where the page begins. */
  readonly from: number;
  readonly count: boolean;
}

const PARSED = ['$filter', '$orderby', '$select', '$count'];
const OPTIONS = [...PARSED, '$top', '$skip'];
/** Said by the path or the header, or by pages of this feed. */
const OTHERS = ['$format', '$skiptoken'];

/** The options of an address. Throws ODataErrors. */
export function readOptions(
  given: Readonly<Record<string, unknown>>,
  properties: readonly string[],
): RowQuery {
  for (const name of Object.keys(given))
    if (name.startsWith('$') && !OPTIONS.includes(name) && !OTHERS.includes(name))
      throw new ODataError(501, `${name} is not supported. There are ${OPTIONS.join(', ')}.`);
  // The parser decodes texts, which are decoded already.
  const asked = PARSED.filter(name => given[name] !== undefined).map(
    name => `${name}=${String(given[name]).replaceAll('%', '%25')}`,
  );
  const { tree, binds } = parsed(asked.join('&'));
  const { $filter, $orderby, $select, $count } = tree.options ?? {};
  const known = ({ name, property, count, lambda }: Name): string => {
    if (property ?? count ?? lambda)
      throw new ODataError(501, `'${name}' has no parts: a path with '/' is not supported.`);
    if (properties.includes(name)) return name;
    throw new ODataError(
      400,
      `There is no property '${name}'. There are ${properties.join(', ')}.`,
    );
  };
  const evaluate = evaluator(binds, known);
  if ($filter !== undefined) checkNames($filter, known);
  return {
    isKept: row => $filter === undefined || evaluate($filter, row) === true,
    order: ($orderby?.properties ?? []).map(property => ({
      name: known(property),
      isDescending: property.order === 'desc',
    })),
    select: !$select || $select === '*' ? null : $select.properties.map(known),
    skip: wholeOf(given.$skip, '$skip') ?? 0,
    top: wholeOf(given.$top, '$top') ?? Infinity,
    from: wholeOf(given.$skiptoken, '$skiptoken') ?? 0,
    count: $count === true,
  };
}

/** The rows of a query, and how many there are before `$top` and `$skip`. */
export function rowsOf(
  rows: readonly Row[],
  { isKept, order, skip, top }: RowQuery,
): { readonly rows: readonly Row[]; readonly count: number } {
  const kept = rows.filter(isKept);
  const sorted = order.length === 0 ? kept : kept.toSorted((a, b) => compareBy(order, a, b));
  return { rows: sorted.slice(skip, skip + top), count: kept.length };
}

function compareBy(order: RowQuery['order'], a: Row, b: Row): number {
  for (const { name, isDescending } of order) {
    const difference = compareCells(a[name] ?? null, b[name] ?? null);
    if (difference !== 0) return isDescending ? -difference : difference;
  }
  return 0;
}

/** Null is the least, as OData orders it. */
function compareCells(a: Cell, b: Cell): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

type Name = {
  readonly name: string;
  /** What follows in a path, such as `value/length`, `value/$count` and `value/any(...)`. */
  readonly property?: object;
  readonly count?: boolean;
  readonly lambda?: object;
};
/** A node of the parser: a name, a bound value, null, a call, or an operator with its operands. */
type Node =
  | null
  | Name
  | { readonly bind: number }
  | readonly ['call', { readonly method: string; readonly args: readonly Node[] }]
  | readonly [string, ...Node[]];

interface Parsed {
  readonly tree: {
    readonly options?: {
      readonly $filter?: Node;
      readonly $orderby?: { readonly properties: readonly (Name & { readonly order: string })[] };
      readonly $select?: '*' | { readonly properties: readonly Name[] };
      readonly $count?: boolean;
    };
  };
  readonly binds: readonly (readonly [string, Value])[];
}

type Value = Cell | boolean | Date;

function parsed(options: string): Parsed {
  try {
    return odata.parse(`/rows${options === '' ? '' : `?${options}`}`) as Parsed;
  } catch {
    throw new ODataError(
      400,
      "The query options cannot be read. An example: $filter=contains(Name,'Ana') and Issues gt 3",
    );
  }
}

/** Throws an ODataError for a format that is not JSON, or for the metadata XML. */
export function checkFormat(format: unknown, isMetadata: boolean): void {
  const known = isMetadata ? /^(application\/)?xml$/i : /^(application\/)?json(;.*)?$/i;
  if (format !== undefined && !known.test(String(format)))
    throw new ODataError(406, `There is ${isMetadata ? 'XML' : 'JSON'} alone: leave $format out.`);
}

function wholeOf(given: unknown, name: string): number | null {
  if (given === undefined) return null;
  if (/^\d{1,9}$/.test(String(given))) return Number(given);
  throw new ODataError(400, `${name} is a whole number from 0.`);
}

function checkNames(node: Node, known: (name: Name) => string): void {
  if (node === null || typeof node !== 'object') return;
  if ('name' in node) return void known(node);
  if (!Array.isArray(node)) return;
  const [operator, ...operands] = node as readonly [string, ...Node[]];
  if (operator !== 'call') {
    if (!Object.hasOwn(OPERATORS, operator))
      throw new ODataError(501, `'${operator}' is not supported.`);
    for (const each of operands) checkNames(each, known);
    return;
  }
  const [, { method, args }] = node as Extract<Node, readonly ['call', unknown]>;
  if (!Object.hasOwn(FUNCTIONS, method))
    throw new ODataError(
      501,
      `The function ${method} is not supported. There are ${Object.keys(FUNCTIONS).join(', ')}.`,
    );
  for (const each of args) checkNames(each, known);
}

type Operator = (a: Value, b: Value) => Value;
const ordered =
  (test: (difference: number) => boolean): Operator =>
  (a, b) =>
    a !== null && b !== null && typeof a === typeof b && test(compareCells(a as Cell, b as Cell));

/** Arithmetic with null is null. */
const computed =
  (compute: (a: number, b: number) => number): Operator =>
  (a, b) =>
    typeof a === 'number' && typeof b === 'number' ? compute(a, b) : null;

const OPERATORS: Readonly<Record<string, Operator>> = {
  and: (a, b) => a === true && b === true,
  or: (a, b) => a === true || b === true,
  not: a => a !== true,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: ordered(difference => difference > 0),
  ge: ordered(difference => difference >= 0),
  lt: ordered(difference => difference < 0),
  le: ordered(difference => difference <= 0),
  add: computed((a, b) => a + b),
  sub: computed((a, b) => a - b),
  mul: computed((a, b) => a * b),
  div: computed((a, b) => a / b),
};

const text = (value: Value | undefined): string => String(value ?? '');
const FUNCTIONS: Readonly<Record<string, (...args: readonly Value[]) => Value>> = {
  contains: (all, part) => text(all).includes(text(part)),
  startswith: (all, part) => text(all).startsWith(text(part)),
  endswith: (all, part) => text(all).endsWith(text(part)),
  tolower: all => text(all).toLowerCase(),
  toupper: all => text(all).toUpperCase(),
  trim: all => text(all).trim(),
  length: all => text(all).length,
};

function evaluator(binds: Parsed['binds'], known: (name: Name) => string) {
  return function evaluate(node: Node, row: Row): Value {
    if (node === null) return null;
    if ('bind' in node) return binds[node.bind]?.[1] ?? null;
    if ('name' in node) return row[known(node)] ?? null;
    const [operator] = node;
    if (operator === 'call') {
      const [, { method, args }] = node as Extract<Node, readonly ['call', unknown]>;
      const values = args.map(each => evaluate(each, row));
      return values.includes(null) ? null : (FUNCTIONS[method]?.(...values) ?? null);
    }
    const [, a, b] = node as readonly [string, Node, Node?];
    return (
      OPERATORS[operator]?.(evaluate(a, row), b === undefined ? null : evaluate(b, row)) ?? null
    );
  };
}
