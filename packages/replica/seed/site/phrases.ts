import type { Random } from '../random.ts';
import source from './phrases.json' with { type: 'json' };

/** Vocabulary of a project. One in another language has its own form of summaries, description and comments. */
export type Vocabulary = (typeof source.projects)['WEB'] & {
  readonly summary?: string;
  readonly description?: string;
  readonly comments?: readonly string[];
};

export const PHRASES = source;
export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = source.projects;

const SUMMARIES: Readonly<Record<string, string>> = source.summaries;
const STARTS: Readonly<Record<string, readonly string[]>> = source.starts;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function summaryOf(random: Random, words: Vocabulary, type: string): string {
  const thing = random.pick(words.things);
  const place = random.chance(0.7) ? ` ${random.pick(words.places)}` : '';
  const reason = random.chance(place ? 0.35 : 0.8) ? ` ${random.pick(words.reasons)}` : '';
  const kind = type in SUMMARIES ? type : 'Story';
  const parts: Readonly<Record<string, () => string>> = {
    thing: () => thing,
    Thing: () => capitalize(thing),
    place: () => place,
    reason: () => reason,
    fault: () => random.pick(words.faults),
    start: () => random.pick(STARTS[kind] ?? []),
  };
  return (words.summary ?? SUMMARIES[kind] ?? '').replace(
    /\{(\w+)\}/g,
    (_, name: string) => parts[name]?.() ?? '',
  );
}

/** The n-th epic of a project. */
export function epicName(words: Vocabulary, n: number): string {
  const theme = words.themes[n % words.themes.length] ?? 'Epic';
  const round = Math.floor(n / words.themes.length);
  return round === 0 ? theme : `${theme}, part ${round + 1}`;
}

export const worklogText = (random: Random, words: Vocabulary) =>
  `${random.pick(source.worklogs)} the ${random.pick(words.things)}`;

export const commentText = (random: Random, { comments = source.comments }: Vocabulary) =>
  random.pick(comments);

/** ADF with one paragraph per line. */
export const paragraphs = (...lines: string[]) => ({
  type: 'doc',
  version: 1,
  content: lines.map(text => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

export function description(random: Random, words: Vocabulary, summary: string) {
  if (words.description) return paragraphs(`${summary}.`, words.description);
  const why = `People ask for this ${random.pick(words.places)}, mostly ${random.pick(words.reasons)}.`;
  const document = paragraphs(`${summary}.`, why);
  if (!random.chance(0.3)) return document;
  const items = Array.from({ length: 2 + random.int(3) }, () => {
    const text = `The ${random.pick(words.things)} works ${random.pick(words.reasons)}`;
    const content = [{ type: 'text', text, marks: [{ type: 'em' }] }];
    return { type: 'listItem', content: [{ type: 'paragraph', content }] };
  });
  return { ...document, content: [...document.content, { type: 'bulletList', content: items }] };
}
