import { stemmer } from 'stemmer';

/** Folds case and Unicode composition, for comparisons. */
export function fold(text: string): string {
  return (isAscii(text) ? text : text.normalize('NFC')).toLowerCase();
}

/** Characters of a summary in Jira. An index of PostgreSQL takes values of up to 2,704 bytes. */
const MAX_SUMMARY = 255;

/** As stored, to sort by. */
export function foldSummary(text: string): string {
  const folded = fold(text);
  return folded.length > MAX_SUMMARY ? [...folded].slice(0, MAX_SUMMARY).join('') : folded;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/**
 * Words as Lucene's standard tokenizer finds them: Chinese characters and hiragana one by one, runs of katakana, runs of other
 * letters and digits. In pieces of up to 500: a word of PostgreSQL has at most 2,046 bytes.
 */
const wordPattern =
  /[\p{sc=Han}\p{sc=Hiragana}]\p{M}{0,9}|[\p{sc=Katakana}\u30fc\uff70\uff9e\uff9f]{1,500}|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}]){1,500}/gu;

const ideographs = /[\p{sc=Han}\p{sc=Hiragana}]/u;

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether words are written without spaces between them. */
export const isUnspaced = (text: string): boolean => !isAscii(text) && ideographs.test(text);

/** The words of a text in order, in lower case. */
export function exactWords(text: string): readonly string[] {
  const folded = fold(text);
  return folded.match(isAscii(folded) ? /[a-z0-9]{1,500}/g : wordPattern) ?? [];
}

/** Begins the stems in an index: of private use, so that no word begins with it. */
export const STEM_MARK = '\ue000';

const MAX_CACHED_STEMS = 20_000;
const stems = new Map<string, string>();

/** The stem of an English word, as Jira searches by default: 'customizing' as 'custom'. Others are their own stems. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const own = /^[a-z]{3,100}$/.test(word) ? stemmer(word) : word;
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  stems.set(word, own);
  return own;
}

/** What an index holds of a text: its words in order, for phrases and wildcards, then the stems that differ from them. */
export function wordsOf(text: string): string {
  const words = exactWords(text);
  const marked = new Set<string>();
  for (const word of words) {
    const stem = stemOf(word);
    if (stem !== word) marked.add(STEM_MARK + stem);
  }
  return [...words, ...marked].join(' ');
}
