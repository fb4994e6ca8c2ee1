type Members = Readonly<Record<string, unknown>>;
type Container = Members | readonly unknown[];

/** Values of a piece, which make some hundred kilobytes of text. */
const PIECE_VALUES = 5_000;

/** The pieces of `JSON.stringify(value, null, 2)`: the whole text of a large report takes several times its size. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (sizeOf(value, PIECE_VALUES) < PIECE_VALUES) yield JSON.stringify(value, null, 2);
  else yield* piecesOf(value as Container, 0);
}

/** Of a value that is indented by `depth`. */
function* piecesOf(value: Container, depth: number): Generator<string> {
  const names = Array.isArray(value)
    ? null
    : Object.keys(value).filter(name => (value as Members)[name] !== undefined);
  const items: readonly unknown[] = names?.map(name => (value as Members)[name]) ?? (value as []);
  const [open, close] = names ? '{}' : '[]';
  const indent = '  '.repeat(depth);
  let before = `${open}\n`;
  let from = 0;
  let size = 0;
  /** The members up to a position. */
  const textTo = (to: number): string => {
    if (from === to) return '';
    const part = items.slice(from, to);
    const named = names && Object.fromEntries(part.map((each, at) => [names[from + at], each]));
    const text = before + membersText(named ?? part, depth);
    before = ',\n';
    from = to;
    size = 0;
    return text;
  };
  for (let at = 0; at < items.length; at++) {
    const own = sizeOf(items[at], PIECE_VALUES);
    size += own;
    if (own >= PIECE_VALUES) {
      yield textTo(at);
      yield `${before}${indent}  ${names ? `${JSON.stringify(names[at])}: ` : ''}`;
      yield* piecesOf(items[at] as Container, depth + 1);
      before = ',\n';
      from = at + 1;
      size = 0;
    } else if (size >= PIECE_VALUES) yield textTo(at + 1);
  }
  yield textTo(items.length);
  yield `\n${indent}${close}`;
}

/** The number of values in a value, or at least `limit`. */
function sizeOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    size += typeof each === 'object' ? sizeOf(each, limit - size) : 1;
    if (size >= limit) return size;
  }
  return size;
}

/** The lines of a value's members, indented for `depth` by nesting the value so deep. */
function membersText(value: Container, depth: number): string {
  let nested: unknown = value;
  for (let level = 0; level < depth; level++) nested = [nested];
  const text = JSON.stringify(nested, null, 2);
  // Each level has a bracket and a line break, and the indentation of the next one or its own.
  return text.slice(2 + depth * (depth + 3), text.length - (2 + depth * (depth + 3)));
}
