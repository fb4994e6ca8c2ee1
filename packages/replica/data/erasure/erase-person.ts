/** Takes a person out of all tables of the store. */

import type { Table, Tables } from '@tallyboard/database/tables.ts';
import { fold } from '@tallyboard/database/text/words.ts';
import { type RawBuilder, sql } from 'kysely';
import { bumpCatalogue, type DbContext, refreshCatalogue } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { deriveIssue } from '../issues/derive-issue.ts';
import { readRecords } from '../issues/read-documents.ts';
import { References } from '../issues/references.ts';
import { idCounter } from '../rows.ts';
import type { WriteContext } from '../segment-changes.ts';
import { asText } from '../shapes.ts';
import { tables } from '../tables.ts';
import {
  addErased,
  ERASED_NAME,
  type Erasures,
  erasedIn,
  type Rewriting,
  readErased,
  readErasures,
  rewrite,
  rewriteText,
  writeErasures,
} from './erased-people.ts';

export interface Erasure {
  /** What stands for the id from now on; null for a dry run of a person who was not erased yet. */
  readonly replacement: string | null;
  /** Whether the person was erased before. */
  readonly isKnown: boolean;
  /** Changed rows by table, without those of no change. */
  readonly rows: Readonly<Record<string, number>>;
  /** Texts to look for in files: the id, names and addresses. */
  readonly texts: readonly string[];
  /** Names by which the person signed in here; `replacement` stands for them too. */
  readonly accounts: readonly string[];
}

export type EraseStore = ReturnType<typeof eraseStore>;

/** Derived from issues, and written again. */
const DERIVED: ReadonlySet<string> = new Set([
  ...['texts', 'segments', 'segment_changes', 'issue_changes', 'facts'],
]);

/** Tables that hold what Jira sent: no account of this server is in them. */
const OF_JIRA: ReadonlySet<string> = new Set([
  ...['entities', 'aliases', 'issues', 'issue_documents', 'issue_values', 'issue_links'],
  ...['changelogs', 'histories', 'spans', 'history_names', 'worklogs'],
]);

export function eraseStore({ engine, write, db }: StoreContext, others: Tables) {
  const all: Tables = {
    ...Object.fromEntries(Object.entries(tables).filter(([name]) => !DERIVED.has(name))),
    ...others,
  };
  return {
    /** Erases a person by id; null for an id that the store does not know. Nothing is written in a dry run. */
    async erase(id: string, { dryRun = false } = {}): Promise<Erasure | null> {
      const erasure = await write(trx => eraseIn(trx, all, id, dryRun));
      if (erasure && !dryRun) await engine.scrub?.(db);
      return erasure;
    },
    /** Who was erased, by hashes: a restore replaces the list. */
    erasures: () => readErasures({ db }),
    /** After a restore: erases again whom the backup brought back. Returns how many. */
    async eraseAgain(earlier: Erasures): Promise<number> {
      if (earlier.length === 0) return 0;
      const back = await write(async trx => {
        const lists = await readErasures(trx);
        const isNew = ({ salt }: Erasures[number]) => !lists.some(each => each.salt === salt);
        const merged = lists.map(({ salt, hashes }) => {
          const more = earlier.find(each => each.salt === salt)?.hashes ?? [];
          return { salt, hashes: [...new Set([...hashes, ...more])] };
        });
        await writeErasures(trx, [...merged, ...earlier.filter(isNew)]);
        const erased = erasedIn(earlier);
        const ids = trx.catalogue.all('user').map(({ id }) => id);
        const found = ids.filter(id => erased(id) !== null);
        for (const id of found) await eraseIn(trx, all, id, false);
        return found.length;
      });
      if (back > 0) await engine.scrub?.(db);
      return back;
    },
  };
}

async function eraseIn(
  trx: WriteContext,
  all: Tables,
  id: string,
  dryRun: boolean,
): Promise<Erasure | null> {
  const isKnown = ((await readErased(trx))?.(id) ?? null) !== null;
  const user = trx.catalogue.get('user', id);
  if (!user && !isKnown) return null;
  const { document = {} } = user ?? {};
  const members = [document.displayName, document.name, document.key, document.emailAddress];
  const texts = [...new Set([id, user?.name, ...members].flatMap(each => asText(each) ?? []))];
  const own = new Set([id, asText(document.key), asText(document.name)]);
  const names = texts.filter(text => !own.has(text));
  const replacement = dryRun ? null : await addErased(trx, id);
  const stands = replacement ?? 'erased';
  const rewriting: Rewriting = {
    erased: text => (own.has(text) || own.has(text.toLowerCase()) ? stands : null),
    ids: new Map([...own].flatMap(each => (each === null ? [] : [[each, stands] as const]))),
    names: [...new Set(names.flatMap(name => [name, fold(name)]))],
  };
  const accounts = 'accounts' in all ? await accountsOf(trx, id, names) : [];
  const ofAccounts: Rewriting = {
    ...rewriting,
    erased: text => (accounts.includes(text) ? stands : rewriting.erased(text)),
  };
  const rows: Record<string, number> = {};
  const issues = new Set<number>();
  for (const [name, table] of Object.entries(all)) {
    // A label of Jira that is called like an account is none.
    const found = OF_JIRA.has(name)
      ? { rewriting, texts }
      : { rewriting: ofAccounts, texts: [...texts, ...accounts] };
    const changed = await eraseInTable(trx, name, table, { ...found, issues, dryRun });
    if (changed > 0) rows[name] = changed;
  }
  if (!dryRun) await deriveAgain(trx, [...issues]);
  return { replacement, isKnown, rows, texts, accounts };
}

