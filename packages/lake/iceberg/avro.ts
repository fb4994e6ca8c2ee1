/** Container files of Apache Avro 1.12, as Iceberg's manifests need them: one block, without compression. */
import { randomBytes } from 'node:crypto';

/** A value as its schema has it, already encoded. */
export type Encoded = Buffer;

/** A whole number, zigzag and in groups of seven bits. */
export function long(value: number): Encoded {
  let rest = BigInt(value) << 1n;
  if (value < 0) rest = ~rest;
  const bytes: number[] = [];
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

export function text(value: string): Encoded {
  const bytes = Buffer.from(value);
  return Buffer.concat([long(bytes.length), bytes]);
}

/** A value of the union of null with its type, which comes second. */
export const optional = (value: Encoded | null): Encoded =>
  value === null ? long(0) : Buffer.concat([long(1), value]);

const MAGIC = Buffer.from('Obj\u0001', 'latin1');
const SYNC_BYTES = 16;

export function avroFile(
  schema: object,
  metadata: Readonly<Record<string, string>>,
  records: readonly Encoded[],
): Buffer {
  const entries = Object.entries({
    'avro.schema': JSON.stringify(schema),
    'avro.codec': 'null',
    ...metadata,
  });
  const sync = randomBytes(SYNC_BYTES);
  const block = Buffer.concat(records);
  return Buffer.concat([
    MAGIC,
    long(entries.length),
    ...entries.flatMap(([name, value]) => [text(name), text(value)]),
    long(0),
    sync,
    ...(records.length > 0 ? [long(records.length), long(block.length), block, sync] : []),
  ]);
}
