import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  exceptionsInForce,
  MAX_EXCEPTIONS,
  type PeopleException,
  parsePeopleExceptions,
  readPeopleException,
  storedException,
} from '@tallyboard/core/people/people-exceptions.ts';
import {
  POLICY_FORMAT,
  parsePeoplePolicy,
  readPeoplePolicy,
  writePeoplePolicy,
} from '@tallyboard/core/people/people-policy.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
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
    until: { type: 'string' },
    reason: { type: 'string' },
    remove: { type: 'boolean' },
  });
  const [step, given, ...more] = positionals;
  const isWhole = step === 'erase' || step === 'except' ? given !== undefined : step === 'policy';
  if (!isWhole || more.length > 0)
    throw new UsageError("Say 'erase ID', 'policy [VALUE]' or 'except WHO'.");
  const folder = folderFor(values);
  return withFolder(folder, async (store): Promise<ExitCode> => {
    if (step === 'policy') {
      for (const line of await policy(store, given)) out.write(`${line}\n`);
      return 0;
    }
    if (step === 'except') {
      out.write(`${await except(store, String(given), values)}\n`);
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

/** Returns the policy in force, after a new one is stored, and its exceptions. */
async function policy(store: Store, given: string | undefined): Promise<readonly string[]> {
  if (given !== undefined) {
    const read = readPeoplePolicy(given);
    if (!read) throw new UsageError(`The policy is ${POLICY_FORMAT}, not '${given}'.`);
    await storeSetting(store, 'figuresOnPeople', writePeoplePolicy(read), 'all');
  }
  const { document } = await readSettings(store);
  const exceptions = parsePeopleExceptions(document.figuresOnPeopleExceptions);
  return [
    writePeoplePolicy(parsePeoplePolicy(document.figuresOnPeople)),
    ...exceptions.map(each => `  ${lineOf(each)}`),
  ];
}

/** Sets the exception of a role, or removes it. */
async function except(
  store: Store,
  who: string,
  { until, reason, remove = false }: { until?: string; reason?: string; remove?: boolean },
): Promise<string> {
  const { document } = await readSettings(store);
  const before = parsePeopleExceptions(document.figuresOnPeopleExceptions);
  const others = before.filter(each => each.who !== who);
  const setting = 'figuresOnPeopleExceptions';
  const stored = before.map(storedException);
  if (remove) {
    if (others.length === before.length)
      throw new CommandError(`There is no exception for '${who}'. 'person policy' lists them.`);
    await storeSetting(store, setting, others.map(storedException), stored);
    return `'${who}' has no exception from now on.`;
  }
  const read = readPeopleException({ who, until, reason });
  if ('problem' in read) throw new UsageError(`${read.problem} Give WHO, --until and --reason.`);
  if (exceptionsInForce([read.exception], Date.now()).length === 0)
    throw new UsageError(`--until is over: ${dayText(read.exception.until)}.`);
  if (others.length >= MAX_EXCEPTIONS)
    throw new UsageError(`At most ${MAX_EXCEPTIONS} exceptions are possible.`);
  const next = [...others, read.exception].map(storedException);
  await storeSetting(store, setting, next, stored);
  return lineOf(read.exception);
}

const lineOf = (each: PeopleException): string => {
  const isOver = exceptionsInForce([each], Date.now()).length === 0;
  return `${each.who} until ${dayText(each.until)}${isOver ? ' (over)' : ''}: ${each.reason}`;
};

const SCOPE = `addon:${ADDON_KEYS.standard}`;

async function readSettings(store: Store) {
  const property = await store.properties.get(SCOPE, 'global-settings');
  return { document: storedObject(property?.value) ?? {}, version: property?.version ?? 0 };
}

/** Stores a shared setting, and notes the change in the audit. */
async function storeSetting(
  store: Store,
  setting: 'figuresOnPeople' | 'figuresOnPeopleExceptions',
  value: unknown,
  otherwise: unknown,
): Promise<void> {
  const { document, version } = await readSettings(store);
  const revision = Number.isSafeInteger(document.revision) ? Number(document.revision) + 1 : 1;
  const next = {
    ...document,
    [setting]: value,
    version: 1,
    revision,
    savedBy: null,
    savedAt: Date.now(),
  };
  await store.properties.set(SCOPE, 'global-settings', next, version);
  const change = { from: document[setting] ?? otherwise, to: value };
  await auditChange(store, 'figures on people', 'global-settings', JSON.stringify(change));
}

async function erase(store: Store, id: string, dryRun: boolean): Promise<Erasure> {
  const erasure = await store.erase(id, { dryRun });
  if (!erasure)
    throw new CommandError(
      `There is no person with the id '${id}'. Ids are those of Jira (accountId; key on Data Center), as in the keys of: tallyboard report by-assignee --jql 'assignee is not EMPTY' --format json`,
    );
  if (!dryRun && erasure.replacement !== null)
    await auditChange(store, 'person erased', erasure.replacement, JSON.stringify(erasure.rows));
  return erasure;
}

function linesOf({ replacement, isKnown, rows, accounts }: Erasure, dryRun: boolean): string[] {
  const total = Object.values(rows).reduce((sum, each) => sum + each, 0);
  const tables = Object.entries(rows).map(
    ([table, number]) => `  ${table}: ${counted(number, 'row')}`,
  );
  if (total === 0 && isKnown) return ['This person was erased before. Nothing of them is left.'];
  const head = dryRun
    ? `Would change ${counted(total, 'row')}. Nothing was written.`
    : `Erased: ${counted(total, 'row')} changed. The person is '${replacement}' from now on.`;
  const signIns = accounts.map(account =>
    dryRun
      ? `The account '${account}' is theirs: its name would go too.`
      : `The account '${account}' is '${replacement}' too: nobody signs in by the old name. 'tallyboard password ${replacement} --remove' ends its sign-in and keys.`,
  );
  return [head, ...tables, ...signIns];
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
