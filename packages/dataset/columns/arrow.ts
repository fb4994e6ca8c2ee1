import {
  type Batch,
  batchType,
  type Column,
  dictionary,
  tableFromIPC as readTable,
  type Table,
  utf8,
} from '@uwdata/flechette';

/** The parts of the Arrow library that columns use. 2.7.0 cannot be installed: it names a package that does not exist. */
export {
  type Batch,
  bool,
  Column,
  type DataType,
  dateDay,
  dictionary,
  field,
  float64,
  int32,
  int64,
  list,
  struct,
  type Table,
  TimeUnit,
  Type,
  tableFromColumns,
  tableToIPC,
  timestamp,
  uint16,
  utf8,
} from '@uwdata/flechette';

/** The library does not export this type. */
export interface DictionaryBatch<T> extends Batch<T> {
  readonly dictionary: Column<T>;
}

// By default the library decodes all texts of a dictionary when it reads a table. Columns read the codes, and few of the texts.
Object.defineProperties(batchType(dictionary(utf8())).prototype, {
  setDictionary: {
    value(this: { dictionary: Column<string> }, texts: Column<string>) {
      this.dictionary = texts;
      return this;
    },
  },
  cache: {
    get(this: DictionaryBatch<string>) {
      return this.dictionary.cache();
    },
  },
});

export const tableFromIPC = (bytes: Uint8Array): Table => readTable(bytes);
