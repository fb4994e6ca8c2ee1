/** Versions of a shared setting and their differences. Documents are the stored JSON, so that unknown keys are kept. */

import type { User } from '@tallyboard/core/model/user.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { isRecord } from '@tallyboard/core/unknown.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { parseStamp } from '@tallyboard/report-kit/settings/stored.ts';

export type Snapshot =
  | { readonly kind: 'absent' }
  | { readonly kind: 'document'; readonly raw: unknown; readonly document: Stored }
  /** The stored value is no settings object. */
  | { readonly kind: 'unreadable'; readonly raw: unknown };

/** `toDocument` also reads older formats; null for unreadable values. */
export function readSnapshot(
  raw: unknown,
  toDocument: (raw: unknown) => Stored | null = storedObject,
): Snapshot {
  if (raw === undefined || raw === null) return { kind: 'absent' };
  const document = toDocument(raw);
  return document === null ? { kind: 'unreadable', raw } : { kind: 'document', raw, document };
}

/** The document to edit; empty without a readable one. */
export const documentOf = (snapshot: Snapshot): Stored =>
  snapshot.kind === 'document' ? snapshot.document : {};

const rawOf = (snapshot: Snapshot): unknown => (snapshot.kind === 'absent' ? null : snapshot.raw);

/** Equal in any order of keys. */
export const sameSnapshot = (a: Snapshot, b: Snapshot): boolean => sameJson(rawOf(a), rawOf(b));

export const sameJson = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      isRecord(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}

const SCHEMA_VERSION = 1;
/** Metadata that every save writes. */
const STAMP_KEYS = ['version', 'revision', 'savedBy', 'savedAt'];

/** The document to write, with revision, author and time. */
export function stamped(
  content: Stored,
  before: Snapshot,
  editor: Pick<User, 'id' | 'name'> | null,
  now: Instant,
): Stored {
  const { revision } = documentOf(before);
  const last = Number.isSafeInteger(revision) ? Number(revision) : 0;
  return {
    ...content,
    version: SCHEMA_VERSION,
    revision: last + 1,
    savedBy: editor && { id: editor.id, name: editor.name },
    savedAt: now,
  };
}

/** Author and time of the last save; null if unknown. */
export function lastSaveOf(snapshot: Snapshot) {
  const { savedBy, savedAt } = documentOf(snapshot);
  const name = storedObject(savedBy)?.name;
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name : null,
    at: parseStamp(savedAt) ?? null,
  };
}

export type Side = 'mine' | 'theirs';

export interface SectionChange {
  readonly section: string;
  readonly by: 'me' | 'them' | 'both';
  readonly differences: readonly Difference[];
}

/** A changed key of a section; '' for a section that is a plain value. */
export interface Difference {
  readonly key: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Changes of both sides since `base`, without those that are equal on both. */
export function sectionChanges(base: Stored, mine: Stored, theirs: Stored): SectionChange[] {
  const sections = keysOf(base, mine, theirs).filter(key => !STAMP_KEYS.includes(key));
  return sections.flatMap((section): SectionChange[] => {
    const [was, my, their] = [base[section], mine[section], theirs[section]];
    const iDid = !sameJson(was, my);
    const theyDid = !sameJson(was, their);
    if (!(iDid || theyDid) || (iDid && theyDid && sameJson(my, their))) return [];
    const by = iDid && theyDid ? 'both' : iDid ? 'me' : 'them';
    return [{ section, by, differences: differencesOf(was, my, their) }];
  });
}

function differencesOf(base: unknown, mine: unknown, theirs: unknown): Difference[] {
  const [was, my, their] = [base, mine, theirs].map(value => storedObject(value));
  if (!(was || my || their)) return [{ key: '', base, mine, theirs }];
  return keysOf(was ?? {}, my ?? {}, their ?? {})
    .map(key => ({ key, base: was?.[key], mine: my?.[key], theirs: their?.[key] }))
    .filter(each => !(sameJson(each.base, each.mine) && sameJson(each.base, each.theirs)));
}

const keysOf = (...records: readonly Stored[]): string[] => [
  ...new Set(records.flatMap(record => Object.keys(record))),
];

/** Takes each section from the side that changed it; `choose` decides when both did. */
export function mergeSections(
  base: Stored,
  mine: Stored,
  theirs: Stored,
  choose: (section: string) => Side,
): Stored {
  const merged: Record<string, unknown> = { ...theirs };
  for (const { section, by } of sectionChanges(base, mine, theirs)) {
    const side = by === 'both' ? choose(section) : by === 'me' ? 'mine' : 'theirs';
    if (side === 'theirs') continue;
    if (mine[section] === undefined) delete merged[section];
    else merged[section] = mine[section];
  }
  return merged;
}

/** Whether writing `next` would replace an unreadable stored value. */
export function losesUnreadable(before: Snapshot, next: Stored): boolean {
  if (before.kind === 'unreadable') return true;
  return Object.entries(documentOf(before)).some(
    ([key, value]) =>
      storedObject(next[key]) !== null &&
      value !== null &&
      storedObject(value) === null &&
      !sameJson(value, next[key]),
  );
}

/** Jira's limit for a property. */
export const MAX_CHARACTERS = 32_768;

/** The error text for a document over the limit; null when it fits. */
export function sizeProblem(document: Stored, nameOf: (section: string) => string): string | null {
  const size = JSON.stringify(document).length;
  if (size <= MAX_CHARACTERS) return null;
  const sizes = Object.entries(document).map(
    ([section, value]) => [section, JSON.stringify(value)?.length ?? 0] as const,
  );
  const [largest] = sizes.toSorted(([, a], [, b]) => b - a);
  const count = (number: number) => number.toLocaleString('en');
  const where = largest ? ` ${nameOf(largest[0])} takes ${count(largest[1])} of them.` : '';
  return `These settings take ${count(size)} characters and Jira stores at most ${count(MAX_CHARACTERS)}.${where} Shorten them and apply again.`;
}
