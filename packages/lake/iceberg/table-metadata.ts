/** Apache Iceberg metadata (format 2) of a table whose Parquet files are there: one snapshot, and nothing before it. */
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { type ColumnType, columnsOf, type TableName } from '../tables.ts';
import type { LakeFile } from '../write/lake-files.ts';
import { avroFile, long, optional, text } from './avro.ts';

const TYPES: Readonly<Record<ColumnType, string>> = {
  int: 'long',
  double: 'double',
  text: 'string',
  bool: 'boolean',
  time: 'timestamptz',
  day: 'date',
};

interface Field {
  readonly name: string;
  readonly id: number;
  readonly type: unknown;
  readonly isOptional?: true;
}

const record = (name: string, fields: readonly Field[]) => ({
  type: 'record',
  name,
  fields: fields.map(({ name: field, id, type, isOptional }) => ({
    name: field,
    type: isOptional ? ['null', type] : type,
    ...(isOptional && { default: null }),
    'field-id': id,
  })),
});

/** Schema of the format, which fixes names and ids. */
const DATA_FILE = record('r2', [
  { name: 'content', id: 134, type: 'int' },
  { name: 'file_path', id: 100, type: 'string' },
  { name: 'file_format', id: 101, type: 'string' },
  { name: 'partition', id: 102, type: record('r102', []) },
  { name: 'record_count', id: 103, type: 'long' },
  { name: 'file_size_in_bytes', id: 104, type: 'long' },
]);
const MANIFEST_ENTRY = record('manifest_entry', [
  { name: 'status', id: 0, type: 'int' },
  { name: 'snapshot_id', id: 1, type: 'long', isOptional: true },
  { name: 'sequence_number', id: 3, type: 'long', isOptional: true },
  { name: 'file_sequence_number', id: 4, type: 'long', isOptional: true },
  { name: 'data_file', id: 2, type: DATA_FILE },
]);
const COUNTS = [
  ['added_files_count', 504, 'int'],
  ['existing_files_count', 505, 'int'],
  ['deleted_files_count', 506, 'int'],
  ['added_rows_count', 512, 'long'],
  ['existing_rows_count', 513, 'long'],
  ['deleted_rows_count', 514, 'long'],
] as const;
const MANIFEST_FILE = record('manifest_file', [
  { name: 'manifest_path', id: 500, type: 'string' },
  { name: 'manifest_length', id: 501, type: 'long' },
  { name: 'partition_spec_id', id: 502, type: 'int' },
  { name: 'content', id: 517, type: 'int' },
  { name: 'sequence_number', id: 515, type: 'long' },
  { name: 'min_sequence_number', id: 516, type: 'long' },
  { name: 'added_snapshot_id', id: 503, type: 'long' },
  ...COUNTS.map(([name, id, type]) => ({ name, id, type })),
]);

const SNAPSHOT = 1;
const SEQUENCE = 1;
const ADDED = 1;
const DATA = 0;

export interface MetadataFile {
  /** Below the folder of the export. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The metadata of a table below `folder`, the absolute folder of an export, as of a time. */
export function tableMetadata(
  table: TableName,
  files: readonly LakeFile[],
  { folder, atMs }: { readonly folder: string; readonly atMs: number },
): readonly MetadataFile[] {
  const addressOf = (path: string) => `${pathToFileURL(folder).href}/${path}`;
  const place = `${table}/metadata`;
  const schema = schemaOf(table);
  const manifest = {
    path: `${place}/${SNAPSHOT}-m0.avro`,
    bytes: avroFile(
      MANIFEST_ENTRY,
      {
        schema: JSON.stringify(schema),
        'schema-id': '0',
        'partition-spec': '[]',
        'partition-spec-id': '0',
        'format-version': '2',
        content: 'data',
      },
      files.map(file => entryOf(file, addressOf(file.path))),
    ),
  };
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const list = {
    path: `${place}/snap-${SNAPSHOT}.avro`,
    bytes: avroFile(
      MANIFEST_FILE,
      {
        'snapshot-id': String(SNAPSHOT),
        'sequence-number': String(SEQUENCE),
        'format-version': '2',
      },
      [
        Buffer.concat([
          text(addressOf(manifest.path)),
          ...[manifest.bytes.length, 0, DATA, SEQUENCE, SEQUENCE, SNAPSHOT].map(long),
          ...[files.length, 0, 0, rows, 0, 0].map(long),
        ]),
      ],
    ),
  };
  const metadata = metadataOf({
    location: addressOf(table),
    manifestList: addressOf(list.path),
    schema,
    atMs,
    summary: { 'total-records': String(rows), 'total-data-files': String(files.length) },
  });
  return [
    manifest,
    list,
    { path: `${place}/v1.metadata.json`, bytes: Buffer.from(JSON.stringify(metadata)) },
    // Catalogues that are folders read the number of the version here.
    { path: `${place}/version-hint.text`, bytes: Buffer.from('1') },
  ];
}

const entryOf = ({ rows, bytes }: LakeFile, address: string) =>
  Buffer.concat([
    long(ADDED),
    optional(long(SNAPSHOT)),
    optional(long(SEQUENCE)),
    optional(long(SEQUENCE)),
    long(DATA),
    text(address),
    text('PARQUET'),
    long(rows),
    long(bytes),
  ]);

const schemaOf = (table: TableName) => ({
  type: 'struct',
  'schema-id': 0,
  fields: columnsOf(table).map(({ name, type, nullable, meaning }, at) => ({
    id: at + 1,
    name,
    required: !nullable,
    type: TYPES[type],
    doc: meaning,
  })),
});

function metadataOf(given: {
  readonly location: string;
  readonly manifestList: string;
  readonly schema: ReturnType<typeof schemaOf>;
  readonly atMs: number;
  readonly summary: Readonly<Record<string, string>>;
}) {
  const { location, manifestList, schema, atMs, summary } = given;
  return {
    'format-version': 2,
    'table-uuid': randomUUID(),
    location,
    'last-sequence-number': SEQUENCE,
    'last-updated-ms': atMs,
    'last-column-id': schema.fields.length,
    'current-schema-id': 0,
    schemas: [schema],
    'default-spec-id': 0,
    'partition-specs': [{ 'spec-id': 0, fields: [] }],
    'last-partition-id': 999,
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    properties: {},
    'current-snapshot-id': SNAPSHOT,
    refs: { main: { 'snapshot-id': SNAPSHOT, type: 'branch' } },
    snapshots: [
      {
        'snapshot-id': SNAPSHOT,
        'sequence-number': SEQUENCE,
        'timestamp-ms': atMs,
        summary: { operation: 'append', ...summary },
        'manifest-list': manifestList,
        'schema-id': 0,
      },
    ],
    'snapshot-log': [{ 'timestamp-ms': atMs, 'snapshot-id': SNAPSHOT }],
    'metadata-log': [],
  };
}
