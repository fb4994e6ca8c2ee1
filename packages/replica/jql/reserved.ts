/** Words that must be quoted as a value or field. */
export const reservedWords: readonly string[] = (
  'a an abort access add after alias all alter and any are as asc at audit avg be before begin between boolean break ' +
  'but by byte catch cf char character check checkpoint collate collation column commit connect continue count create ' +
  'current date decimal declare decrement default defaults define delete delimiter desc difference distinct divide do ' +
  'double drop else empty encoding end equals escape exclusive exec execute exists explain false fetch file field first ' +
  'float for from function go goto grant greater group having identified if immediate in increment index initial inner ' +
  'inout input insert int integer intersect intersection into is isempty isnull it join last left less like limit lock ' +
  'long max min minus mode modify modulo more multiply next no noaudit not notin nowait null number object of on option ' +
  'or order outer output power previous prior privileges public raise raw remainder rename resource return returns ' +
  'revoke right row rowid rownum rows select session set share size sqrt start strict string subtract such sum synonym ' +
  'table that the their then there these they this to trans transaction trigger true uid union unique update user ' +
  'validate values view was when whenever where while will with'
).split(' ');

const reserved = new Set(reservedWords);

function isReserved(word: string): boolean {
  return reserved.has(word.toLowerCase());
}

/** Reserved for text searches: Jira quotes these words, and accepts them without quotes. */
const accepted = new Set(
  'a an all are at be but it no such that the their there these they this will'.split(' '),
);

/** Words that Jira rejects without quotes. */
export function isRejected(word: string): boolean {
  return isReserved(word) && !accepted.has(word.toLowerCase());
}

export function quoteIfNeeded(value: string): string {
  if (/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(value) && !isReserved(value)) return value;
  if (/^-?\d+$/.test(value)) return value;
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}
