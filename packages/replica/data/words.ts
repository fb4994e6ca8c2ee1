/** All terms must match; a term is a word, a prefix or a phrase. */
export interface WordQuery {
  terms: { words: string[]; prefix: boolean }[];
}

/** Folds case and Unicode composition, for comparisons. */
export function fold(text: string): string {
  return (isAscii(text) ? text : text.normalize('NFC')).toLowerCase();
}

/** Characters of a summary in Jira. An index of PostgreSQL takes values of up to 2,704 bytes. */
export const MAX_SUMMARY = 255;

/** As stored, to sort by. */
export function foldSummary(text: string): string {
  const folded = fold(text);
  return folded.length > MAX_SUMMARY ? [...folded].slice(0, MAX_SUMMARY).join('') : folded;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Letters and digits, in pieces of up to 500: a word of PostgreSQL has at most 2,046 bytes. */
const wordPattern = /[\p{L}\p{N}]{1,500}/gu;

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const hasVowel = (word: string): boolean => /[aeiouy]/.test(word);

/** A light English stemmer for stored words and queries: consistent rather than correct. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : /(?:ss|x|ch|sh)es$/.test(word)
      ? word.slice(0, -2)
      : /[^su]s$/.test(word)
        ? word.slice(0, -1)
        : word;
  const bare =
    singular.length > 5 && singular.endsWith('ing') && hasVowel(singular.slice(0, -3))
      ? singular.slice(0, -3)
      : singular.length > 4 && singular.endsWith('ed') && hasVowel(singular.slice(0, -2))
        ? singular.slice(0, -2)
        : singular;
  // running -> runn -> run; not of ll and ss: fall, miss.
  const undoubled = bare !== singular && /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
  return undoubled.length > 3 && undoubled.endsWith('e') ? undoubled.slice(0, -1) : undoubled;
}

const MAX_CACHED_STEMS = 20_000;
const stems = new Map<string, string>();

function cachedStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const own = stem(word);
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  stems.set(word, own);
  return own;
}

/** Stems in order, then the words that differ from them (for prefix search). */
export function wordsOf(text: string): string {
  const plain = fold(text).match(wordPattern) ?? [];
  const stemmed = plain.map(cachedStem);
  const others = new Set<string>();
  plain.forEach((word, at) => {
    if (word !== stemmed[at]) others.add(word);
  });
  return [...stemmed, ...others].join(' ');
}

/** Parses a `~` value: words are ANDed, "quotes" make a phrase, `word*` a prefix. Null without a word. */
export function parseWordQuery(text: string): WordQuery | null {
  const terms: WordQuery['terms'] = [];
  for (const [, phrase, piece] of text.matchAll(/"([^"]*)"|(\S+)/g)) {
    if (phrase !== undefined) {
      const words = (fold(phrase).match(wordPattern) ?? []).map(stem);
      if (words.length > 0) terms.push({ words, prefix: false });
      continue;
    }
    const source = piece ?? '';
    if (/^(?:AND|&&)$/.test(source)) continue;
    const star = source.search(/[*?]/);
    const words =
      fold(star < 0 ? source.replace(/[~^][\d.]*$/, '') : source.slice(0, star)).match(
        wordPattern,
      ) ?? [];
    words.forEach((word, at) => {
      const prefix = star >= 0 && at === words.length - 1;
      terms.push({ words: [prefix ? word : stem(word)], prefix });
    });
  }
  return terms.length > 0 ? { terms } : null;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
