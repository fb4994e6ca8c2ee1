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
import { setBit } from './readers.ts';

export type Data = Batch<unknown>;
/** Builds a column of values. */
export type Build<T> = (values: readonly T[]) => Data;

type Buffers = Partial<Pick<DictionaryBatch<unknown>, 'values' | 'offsets' | 'dictionary'>> & {
  readonly children?: Data[];
};

const data = (type: DataType, values: readonly unknown[], buffers: Buffers): Data =>
  ({ type, length: values.length, ...validityOf(values), ...buffers }) as Data;

const NO_BYTES = new Uint8Array(0);

function validityOf(values: readonly unknown[]) {
  let nullCount = 0;
  for (const value of values) if (value === null) nullCount++;
  if (nullCount === 0) return { nullCount, validity: NO_BYTES };
  const validity = new Uint8Array(Math.ceil(values.length / 8));
  for (let at = 0; at < values.length; at++) if (values[at] !== null) setBit(validity, at);
  return { nullCount, validity };
}

export const numbers: Build<number | null> = values =>
  data(float64(), values, { values: Float64Array.from(values as readonly number[]) });

export const counts: Build<number | null> = values =>
  data(int32(), values, { values: Int32Array.from(values as readonly number[]) });

export const days: Build<number | null> = values =>
  data(dateDay(), values, { values: Int32Array.from(values as readonly number[]) });

export const flags: Build<boolean | null> = values => {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (let at = 0; at < values.length; at++) if (values[at] === true) setBit(bits, at);
  return data(bool(), values, { values: bits });
};

const WORD = 2 ** 32;

/** Whole numbers of 64 bits, without a BigInt for each. */
function longs(values: readonly (number | null)[]): BigInt64Array {
  const words = new Uint32Array(values.length * 2);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    words[2 * at] = value;
    words[2 * at + 1] = Math.floor(value / WORD);
  }
  return new BigInt64Array(words.buffer);
}

export const ids: Build<number> = values => data(int64(), values, { values: longs(values) });

export const instants: Build<number | null> = values =>
  data(timestamp(TimeUnit.MILLISECOND, 'UTC'), values, { values: longs(values) });

export const texts: Build<string | null> = values => {
  const offsets = new Int32Array(values.length + 1);
  let length = 0;
  for (let at = 0; at < values.length; at++) {
    length += Buffer.byteLength(values[at] ?? '');
    offsets[at + 1] = length;
  }
  const bytes = Buffer.from(values.map(value => value ?? '').join(''));
  return data(utf8(), values, { offsets, values: new Uint8Array(bytes) });
};

/** Dictionaries with as many values have codes of 16 bits, which take a fifth less when compressed, others of 32. */
export const MAX_SHORT_CODES = 2 ** 16;

/** Values that repeat, as codes of a dictionary. Columns may share it; they are complete once all of them are built. */
export function createDictionary(id: number) {
  const codes = new Map<string, number>();
  const valueType = utf8();
  const type = dictionary(valueType, int32(), false, id);
  const columns: { values: Int32Array | Uint16Array; dictionary?: Column<string> }[] = [];
  const build: Build<string | null> = values => {
    const coded = new Int32Array(values.length);
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      if (value === null || value === undefined) continue;
      let code = codes.get(value);
      if (code === undefined) {
        code = codes.size;
        codes.set(value, code);
      }
      coded[at] = code;
    }
    const column = data(type, values, { values: coded });
    columns.push(column as (typeof columns)[number]);
    return column;
  };
  return {
    build,
    finish(): void {
      const isShort = codes.size <= MAX_SHORT_CODES;
      if (isShort) type.indices = uint16();
      const values = { ...texts([...codes.keys()]), type: valueType } as Batch<string>;
      const shared = new Column([values], valueType);
      for (const column of columns) {
        column.dictionary = shared;
        if (isShort) column.values = new Uint16Array(column.values);
      }
    },
  };
}

/** A list for each value, whose items are built together. */
export const listOf =
  <T>(build: Build<T>): Build<readonly T[]> =>
  values => {
    const offsets = new Int32Array(values.length + 1);
    let length = 0;
    for (let at = 0; at < values.length; at++) {
      length += (values[at] as readonly T[]).length;
      offsets[at + 1] = length;
    }
    const items = build(values.flat() as T[]);
    return data(list(items.type), values, { offsets, children: [items] });
  };

/** Objects with a column for each of their members. */
export const structOf =
  <T>(members: Readonly<Record<string, (values: readonly T[]) => Data>>): Build<T> =>
  values => {
    const columns = Object.entries(members).map(([name, build]) => [name, build(values)] as const);
    const fields = columns.map(([name, { type }]) => field(name, type));
    return data(struct(fields), values, { children: columns.map(([, column]) => column) });
  };

/** A column of what is read from each value. */
export const of =
  <T, Part>(build: Build<Part>, read: (value: T) => Part) =>
  (values: readonly T[]): Data =>
    build(values.map(read));
