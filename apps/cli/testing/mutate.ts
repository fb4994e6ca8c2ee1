/** Replaces members of records by values of any other kind, the same at every run. */

export type Pick = <Item>(from: readonly Item[]) => Item;

/** Numbers of a seed, by mulberry32. */
export function random(seed: number): Pick {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return from => from[Math.floor(next() * from.length)] as (typeof from)[number];
}

const LONG = 'x'.repeat(5000);

const VALUES: readonly unknown[] = [
  ...[undefined, null, '', 'garbage', LONG, '\u0000', 0, -1, 1.5, 2 ** 53 + 2, 1e300],
  ...[true, false, '1000000000000000000'],
  ...[[], [null], ['x'], [7], [[]], {}, { id: {} }, { name: 7 }, { id: '7' }, { key: 'MUT-1' }],
  ...['2026-02-30', '2026-03-05T09:00:00', '02/Mar/26 9:00 AM', '1772442000000', 1772442000000],
];

export interface Mutation {
  readonly path: readonly string[];
  readonly value: unknown;
  /** The value that was there is gone, and what is there now is no other form of it. */
  readonly isLoss: boolean;
}

/** The paths of all members of a value. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  const inner = Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]));
  return path.length === 0 ? inner : [[...path], ...inner];
}

function valueAt(record: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
    record,
  );
}

/** Replaces one member of a record in place. Members of the names in `kept` stay. */
export function mutate(record: object, pick: Pick, kept: readonly string[]): Mutation {
  const paths = pathsOf(record).filter(path => !kept.includes(path.join('.')));
  return replace(record, pick(paths), pick(VALUES));
}

type Change = (record: object) => Mutation;

/** Each member of a record with each value, one change each. */
export const allMutations = (record: object, kept: readonly string[]): readonly Change[] =>
  pathsOf(record)
    .filter(path => !kept.includes(path.join('.')))
    .flatMap(path =>
      VALUES.map(
        (value): Change =>
          each =>
            replace(each, path, value),
      ),
    );

function replace(record: object, path: readonly string[], given: unknown): Mutation {
  const value = structuredClone(given);
  const before = valueAt(record, path);
  const holder = valueAt(record, path.slice(0, -1)) as object;
  const name = path.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(holder, name);
  else Reflect.set(holder, name, value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const isLoss = typeof before !== 'object' && (isObject || Array.isArray(value));
  return { path, value, isLoss };
}
