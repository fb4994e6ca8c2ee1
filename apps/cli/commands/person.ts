import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  POLICY_FORMAT,
  parsePeoplePolicy,
  readPeoplePolicy,
  writePeoplePolicy,
} from '@tallyboard/core/people/people-policy.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import type { Erasure } from '@tallyboard/replica/data/erasure/erase-person.ts';
import { storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { readArguments } from '../arguments.ts';
import { isBackup, readBackup } from '../backup-file.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { auditChange, FOLDER_HELP, FOLDER_OPTIONS, folderFor, withFolder } from '../data-folder.ts';
import { counted } from '../progress.ts';

export const helpValues = { folder: FOLDER_HELP, policies: POLICY_FORMAT };

export async function run(args: readonly string[], { out }: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...FOLDER_OPTIONS,
    backups: { type: 'string', multiple: true },
    'dry-run': { type: 'boolean' },
  });
  const [step, given, ...more] = positionals;
  const isWhole = step === 'erase' ? given !== undefined : step === 'policy';
  if (!isWhole || more.length > 0) throw new UsageError("Say 'erase ID' or 'policy [VALUE]'.");
  const folder = folderFor(values);
  return withFolder(folder, async (store): Promise<ExitCode> => {
    if (step === 'policy') {
      out.write(`${await policy(store, given)}\n`);
      return 0;
    }
    const dryRun = values['dry-run'] === true;
    const erasure = await erase(store, String(given), dryRun);
    for (const line of linesOf(erasure, dryRun)) out.write(`${line}\n`);
    for (const line of await backupLines([folder, ...(values.backups ?? [])], erasure.texts))
      out.write(`${line}\n`);
    return 0;
  });
}

/** Returns the policy in force, after a new one is stored. */
async function policy(store: Store, given: string | undefined): Promise<string> {
  const scope = `addon:${ADDON_KEYS.standard}`;
  const property = await store.properties.get(scope, 'global-settings');
  const document = storedObject(property?.value) ?? {};
  if (given === undefined) return writePeoplePolicy(parsePeoplePolicy(document.figuresOnPeople));
  const read = readPeoplePolicy(given);
  if (!read) throw new UsageError(`The policy is ${POLICY_FORMAT}, not '${given}'.`);
  const figuresOnPeople = writePeoplePolicy(read);
  const revision = Number.isSafeInteger(document.revision) ? Number(document.revision) + 1 : 1;
  const next = {
    ...document,
    figuresOnPeople,
    version: 1,
    revision,
    savedBy: null,
    savedAt: Date.now(),
  };
  await store.properties.set(scope, 'global-settings', next, property?.version ?? 0);
  const change = { from: document.figuresOnPeople ?? 'all', to: figuresOnPeople };
  await auditChange(store, 'figures on people', 'global-settings', JSON.stringify(change));
  return figuresOnPeople;
}

async function erase(store: Store, id: string, dryRun: boolean): Promise<Erasure> {
  const erasure = await store.erase(id, { dryRun });
  if (!erasure)
    throw new CommandError(
      `There is no person with the id '${id}'. Ids are those of Jira (accountId; key on Data Center), as in: tallyboard jql 'assignee is not EMPTY' --format json`,
    );
  if (!dryRun && erasure.replacement !== null)
    await auditChange(store, 'person erased', erasure.replacement, JSON.stringify(erasure.rows));
  return erasure;
}

function linesOf({ replacement, isKnown, rows }: Erasure, dryRun: boolean): string[] {
  const total = Object.values(rows).reduce((sum, each) => sum + each, 0);
  const tables = Object.entries(rows).map(
    ([table, number]) => `  ${table}: ${counted(number, 'row')}`,
  );
  if (total === 0 && isKnown) return ['This person was erased before. Nothing of them is left.'];
  const head = dryRun
    ? `Would change ${counted(total, 'row')}. Nothing was written.`
    : `Erased: ${counted(total, 'row')} changed. The person is '${replacement}' from now on.`;
  return [head, ...tables];
}

/** The backups of the folders that still have the person. */
async function backupLines(
  folders: readonly string[],
  texts: readonly string[],
): Promise<readonly string[]> {
  const backups: string[] = [];
  for (const path of folders.flatMap(filesIn)) if (await isBackup(path)) backups.push(path);
  const found: string[] = [];
  for (const path of backups) if (await holds(path, texts)) found.push(path);
  const searched = `${counted(backups.length, 'backup')} in ${folders.map(each => `'${each}'`).join(', ')} searched.`;
  if (found.length === 0)
    return [`${searched} None has the person. Those elsewhere: --backups DIR.`];
  return [
    `${searched} These still have the person; delete them, or make them anew:`,
    ...found.map(path => `  ${path}`),
  ];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(entry =>
      entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
    );
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ENOENT') return [];
    throw new CommandError(`The folder '${folder}' cannot be read.`, { cause });
  }
}

async function holds(path: string, texts: readonly string[]): Promise<boolean> {
  const forms = texts.flatMap(text => {
    const once = JSON.stringify(text).slice(1, -1);
    // Documents are JSON within the JSON of a line.
    return [once, JSON.stringify(once).slice(1, -1)];
  });
  for await (const line of readBackup(path)) {
    const text = JSON.stringify(line);
    if (forms.some(form => text.includes(form))) return true;
  }
  return false;
}
