/** People who were erased: the store keeps hashes of their ids, so that what comes later is written without them. */
import { createHash, randomBytes } from 'node:crypto';
import type { DbContext } from '../catalogue.ts';
import { readProperty, writeProperty } from '../dashboards/properties.ts';
import { asObject, asText } from '../shapes.ts';

export const ERASED_NAME = 'Erased person';

const SCOPE = 'erasure';
const NAME = 'people';
/** Longer texts are no ids. */
const MAX_ID = 255;

interface Erasures {
  readonly salt: string;
  readonly hashes: readonly string[];
}

const hashOf = (salt: string, id: string): string =>
  createHash('sha256').update(`${salt} ${id}`).digest('hex');

/** In place of the id: the same person stays one person in figures. */
const replacementOf = (hash: string): string => `erased-${hash.slice(0, 16)}`;

/** Returns what stands for an id, null for people who were not erased. */
export type ErasedId = (id: string) => string | null;

async function readErasures(db: Pick<DbContext, 'db'>): Promise<Erasures | null> {
  const stored = asObject((await readProperty(db as DbContext, SCOPE, NAME))?.value);
  const salt = asText(stored?.salt);
  if (salt === null || !Array.isArray(stored?.hashes)) return null;
  return { salt, hashes: stored.hashes.map(String) };
}

/** Null where nobody was erased. */
export async function readErased(db: Pick<DbContext, 'db'>): Promise<ErasedId | null> {
  const erasures = await readErasures(db);
  return erasures && erasedIn(erasures);
}

/** Ids repeat: a hash of each takes longer than the rest of an import. */
function erasedIn({ salt, hashes }: Erasures): ErasedId {
  const known = new Map<string, string | null>();
  const all = new Set(hashes);
  return id => {
    let found = known.get(id);
    if (found === undefined) {
      const hash = hashOf(salt, id);
      found = all.has(hash) ? replacementOf(hash) : null;
      known.set(id, found);
    }
    return found;
  };
}

/** Keeps the hash of an id. Returns what stands for the id from now on. */
export async function addErased(trx: DbContext, id: string): Promise<string> {
  const { salt, hashes } = (await readErasures(trx)) ?? {
    salt: randomBytes(16).toString('hex'),
    hashes: [],
  };
  const hash = hashOf(salt, id);
  if (!hashes.includes(hash))
    await writeProperty(trx, SCOPE, NAME, { salt, hashes: [...hashes, hash] });
  return replacementOf(hash);
}

/** Members that hold the id of a user. */
const ID_MEMBERS = ['accountId', 'key', 'name', 'id'];

/** A record of Jira without the people who were erased. */
export function withoutErased<Value>(value: Value, erased: ErasedId): Value {
  const names = new Set<string>();
  collectNames(value, erased, names);
  return rewrite(value, { erased, names: [...names] }) as Value;
}

/** The names that the record itself gives of them. */
function collectNames(value: unknown, erased: ErasedId, names: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) collectNames(each, erased, names);
  const object = asObject(value);
  if (!object) return;
  const add = (name: unknown) => {
    if (typeof name === 'string' && name.trim() !== '') names.add(name.trim().replace(/^@/, ''));
  };
  if (replacementIn(object, erased))
    [object.displayName, object.emailAddress, object.text].forEach(add);
  for (const [id, text] of [
    [object.from, object.fromString],
    [object.to, object.toString],
  ])
    if (typeof id === 'string' && idOf(id, erased)) add(text);
  for (const each of Object.values(object)) collectNames(each, erased, names);
}

const idOf = (text: string, erased: ErasedId): string | null =>
  text.length > 0 && text.length <= MAX_ID && !/\s/.test(text) ? erased(text) : null;

function replacementIn(object: Readonly<Record<string, unknown>>, erased: ErasedId): string | null {
  const isUser = 'displayName' in object || 'accountId' in object || object.type === 'mention';
  if (!isUser) return null;
  for (const member of ID_MEMBERS) {
    const id = object[member];
    const found = typeof id === 'string' ? idOf(id, erased) : null;
    if (found) return found;
  }
  return null;
}

export interface Rewriting {
  readonly erased: ErasedId;
  /** Names and addresses, which are replaced in texts too. */
  readonly names: readonly string[];
}

/** JSON in which each user who was erased has the replacement alone, and no text their id or name. */
export function rewrite(value: unknown, rewriting: Rewriting): unknown {
  if (typeof value === 'string') return rewriteText(value, rewriting);
  if (Array.isArray(value)) return value.map(each => rewrite(each, rewriting));
  const object = asObject(value);
  if (!object) return value;
  const id = replacementIn(object, rewriting.erased);
  if (id && object.type === 'mention') return { ...object, id, text: `@${ERASED_NAME}` };
  if (id) {
    const { accountType } = object;
    const ids = ID_MEMBERS.filter(member => member in object).map(member => [member, id]);
    const type = typeof accountType === 'string' && { accountType };
    return {
      ...Object.fromEntries(ids),
      accountId: id,
      displayName: ERASED_NAME,
      active: false,
      ...type,
    };
  }
  return Object.fromEntries(
    Object.entries(object).map(([name, each]) => [name, rewrite(each, rewriting)]),
  );
}

/** What may be an id in a query or in '[~name]'. */
const WORDS = /[^\s"'=!<>()~,[\]|&{}]+/g;

export function rewriteText(text: string, { erased, names }: Rewriting): string {
  const whole = idOf(text, erased);
  if (whole) return whole;
  const named = names.reduce((rest, name) => {
    if (rest.trim() === name) return ERASED_NAME;
    // A first name alone may be any word.
    return /[\s@]/.test(name) ? replaceName(rest, name) : rest;
  }, text);
  return named.replace(WORDS, word => {
    const id = word.replace(/^accountid:/, '');
    const found = isIdLike(id) ? idOf(id, erased) : null;
    return found ? word.replace(id, () => found) : word;
  });
}

/** Words of plain letters are no ids within a text. */
const isIdLike = (word: string): boolean => /[\d:@._-]/.test(word);

function replaceName(text: string, name: string): string {
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'),
    ERASED_NAME,
  );
}
