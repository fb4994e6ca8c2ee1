import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { sourceOfAddress, sourceOfFolder } from '../data/source.ts';
import { readPieces } from './read-file.ts';
import { recognise, type Stage, stageOf } from './recognise.ts';
import { unrecognised } from './unrecognised.ts';

export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  /** Named by the caller, not found in a folder. */
  readonly named: boolean;
  /** The site that the ids of the file belong to. */
  readonly source: string;
  readonly stage: Stage | null;
  /** The issues are a list of a reply. */
  readonly isReply: boolean;
  /** What the first value is, if it is no record. */
  readonly first: string | null;
}

/** Values read for an address, once the file is recognised. */
const MAX_FOR_HOST = 5;

/** Recognises all files under the paths and sorts them into reading order. */
export async function findFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    const root = resolve(path);
    const files = await filesUnder(root);
    const isFolder = (await stat(root)).isDirectory();
    const peeked = await Promise.all(files.map(async file => ({ file, ...(await peek(file)) })));
    // Files without an address belong to the site of their neighbours.
    const hosts = new Map<string, string>();
    for (const { file, host } of peeked) {
      const group = groupOf(root, file);
      if (host !== null && !hosts.has(group)) hosts.set(group, host);
    }
    for (const { file, host: own, stage, bytes, isReply, first } of peeked) {
      const group = groupOf(root, file);
      const source = own ?? hosts.get(group) ?? sourceOfFolder(basename(group));
      found.push({ path: file, bytes, named: !isFolder, source, stage, isReply, first });
    }
  }
  return found;
}

/** Files of one folder below the named one are of one site. */
function groupOf(root: string, file: string): string {
  const [first, ...deeper] = relative(root, file).split(sep);
  if (first === undefined || first === '') return dirname(file);
  return deeper.length === 0 ? root : join(root, first);
}

async function filesUnder(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter(entry => entry.isFile() && !entry.name.startsWith('.'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

async function peek(file: string) {
  const { size: bytes } = await stat(file);
  let host: string | null = null;
  let stage: Stage | null = null;
  let isReply = false;
  let first: string | null = null;
  let seen = 0;
  // The import reports the errors.
  try {
    for await (const { text, of } of readPieces(file)) {
      isReply ||= of === 'list';
      try {
        if (stage === null) {
          const value: unknown = JSON.parse(text);
          stage = stageOf(recognise(value, file));
          first ??= unrecognised(value, file);
        }
        // Of the first REST address.
        host ??= sourceOfAddress(/"self"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? '');
      } catch {}
      seen += 1;
      if (stage && (host || seen >= MAX_FOR_HOST)) break;
    }
  } catch {}
  return { host, stage, bytes, isReply, first };
}
