/**
 * The files of a lake. Each export is a folder of its own below `states`; files of unchanged parts are links to those of the
 * last export. `current` names the last whole one, and changes last:
 *
 *   lake/current -> states/12
 *   lake/states/12/manifest.json
 *   lake/states/12/issue/project=WEB/10000.parquet
 */
import { randomUUID } from 'node:crypto';
import {
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { TableName } from '../tables.ts';

export interface LakeFile {
  readonly table: TableName;
  /** Below the folder of the export. */
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

/** A part of the facts that is written again when one of its issues changes: a project. */
export interface ManifestPart {
  readonly id: string;
  readonly name: string;
  /** Null where the source has no revisions. */
  readonly revision: string | null;
  readonly firstDay: number | null;
  readonly volatile: boolean;
  /** The sprints that its facts are derived from. */
  readonly sprintIds: readonly number[];
  readonly sprints: string;
  readonly coverage: { readonly complete: boolean; readonly reasons: readonly string[] };
  readonly files: readonly LakeFile[];
}

export interface Manifest {
  readonly format: number;
  readonly version: string;
  readonly source: string;
  readonly asOf: string;
  readonly timeZone: string;
  readonly complete: boolean;
  readonly reasons: readonly string[];
  /** Names what facts are derived with besides issues: another one makes all parts again. */
  readonly settings: string;
  /** Tables of the whole lake. */
  readonly files: readonly LakeFile[];
  readonly parts: readonly ManifestPart[];
}

export class LakeError extends Error {
  override readonly name = 'LakeError';
}

const MANIFEST = 'manifest.json';
const WRITING = '.writing';

export interface Export {
  /** Null for the first one. */
  readonly last: Manifest | null;
  /** Where its files are in the end: an absolute path. */
  readonly folder: string;
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Takes a file of the last export. */
  keep(path: string): Promise<void>;
  readLast(path: string): Promise<Uint8Array>;
  finish(manifest: Manifest): Promise<void>;
  abandon(): Promise<void>;
}

/** Begins an export. Throws LakeError for a folder with other files, and while another export writes into it. */
export async function beginExport(lake: string): Promise<Export> {
  const states = join(lake, 'states');
  await refuseOthers(lake);
  await mkdir(states, { recursive: true });
  const release = await lock(lake);
  const current = await readlink(join(lake, 'current')).catch(() => null);
  const before = current === null ? null : join(lake, current);
  const last = before === null ? null : await readManifest(before);
  const number = last === null ? 1 : Number(current?.split(/[\\/]/).at(-1)) + 1;
  const folder = join(states, String(number));
  const part = `${folder}.part`;
  // What a killed export left.
  await rm(part, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(part);
  const made = new Map<string, Promise<unknown>>();
  const placeOf = async (path: string) => {
    const place = join(part, path);
    const parent = dirname(place);
    const created = made.get(parent) ?? mkdir(parent, { recursive: true });
    made.set(parent, created);
    await created;
    return place;
  };
  return {
    last,
    folder: resolve(folder),
    write: async (path, bytes) => writeFile(await placeOf(path), bytes),
    keep: async path => link(join(before ?? '', path), await placeOf(path)),
    readLast: path => readFile(join(before ?? '', path)),
    async finish(manifest) {
      await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
      await rename(part, folder);
      const swap = join(lake, `.current-${randomUUID()}`);
      await symlink(join('states', String(number)), swap);
      await rename(swap, join(lake, 'current'));
      await removeOld(states, number);
      await release();
    },
    async abandon() {
      await rm(part, { recursive: true, force: true });
      await release();
    },
  };
}

async function refuseOthers(lake: string): Promise<void> {
  const names = await readdir(lake).catch(() => []);
  const isLake = names.every(
    name => name === 'states' || name === 'current' || name.startsWith('.'),
  );
  if (!isLake)
    throw new LakeError(
      `'${lake}' has other files: give an empty folder, or that of an earlier export.`,
    );
}

async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
  } catch {
    return null;
  }
}

/** The export before stays for readers that have begun. */
async function removeOld(states: string, current: number): Promise<void> {
  for (const name of await readdir(states)) {
    const number = Number.parseInt(name, 10);
    const isOld = number < current - 1 || (name.endsWith('.part') && number <= current);
    if (isOld) await rm(join(states, name), { recursive: true, force: true });
  }
}

/** One export at a time: the file names the process, which may be gone. */
async function lock(lake: string): Promise<() => Promise<void>> {
  const file = join(lake, WRITING);
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (owner > 0 && owner !== process.pid && isAlive(owner))
      throw new LakeError(
        `Another export writes into '${lake}' (process ${owner}). Wait for its end.`,
      );
    await rm(file, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
