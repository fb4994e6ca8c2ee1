/** The author filter: '"Ana Roy", 5b10a2, currentUser()'. */

import type { User } from '@tallyboard/core/model/user.ts';

const CURRENT = /^currentuser\(\s*\)$/i;

/** Returns the parts of the filter without quotes; a quoted part may contain commas. */
export function parseAuthors(text: string): readonly string[] {
  const parts = text.match(/"(?:[^"\\]|\\.)*"|[^",]+/g) ?? [];
  return parts
    .map(part => part.trim().replace(/^"|"$/g, '').replace(/\\(.)/g, '$1').trim())
    .filter(part => part !== '');
}

export interface AuthorFilter {
  /** False for a deleted author (null). */
  accepts(author: User | null): boolean;
  /** Parts that no author so far matched. */
  unmatched(): readonly string[];
}

/** Returns a filter by account id, or by display name in any case; null accepts everybody. */
export function authorFilter(text: string, currentUser: User | null): AuthorFilter | null {
  const parts = parseAuthors(text);
  if (parts.length === 0) return null;
  const known = new Map<User, boolean>();
  const matched = new Set<string>();
  const matches = (part: string, author: User) =>
    CURRENT.test(part)
      ? author.id === currentUser?.id
      : part === author.id || part.toLowerCase() === author.name.trim().toLowerCase();
  return {
    accepts(author) {
      if (author === null) return false;
      let accepted = known.get(author);
      if (accepted === undefined) {
        const found = parts.filter(part => matches(part, author));
        for (const part of found) matched.add(part);
        accepted = found.length > 0;
        known.set(author, accepted);
      }
      return accepted;
    },
    unmatched: () => parts.filter(part => !matched.has(part)),
  };
}
