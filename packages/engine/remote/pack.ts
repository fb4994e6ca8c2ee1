/**
 * Values of the engine as bytes, for calls over HTTP. They come back as a structured clone would: with maps, sets, typed
 * arrays, undefined members, numbers that JSON lacks, and objects that are in several places.
 *
 * Layout: the length of the JSON in UTF-8 (uint32, little-endian), the JSON, the bytes of all typed arrays. In the JSON an
 * object with the one member '$' stands for what JSON lacks; other members that begin with '$' have one more.
 */

/** Positions are ascending: their differences, as varints, are a quarter of their bytes, and compress well. */
const TYPES = {
  Uint32Array,
  Float64Array,
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Int32Array,
  Float32Array,
} as const;
type TypeName = keyof typeof TYPES;
type TypedArray = InstanceType<(typeof TYPES)[TypeName]>;

type Special =
  | readonly ['undefined']
  | readonly ['number', string]
  | readonly ['map' | 'set', readonly unknown[]]
  /** Bytes from and to, and the length of a Uint32Array. */
  | readonly [TypeName, number, number, number]
  /** The first of several places of an object, and its number. */
  | readonly ['first', number, unknown]
  | readonly ['again', number];

const HEAD = 4;

/** @param mapText receives each text and the name of its member. */
export function pack(
  value: unknown,
  mapText: (text: string, member: string) => string = text => text,
): Uint8Array<ArrayBuffer> {
  const shared = findShared(value);
  const numbers = new Map<object, number>();
  const parts: Uint8Array[] = [];
  let end = 0;

  const special = (...content: Special) => ({ $: content });

  function array(value: TypedArray): unknown {
    const name = value.constructor.name as TypeName;
    const bytes =
      value instanceof Uint32Array
        ? writeDifferences(value)
        : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    parts.push(bytes);
    const from = end;
    end += bytes.length;
    return special(name, from, end, value.length);
  }

  function content(value: object): unknown {
    if (ArrayBuffer.isView(value)) return array(value as TypedArray);
    if (Array.isArray(value)) return value.map(item => plain(item, ''));
    if (value instanceof Map)
      return special(
        'map',
        [...value].map(([key, item]) => [plain(key, ''), plain(item, '')]),
      );
    if (value instanceof Set)
      return special(
        'set',
        [...value].map(item => plain(item, '')),
      );
    const members = Object.entries(value).map(([key, item]) => [
      key.startsWith('$') ? `$${key}` : key,
      plain(item, key),
    ]);
    return Object.fromEntries(members);
  }

  function plain(value: unknown, member: string): unknown {
    if (typeof value === 'string') return mapText(value, member);
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : special('number', Object.is(value, -0) ? '-0' : String(value));
    if (value === undefined) return special('undefined');
    if (typeof value !== 'object' || value === null) return value;
    const known = numbers.get(value);
    if (known !== undefined) return special('again', known);
    if (!shared.has(value)) return content(value);
    numbers.set(value, numbers.size);
    return special('first', numbers.size - 1, content(value));
  }

  const json = new TextEncoder().encode(JSON.stringify(plain(value, '')));
  const bytes = new Uint8Array(HEAD + json.length + end);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, HEAD);
  let place = HEAD + json.length;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

/** The value of bytes from `pack`. */
export function unpack(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = HEAD + view.getUint32(0, true);
  const known = new Map<number, unknown>();

  function read(content: Special): unknown {
    switch (content[0]) {
      case 'undefined':
        return undefined;
      case 'number':
        return Number(content[1]);
      case 'map':
        return new Map(
          content[1].map(each => (each as unknown[]).map(value) as [unknown, unknown]),
        );
      case 'set':
        return new Set(content[1].map(value));
      case 'first': {
        const [, number, inner] = content;
        const found = value(inner);
        known.set(number, found);
        return found;
      }
      case 'again':
        return known.get(content[1]);
      default: {
        const [name, from, to, length] = content;
        const part = bytes.subarray(start + from, start + to);
        // A copy of its own is aligned, and keeps no other arrays in memory.
        return name === 'Uint32Array'
          ? readDifferences(part, length)
          : new TYPES[name](new Uint8Array(part).buffer);
      }
    }
  }

  function value(plain: unknown): unknown {
    if (typeof plain !== 'object' || plain === null) return plain;
    if (Array.isArray(plain)) return plain.map(value);
    if ('$' in plain) return read(plain.$ as Special);
    const members = Object.entries(plain).map(([key, item]) => [
      key.startsWith('$') ? key.slice(1) : key,
      value(item),
    ]);
    return Object.fromEntries(members);
  }

  return value(JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, start))));
}

/** Objects in several places of a value. */
function findShared(value: unknown): ReadonlySet<object> {
  const seen = new Set<object>();
  const shared = new Set<object>();
  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (seen.has(value)) {
      shared.add(value);
      return;
    }
    seen.add(value);
    if (ArrayBuffer.isView(value)) return;
    if (value instanceof Map || value instanceof Set || Array.isArray(value))
      for (const item of value) visit(item);
    else for (const item of Object.values(value)) visit(item);
  }
  visit(value);
  return shared;
}

/** Each number as its difference from the one before: zigzag, in groups of seven bits, the lowest first. */
function writeDifferences(values: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 5);
  let place = 0;
  let last = 0;
  for (const value of values) {
    const difference = (value - last) | 0;
    let rest = ((difference << 1) ^ (difference >> 31)) >>> 0;
    while (rest > 127) {
      bytes[place++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[place++] = rest;
    last = value;
  }
  return bytes.slice(0, place);
}

function readDifferences(bytes: Uint8Array, length: number): Uint32Array {
  const values = new Uint32Array(length);
  let place = 0;
  let last = 0;
  for (let at = 0; at < length; at++) {
    let rest = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[place++] ?? 0;
      rest |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    last = (last + ((rest >>> 1) ^ -(rest & 1))) >>> 0;
    values[at] = last;
  }
  return values;
}
