import type { Batch, Column } from '@uwdata/flechette';

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
  tableFromIPC,
  tableToIPC,
  timestamp,
  uint16,
  utf8,
} from '@uwdata/flechette';

/** The library does not export this type. */
export interface DictionaryBatch<T> extends Batch<T> {
  readonly dictionary: Column<T>;
}
