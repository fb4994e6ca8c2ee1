/** The filter of a timesheet by author. */

const CURRENT = /^currentuser\(\s*\)$/i;

/** The parts of an author filter, as in '"Ana Roy", 5b10a2, currentUser()', without quotes. Quoted parts may contain commas. */
export function parseAuthors(text: string): readonly string[] {
  const parts = text.match(/"(?:[^"\\]|\\.)*"|[^",]+/g) ?? [];
  return parts
    .map(part => part.trim().replace(/^"|"$/g, '').replace(/\\(.)/g, '$1').trim())
    .filter(part => part !== '');
}

export const isCurrentUser = (part: string): boolean => CURRENT.test(part);

export const renameAuthors = (text: string, rename: (name: string) => string): string =>
  parseAuthors(text)
    .map(part => (isCurrentUser(part) ? part : `"${rename(part)}"`))
    .join(', ');
