/** People who were erased: the store keeps hashes of their ids, so that what comes later is written without them. */
import { createHash, randomBytes } from 'node:crypto';
import type { DbContext } from '../catalogue.ts';
import { readProperty, writeProperty } from '../dashboards/properties.ts';
import { asObject, asObjects } from '../shapes.ts';

export const ERASED_NAME = 'Erased person';

const SCOPE = 'erasure';
const NAME = 'people';
/** Longer texts are no ids. */
const MAX_ID = 255;

/** Hashes with one salt: a restored backup brings those of its own. */
interface SaltedHashes {
  readonly salt: string;
  readonly hashes: readonly string[];
}

export type Erasures = readonly SaltedHashes[];

const hashOf = (salt: string, id: string): string =>
  createHash('sha256').update(`${salt} ${id}`).digest('hex');

/** In place of the id: the same person stays one person in figures. */
const replacementOf = (hash: string): string => `erased-${hash.slice(0, 16)}`;

/** Returns what stands for an id, null for people who were not erased. */
export type ErasedId = (id: string) => string | null;

export async function readErasures(db: Pick<DbContext, 'db'>): Promise<Erasures> {
  const stored = asObject((await readProperty(db as DbContext, SCOPE, NAME))?.value);
  return asObjects(stored?.lists).flatMap(({ salt, hashes }) =>
    typeof salt === 'string' && Array.isArray(hashes) ? [{ salt, hashes: hashes.map(String) }] : [],
  );
}

export const writeErasures = (trx: DbContext, lists: Erasures) =>
  writeProperty(trx, SCOPE, NAME, { lists });

/** Null where nobody was erased. */
export async function readErased(db: Pick<DbContext, 'db'>): Promise<ErasedId | null> {
  const erasures = await readErasures(db);
  return erasures.length === 0 ? null : erasedIn(erasures);
}

/** Ids repeat: a hash of each takes longer than the rest of an import. */
export function erasedIn(erasures: Erasures): ErasedId {
  const known = new Map<string, string | null>();
  const lists = erasures.map(({ salt, hashes }) => ({ salt, hashes: new Set(hashes) }));
  return id => {
    let found = known.get(id);
    if (found === undefined) {
      const hash = lists
        .map(({ salt, hashes }) => [hashOf(salt, id), hashes] as const)
        .find(([each, hashes]) => hashes.has(each))?.[0];
      found = hash === undefined ? null : replacementOf(hash);
      known.set(id, found);
    }
    return found;
  };
}

/** Keeps the hash of an id. Returns what stands for the id from now on. */
export async function addErased(trx: DbContext, id: string): Promise<string> {
  const erasures = await readErasures(trx);
  const known = erasedIn(erasures)(id);
  if (known) return known;
  const [{ salt, hashes } = { salt: randomBytes(16).toString('hex'), hashes: [] }, ...others] =
    erasures;
  const hash = hashOf(salt, id);
  await writeErasures(trx, [{ salt, hashes: [...hashes, hash] }, ...others]);
  return replacementOf(hash);
}

/** Members that hold the id of a user. */
const ID_MEMBERS = ['accountId', 'key', 'name', 'id'];

/** A record of Jira without the people who were erased. */
export function withoutErased<Value>(value: Value, erased: ErasedId): Value {
  const found: FoundPeople = { names: new Set(), ids: new Map() };
  collect(value, erased, found);
  return rewrite(value, { erased, names: [...found.names], ids: found.ids }) as Value;
}

interface FoundPeople {
  readonly names: Set<string>;
  readonly ids: Map<string, string>;
}

/** The ids and names that the record itself gives of them. */
function collect(value: unknown, erased: ErasedId, found: FoundPeople): void {
  if (Array.isArray(value)) for (const each of value) collect(each, erased, found);
  const object = asObject(value);
  if (!object) return;
  const isId = (id: unknown) => {
    const replacement = typeof id === 'string' ? idOf(id, erased) : null;
    if (replacement) found.ids.set(String(id), replacement);
    return replacement !== null;
  };
  const add = (name: unknown) => {
    if (typeof name === 'string' && name.trim() !== '')
      found.names.add(name.trim().replace(/^@/, ''));
  };
  if (isUser(object) && ID_MEMBERS.filter(member => isId(object[member])).length > 0)
    for (const name of [object.displayName, object.emailAddress, object.text]) add(name);
  if (isId(object.from)) add(object.fromString);
  if (isId(object.to)) add(object.toString);
  for (const each of Object.values(object)) collect(each, erased, found);
}

const idOf = (text: string, erased: ErasedId): string | null =>
  text.length > 0 && text.length <= MAX_ID && !/\s/.test(text) ? erased(text) : null;

const isUser = (object: Readonly<Record<string, unknown>>): boolean =>
  'displayName' in object || 'accountId' in object || object.type === 'mention';

function replacementIn(object: Readonly<Record<string, unknown>>, erased: ErasedId): string | null {
  if (!isUser(object)) return null;
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
  /** Ids with their replacements, which are replaced in texts too. */
  readonly ids: ReadonlyMap<string, string>;
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

export function rewriteText(text: string, { erased, names, ids }: Rewriting): string {
  const whole = idOf(text, erased);
  if (whole) return whole;
  const named = names.reduce((rest, name) => {
    if (rest.trim().toLowerCase() === name.toLowerCase()) return ERASED_NAME;
    // A first name alone may be any word.
    return /[\s@]/.test(name) ? replaceWords(rest, name, ERASED_NAME) : rest;
  }, text);
  const known = [...ids].reduce(
    (rest, [id, replacement]) => (isIdLike(id) ? replaceWords(rest, id, replacement) : rest),
    named,
  );
  return known.replace(WORDS, word => {
    const id = word.replace(/^accountid:/, '');
    const found = isIdLike(id) ? idOf(id, erased) : null;
    return found ? word.replace(id, () => found) : word;
  });
}

/** Words of plain letters are no ids within a text. */
const isIdLike = (word: string): boolean => /[\d:@._-]/.test(word);

function replaceWords(text: string, words: string, replacement: string): string {
  const pattern = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'),
    replacement,
  );
}
