import reservedWords from './reserved-words.json' with { type: 'json' };

/** Words that must be quoted as a value or field. */
const reserved = new Set(reservedWords);

const isReserved = (word: string): boolean => reserved.has(word.toLowerCase());

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