/** The accounts of this server that are linked to a user, or called as their address. */
async function accountsOf(
  { db }: DbContext,
  id: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const addresses = names.filter(name => name.includes('@')).map(name => name.toLowerCase());
  const isTheirs = [sql`jira = ${id}`, ...addresses.map(address => sql`lower(id) = ${address}`)];
  const { rows } = await sql<{ id: string }>`
    select id from accounts where ${sql.join(isTheirs, sql` or `)}`.execute(db);
  return rows.map(row => row.id);
}

type AnyRow = Record<string, unknown>;

interface TableErasure {
  readonly rewriting: Rewriting;
  readonly texts: readonly string[];
  /** Receives the issues whose rows change. */
  readonly issues: Set<number>;
  readonly dryRun: boolean;
}

/** Returns the number of changed rows. */
async function eraseInTable(
  trx: DbContext,
  name: string,
  { columns, key }: Table,
  { rewriting, texts, issues, dryRun }: TableErasure,
): Promise<number> {
  const names = Object.keys(columns).filter(column =>
    ['text', 'json'].includes(columns[column]?.kind ?? ''),
  );
  if (names.length === 0) return 0;
  const forms = [
    ...new Set(texts.flatMap(text => [text, fold(text), JSON.stringify(text).slice(1, -1)])),
  ];
  const holds = names.flatMap(column =>
    forms.map(form => sql`cast(${sql.ref(column)} as text) like ${likeOf(form)} escape '\\'`),
  );
  const { rows } = await sql<AnyRow>`
    select * from ${sql.table(name)} where ${sql.join(holds, sql` or `)}`.execute(trx.db);
  let changed = 0;
  for (const row of rows) {
    const next = { ...row };
    for (const column of names) next[column] = rewriteColumn(column, row[column], rewriting);
    if (name === 'entities' && row.kind === 'user' && next.id !== row.id) {
      next.name = ERASED_NAME;
      next.name_fold = fold(ERASED_NAME);
    }
    if (names.every(column => next[column] === row[column])) continue;
    changed += 1;
    const issue = Number(row.issue_id ?? (name === 'issues' ? row.id : Number.NaN));
    if (Number.isSafeInteger(issue)) issues.add(issue);
    if (!dryRun) await replaceRow(trx, name, key, row, next);
  }
  return changed;
}

const likeOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A list or object is rewritten by its members. */
function rewriteColumn(column: string, value: unknown, rewriting: Rewriting): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trimStart();
  if (text.startsWith('{') || text.startsWith('[')) {
    try {
      const written = JSON.stringify(rewrite(JSON.parse(value), rewriting));
      return written === JSON.stringify(JSON.parse(value)) ? value : written;
    } catch {
      // A text that begins like JSON.
    }
  }
  const rewritten = rewriteText(value, rewriting);
  return rewritten !== value && column.endsWith('_fold') ? fold(rewritten) : rewritten;
}

async function replaceRow(
  { db }: DbContext,
  table: string,
  key: readonly string[],
  row: AnyRow,
  next: AnyRow,
): Promise<void> {
  const isIt = sql.join(
    key.map(column => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  );
  const list = (names: readonly string[]) => sql.join(names.map(name => sql.ref(name)));
  const names = Object.keys(next);
  if (key.every(column => next[column] === row[column])) {
    const set: RawBuilder<unknown>[] = names
      .filter(column => next[column] !== row[column])
      .map(column => sql`${sql.ref(column)} = ${next[column]}`);
    await sql`update ${sql.table(table)} set ${sql.join(set)} where ${isIt}`.execute(db);
    return;
  }
  await sql`delete from ${sql.table(table)} where ${isIt}`.execute(db);
  // Two earlier names of a person are one now.
  await sql`insert into ${sql.table(table)} (${list(names)})
    values (${sql.join(names.map(name => next[name]))})
    on conflict (${list(key)}) do nothing`.execute(db);
}

const PAGE = 200;

/** Search words of the issues, and everything that readers derived. */
async function deriveAgain(trx: WriteContext, issues: readonly number[]): Promise<void> {
  const { engine, db } = trx;
  await bumpCatalogue(trx);
  trx.catalogue.version = -1;
  await refreshCatalogue(trx);
  const textId = await idCounter(trx, 'texts');
  const refs = new References(trx.catalogue);
  for (let from = 0; from < issues.length; from += PAGE) {
    const ids = issues.slice(from, from + PAGE);
    await engine.deleteTexts(db, engine.idIn('issue_id', ids));
    const records = await readRecords(trx, ids.map(String));
    const texts = records.flatMap(
      record => deriveIssue(record, Number(record.id), refs, textId).texts,
    );
    await engine.insertMany(db, 'texts', texts);
  }
  await sql`delete from segments`.execute(db);
  trx.changes.all = true;
}
