type Container = Readonly<Record<string, unknown>> | readonly unknown[];

/** Values of a piece, about: some hundred kilobytes of text. */
const PIECE_VALUES = 5_000;

/** The pieces of `JSON.stringify(value, null, 2)`: the whole text of a large report takes several times its size. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (isSmall(value)) yield JSON.stringify(value, null, 2);
  else yield* piecesOf(value as Container, 0);
}

/** Of a value that is indented by `depth`. */
function* piecesOf(value: Container, depth: number): Generator<string> {
  const isList = Array.isArray(value);
  const indent = '  '.repeat(depth);
  let before = isList ? '[\n' : '{\n';
  let group: (readonly [string, unknown])[] = [];
  let size = 0;
  const flush = function* (): Generator<string> {
    if (group.length === 0) return;
    yield before;
    yield membersText(isList ? group.map(([, each]) => each) : Object.fromEntries(group), depth);
    before = ',\n';
    group = [];
    size = 0;
  };
  for (const [name, each] of isList ? value.entries() : Object.entries(value)) {
    if (!isList && each === undefined) continue;
    if (isSmall(each)) {
      group.push([String(name), each]);
      size += sizeOf(each, PIECE_VALUES);
      if (size >= PIECE_VALUES) yield* flush();
      continue;
    }
    yield* flush();
    yield `${before}${indent}  ${isList ? '' : `${JSON.stringify(name)}: `}`;
    yield* piecesOf(each as Container, depth + 1);
    before = ',\n';
  }
  yield* flush();
  yield `\n${indent}${isList ? ']' : '}'}`;
}

const isSmall = (value: unknown): boolean => sizeOf(value, PIECE_VALUES) < PIECE_VALUES;

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

/** The lines of the members of a value that is indented by `depth`: JSON.stringify indents them where it is nested so deep. */
function membersText(value: Container, depth: number): string {
  let nested: unknown = value;
  for (let level = 0; level < depth; level++) nested = [nested];
  const text = JSON.stringify(nested, null, 2);
  // Each level has a bracket and a line break, and the indentation of the next one or its own.
  return text.slice(2 + depth * (depth + 3), text.length - (2 + depth * (depth + 3)));
}
