/** Lists of a report between the process that computes it and the server that keeps it: of a million issues they take 300 MB. */
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { IssueList } from '@tallyboard/engine/report-json/plain-result.ts';

export interface PackedList {
  /** `rows`: differences of rows, each from the one before; `numbers`: doubles; `json`: the JSON of a list in UTF-8. */
  readonly kind: 'rows' | 'numbers' | 'json';
  readonly bytes: Uint8Array;
  readonly isCompressed: boolean;
}

/** Shorter lists are about as long compressed. */
const MIN_COMPRESSED = 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Lists by name. One that several names share is packed once, and shared then too. */
export async function packLists(
  lists: ReadonlyMap<string, IssueList>,
): Promise<ReadonlyMap<string, PackedList>> {
  const packed = new Map<IssueList, PackedList>();
  // In turn: the lists of a large report would wait as a second copy of all.
  for (const list of lists.values()) if (!packed.has(list)) packed.set(list, await packList(list));
  return new Map([...lists].map(([name, list]) => [name, packed.get(list) as PackedList]));
}

async function packList(list: IssueList): Promise<PackedList> {
  const isView = ArrayBuffer.isView(list);
  const kind = !isView ? 'json' : list instanceof Uint32Array ? 'rows' : 'numbers';
  const values = list instanceof Uint32Array ? differences(list) : list;
  const bytes = ArrayBuffer.isView(values)
    ? new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    : Buffer.from(JSON.stringify(values));
  const isCompressed = bytes.length >= MIN_COMPRESSED;
  return { kind, bytes: isCompressed ? await compress(bytes, { params }) : bytes, isCompressed };
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
  const { buffer } = new Uint8Array(plain);
  return kind === 'numbers' ? new Float64Array(buffer) : sums(new Uint32Array(buffer));
}

/** Rows mostly ascend: their differences take a tenth. Differences below 0 wrap around. */
function differences(rows: Uint32Array): Uint32Array {
  const found = new Uint32Array(rows.length);
  let last = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    found[at] = row - last;
    last = row;
  }
  return found;
}

function sums(found: Uint32Array): Uint32Array {
  for (let at = 1; at < found.length; at++)
    found[at] = (found[at] as number) + (found[at - 1] as number);
  return found;
}
