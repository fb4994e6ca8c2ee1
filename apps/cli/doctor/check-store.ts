import { statfs } from 'node:fs/promises';
import type { Store } from '@tallyboard/server-store/store.ts';
import { hasData, nameOfStore, openFolder } from '../data-folder.ts';
import { sentenceOf } from '../error-text.ts';
import { count } from '../progress.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const MIN_FREE_MB = 1_000;
const OLD_MIRROR_MS = 24 * 3_600_000;

/** The database of a data folder, and the mirror in it; the store if it could be opened, which the caller closes. */
export async function checkStore(
  folder: string,
): Promise<{ readonly findings: readonly Finding[]; readonly store: Store | null }> {
  const name = nameOfStore(folder);
  if (!hasData(folder))
    return {
      findings: [
        note(`Database: nothing in ${name} yet. 'tallyboard serve' fills it with a demo.`),
      ],
      store: null,
    };
  let store: Store;
  try {
    store = await openFolder(folder);
  } catch (error) {
    return { findings: [wrong(`Database: ${sentenceOf(error)}`)], store: null };
  }
  const damage = await store.findDamage();
  const issues = count(await store.issues.count());
  const findings = [
    damage === null
      ? ok(`Database: ${name} is sound and holds ${issues} issues.`)
      : wrong(
          `Database: ${name} is damaged (${damage}). Restore a backup: tallyboard restore FILE`,
        ),
    ...(process.env.DATABASE_URL ? [] : [await checkDisk(folder)]),
    ...(await checkMirror(store)),
  ];
  return { findings, store };
}

async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  const text = `Disk: ${count(free)} MB free for '${folder}'.`;
  return free < MIN_FREE_MB ? wrong(`${text} Make room: at least 1 GB.`) : ok(text);
}

async function checkMirror({ mirror }: Store): Promise<readonly Finding[]> {
  const state = await mirror.state();
  if (!state) return [];
  const { site, asOfMs, trouble } = state;
  if (trouble) return [wrong(`Mirror of ${site}: the last round failed. ${trouble.text}`)];
  if (!asOfMs) return [note(`Mirror of ${site}: no round has ended yet.`)];
  const at = new Date(asOfMs).toISOString().slice(0, 16).replace('T', ' ');
  const text = `Mirror of ${site}: data as of ${at} UTC.`;
  const isOld = Date.now() - asOfMs > OLD_MIRROR_MS;
  return [isOld ? wrong(`${text} Is 'tallyboard mirror' running?`) : ok(text)];
}
