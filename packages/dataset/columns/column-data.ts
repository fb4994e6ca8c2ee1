/** Values as the buffers of Arrow columns. */
import {
  type Batch,
  bool,
  Column,
  type DataType,
  type DictionaryBatch,
  dateDay,
  dictionary,
  field,
  float64,
  int32,
  int64,
  list,
  struct,
  TimeUnit,
  timestamp,
  uint16,
  utf8,
} from './arrow.ts';
import { setBit } from './bits.ts';

export type Data = Batch<unknown>;
/** Builds a column of `length` values, each read once: a list of them would take more time and memory than the column. */
export type Build<T> = (length: number, read: (at: number) => T) => Data;

type Buffers = Partial<Pick<DictionaryBatch<unknown>, 'values' | 'offsets' | 'dictionary'>> & {
  readonly children?: Data[];
};

const NO_BYTES = new Uint8Array(0);

/** A column with nulls where `read` returns null; `put` stores the other values. */
function columnOf<T>(
  type: DataType,
  length: number,
  read: (at: number) => T | null,
  put: (at: number, value: T) => void,
  buffers: Buffers,
): Data {
  let nullCount = 0;
  let validity = NO_BYTES;
  for (let at = 0; at < length; at++) {
    const value = read(at);
    if (value !== null) {
      put(at, value);
      if (nullCount > 0) setBit(validity, at);
    } else if (nullCount++ === 0) {
      validity = new Uint8Array(Math.ceil(length / 8));
      for (let before = 0; before < at; before++) setBit(validity, before);
    }
  }
  return { type, length, nullCount, validity, ...buffers } as Data;
}

const numbersOf =
  (
    type: () => DataType,
    create: (length: number) => Float64Array | Int32Array,
  ): Build<number | null> =>
  (length, read) => {
    const values = create(length);
    const put = (at: number, value: number) => {
      values[at] = value;
    };
    return columnOf(type(), length, read, put, { values });
  };

export const numbers = numbersOf(float64, length => new Float64Array(length));
export const counts = numbersOf(int32, length => new Int32Array(length));
export const days = numbersOf(dateDay, length => new Int32Array(length));

export const flags: Build<boolean | null> = (length, read) => {
  const values = new Uint8Array(Math.ceil(length / 8));
  const put = (at: number, value: boolean) => {
    if (value) setBit(values, at);
  };
  return columnOf(bool(), length, read, put, { values });
};

const WORD = 2 ** 32;

/** Whole numbers of 64 bits, without a BigInt for each. */
const longsOf =
  (type: () => DataType): Build<number | null> =>
  (length, read) => {
    const words = new Uint32Array(length * 2);
    const put = (at: number, value: number) => {
      words[2 * at] = value;
      words[2 * at + 1] = Math.floor(value / WORD);
    };
    return columnOf(type(), length, read, put, { values: new BigInt64Array(words.buffer) });
  };

export const ids = longsOf(int64);
export const instants = longsOf(() => timestamp(TimeUnit.MILLISECOND, 'UTC'));

const UTF8 = new TextEncoder();

export const texts: Build<string | null> = (length, read) => {
  const all = new Array<string>(length).fill('');
  const put = (at: number, text: string) => {
    all[at] = text;
  };
  const column = columnOf(utf8(), length, read, put, {});
  const joined = all.join('');
  const values = UTF8.encode(joined);
  const isAscii = values.length === joined.length;
  const offsets = new Int32Array(length + 1);
  for (let at = 0; at < length; at++) {
    const text = all[at] as string;
    offsets[at + 1] = offsets[at]! + (isAscii ? text.length : UTF8.encode(text).length);
  }
  return Object.assign(column, { offsets, values });
};

/** Dictionaries with as many values have codes of 16 bits, which take a fifth less when compressed, others of 32. */
export const MAX_SHORT_CODES = 2 ** 16;

/** Values that repeat, as codes of a dictionary. Columns may share it; they are complete once all of them are built. */
export function createDictionary(id: number) {
  const codes = new Map<string, number>();
  const valueType = utf8();
  const type = dictionary(valueType, int32(), false, id);
  const columns: { values: Int32Array | Uint16Array; dictionary?: Column<string> }[] = [];
  const build: Build<string | null> = (length, read) => {
    const values = new Int32Array(length);
    const put = (at: number, value: string) => {
      let code = codes.get(value);
      if (code === undefined) {
        code = codes.size;
        codes.set(value, code);
      }
      values[at] = code;
    };
    const column = columnOf(type, length, read, put, { values });
    columns.push(column as (typeof columns)[number]);
    return column;
  };
  return {
    build,
    finish(): void {
      const isShort = codes.size <= MAX_SHORT_CODES;
      if (isShort) type.indices = uint16();
      const all = [...codes.keys()];
      const values = { ...texts(all.length, at => all[at] as string), type: valueType };
      const shared = new Column([values as Batch<string>], valueType);
      for (const column of columns) {
        column.dictionary = shared;
        if (isShort) column.values = new Uint16Array(column.values);
      }
    },
  };
}

const withoutNulls = (type: DataType, length: number, buffers: Buffers): Data =>
  ({ type, length, nullCount: 0, validity: NO_BYTES, ...buffers }) as Data;

/** A list for each value, whose items are built together. */
export const listOf =
  <T>(build: Build<T>): Build<readonly T[]> =>
  (length, read) => {
    const offsets = new Int32Array(length + 1);
    const all: T[] = [];
    for (let at = 0; at < length; at++) {
      for (const item of read(at)) all.push(item);
      offsets[at + 1] = all.length;
    }
    const items = build(all.length, at => all[at] as T);
    return withoutNulls(list(items.type), length, { offsets, children: [items] });
  };

/** Objects with a column for each of their members. */
export const structOf =
  <T>(members: Readonly<Record<string, Build<T>>>): Build<T> =>
  (length, read) => {
    const columns = Object.entries(members).map(
      ([name, build]) => [name, build(length, read)] as const,
    );
    const type = struct(columns.map(([name, column]) => field(name, column.type)));
    return withoutNulls(type, length, { children: columns.map(([, column]) => column) });
  };

/** A column of what is read from each value. */
export const of =
  <T, Part>(build: Build<Part>, part: (value: T) => Part): Build<T> =>
  (length, read) =>
    build(length, at => part(read(at)));
