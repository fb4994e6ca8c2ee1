/** Lists of a report between the process that computes it and the server that keeps it: of a million issues they take 300 MB. */
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { IssueList } from '@tallyboard/engine/ask/plain-result.ts';
import { writeJson } from '@tallyboard/engine/ask/write-json.ts';
import { RecordList } from '@tallyboard/report-kit/figures/record-list.ts';

export interface PackedList {
  /** `rows`: see `rowBytes`; `numbers`: doubles; `json`: the JSON of a list in UTF-8. */
  readonly kind: 'rows' | 'numbers' | 'json';
  readonly bytes: Uint8Array;
  readonly isCompressed: boolean;
}

/** A report has ten thousands of shorter lists: compressing each would take longer than everything else. */
const MIN_COMPRESSED = 2 ** 14;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Lists by name. One that several names share is packed once, and shared then too. */
export async function packLists(
  lists: ReadonlyMap<string, IssueList>,
): Promise<ReadonlyMap<string, PackedList>> {
  const packed = new Map<IssueList, Promise<PackedList>>();
  // The next is encoded while one is compressed. All at once would wait as a second copy of a large report.
  let last: Promise<unknown> | undefined;
  for (const list of lists.values()) {
    if (packed.has(list)) continue;
    const next = packList(list);
    packed.set(list, next);
    await last;
    last = next;
  }
  const found = new Map<string, PackedList>();
  for (const [name, list] of lists) found.set(name, (await packed.get(list)) as PackedList);
  return found;
}

async function packList(list: IssueList): Promise<PackedList> {
  const { kind, bytes } = encodeList(list);
  const isCompressed = bytes.length >= MIN_COMPRESSED;
  return { kind, bytes: isCompressed ? await compress(bytes, { params }) : bytes, isCompressed };
}

function encodeList(list: IssueList): Pick<PackedList, 'kind' | 'bytes'> {
  if (list instanceof Uint32Array) return { kind: 'rows', bytes: rowBytes(list) };
  if (!(list instanceof Float64Array)) return { kind: 'json', bytes: jsonBytes(list) };
  const { buffer, byteOffset, byteLength } = list;
  return { kind: 'numbers', bytes: new Uint8Array(buffer, byteOffset, byteLength) };
}

function jsonBytes(list: RecordList | readonly unknown[]): Uint8Array {
  if (!(list instanceof RecordList)) return Buffer.from(JSON.stringify(list));
  const pieces: string[] = [];
  writeJson(list, piece => pieces.push(piece));
  return Buffer.from(pieces.join(''));
}

/** Rows of issues or numbers, or what the JSON has. */
export async function unpackList({
  kind,
  bytes,
  isCompressed,
}: PackedList): Promise<Uint32Array | Float64Array | readonly unknown[]> {
  const plain = isCompressed ? await decompress(bytes) : bytes;
  if (kind === 'json') return JSON.parse(Buffer.from(plain).toString()) as unknown[];
  // A copy: typed arrays need aligned bytes.
  return kind === 'numbers' ? new Float64Array(new Uint8Array(plain).buffer) : rowsOf(plain);
}

/** Bytes that 32 bits take, 7 to a byte. */
const MAX_ROW_BYTES = 5;

/**
 * Rows as differences, each from the one before it: 7 bits to a byte, the lowest first; all bytes but the last of a difference have
 * the highest bit too. Rows mostly ascend, so that most take one byte; differences below 0 wrap around.
 */
function rowBytes(rows: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(MAX_ROW_BYTES * rows.length);
  let end = 0;
  let last = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    let difference = (row - last) >>> 0;
    last = row;
    while (difference > 127) {
      bytes[end++] = difference | 128;
      difference >>>= 7;
    }
    bytes[end++] = difference;
  }
  return bytes.slice(0, end);
}

function rowsOf(bytes: Uint8Array): Uint32Array {
  const rows = new Uint32Array(bytes.length);
  let length = 0;
  let last = 0;
  let difference = 0;
  let shift = 0;
  for (const byte of bytes) {
    difference |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    last = (last + difference) >>> 0;
    rows[length++] = last;
    difference = 0;
    shift = 0;
  }
  return rows.slice(0, length);
}
