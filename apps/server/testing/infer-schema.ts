import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';

/** What was seen at one place of many JSON values. */
interface Seen {
  readonly types: Set<string>;
  objects: number;
  readonly members: Map<string, { seen: Seen; count: number }>;
  items: Seen | null;
}

const nothing = (): Seen => ({ types: new Set(), objects: 0, members: new Map(), items: null });

/** More members than this are the keys of a map. */
const MAX_MEMBERS = 40;

/** The JSON Schema (2020-12) of values that were seen. Members that all have are required; further ones may come. */
export function inferSchema(values: Iterable<unknown>): JsonSchema {
  const seen = nothing();
  for (const value of values) add(seen, value);
  return schemaOf(seen);
}

function add(seen: Seen, value: unknown): void {
  if (value === null || typeof value !== 'object') {
    seen.types.add(value === null ? 'null' : typeof value);
  } else if (Array.isArray(value)) {
    seen.types.add('array');
    seen.items ??= nothing();
    for (const item of value) add(seen.items, item);
  } else {
    seen.types.add('object');
    seen.objects++;
    for (const [name, item] of Object.entries(value)) {
      const member = seen.members.get(name) ?? { seen: nothing(), count: 0 };
      member.count++;
      seen.members.set(name, member);
      add(member.seen, item);
    }
  }
}

/** What is not known is null: numbers, and what has numbers. */
function orUnknown(seen: Seen): JsonSchema {
  const isFigure = seen.types.has('number') || seen.types.has('object');
  return schemaOf(isFigure ? { ...seen, types: new Set([...seen.types, 'null']) } : seen);
}

function schemaOf({ types, objects, members, items }: Seen): JsonSchema {
  const names = [...members.keys()].sort();
  const isMap = names.length > MAX_MEMBERS || names.some(name => !/^[a-z][A-Za-z]*\d*$/.test(name));
  const required = names.filter(name => members.get(name)?.count === objects);
  const all = [...types].sort();
  const object = isMap
    ? { additionalProperties: schemaOf(merged([...members.values()].map(({ seen }) => seen))) }
    : {
        properties: Object.fromEntries(
          names.map(name => [name, orUnknown(members.get(name)?.seen ?? nothing())]),
        ),
        ...(required.length > 0 && { required }),
      };
  return {
    // Of a place where only null was seen, nothing is known.
    ...(all.some(type => type !== 'null') && { type: all.length === 1 ? all[0] : all }),
    ...(types.has('object') && names.length > 0 && object),
    ...(items && items.types.size > 0 && { items: schemaOf(items) }),
  };
}

function merged(all: readonly Seen[]): Seen {
  const sum = nothing();
  for (const { types, objects, members, items } of all) {
    for (const type of types) sum.types.add(type);
    sum.objects += objects;
    for (const [name, { seen, count }] of members) {
      const member = sum.members.get(name);
      sum.members.set(name, {
        seen: member ? merged([member.seen, seen]) : seen,
        count: (member?.count ?? 0) + count,
      });
    }
    if (items) sum.items = sum.items ? merged([sum.items, items]) : items;
  }
  return sum;
}
