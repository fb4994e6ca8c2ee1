/** Replaces names in a document by made-up ones, consistently. */
import type { Names } from '@tallyboard/engine/calls.ts';

export type Rename = (text: string) => string;

/** Attributes that can contain names. */
const ATTRIBUTES = [
  ...['title', 'aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription'],
  ...['alt', 'data-label', 'data-tb-tooltip', 'placeholder', 'value', 'content'],
];

/** Attributes with ids or addresses. */
const IDENTIFYING = ['href', 'xlink:href', 'data-row-id', 'data-item'];

/** Separators inside texts: 'Resolved · Ana Roy', 'Issues of Harbour', lines of a tooltip. */
const SEPARATORS = /( · | of |\n|: |, |; | – | - |\(|\))/;

/** Returns the function that anonymizes a text. Issue keys are renumbered in order of appearance. */
export function createRename({ projects, groups }: Names): Rename {
  const anywhere = new Map<string, string>();
  const whole = new Map<string, string>();
  for (const { word, names, whole: only } of groups) {
    names.forEach((name, index) => {
      const text = name.trim();
      const into = only ? whole : anywhere;
      // The first group wins: a person can have the name of an epic.
      if (text !== '' && !into.has(text)) into.set(text, `${word} ${index + 1}`);
    });
  }
  const keyOf = new Map<string, string>();
  projects.forEach(({ key, name }, index) => {
    keyOf.set(key, `P${index + 1}`);
    if (name !== '' && !anywhere.has(name)) anywhere.set(name, `Project ${index + 1}`);
  });
  const names = alternation([...anywhere.keys()]);
  const keys = alternation([...keyOf.keys()]);
  const issueKeys = new Map<string, string>();
  const counts = new Map<string, number>();

  function renameKey(project: string, key: string): string {
    const known = issueKeys.get(key);
    if (known) return known;
    const number = (counts.get(project) ?? 0) + 1;
    counts.set(project, number);
    const renamed = `${keyOf.get(project)}-${number}`;
    issueKeys.set(key, renamed);
    return renamed;
  }

  return text => {
    const trimmed = text.trim();
    const all = anywhere.get(trimmed) ?? whole.get(trimmed) ?? keyOf.get(trimmed);
    if (all !== undefined) return text.replace(trimmed, () => all);
    const parted = byParts(text, part => whole.get(part) ?? anywhere.get(part) ?? keyOf.get(part));
    const named = names ? parted.replace(names, found => anywhere.get(found) ?? found) : parted;
    if (!keys) return named;
    const keyed = new RegExp(`(?<![\\p{L}\\p{N}_])(${keys.source})-\\d+(?![\\p{L}\\p{N}])`, 'gu');
    return named.replace(keyed, (key, project: string) => renameKey(project, key));
  };
}

/** Replaces parts of a text, the longest match first: a summary can contain separators. */
function byParts(text: string, nameOf: (part: string) => string | undefined): string {
  const pieces = text.split(SEPARATORS);
  if (pieces.length < 3) return text;
  let renamed = '';
  for (let from = 0; from < pieces.length; ) {
    let to = pieces.length;
    let name: string | undefined;
    let part = '';
    for (; to > from; to--) {
      part = pieces.slice(from, to).join('');
      name = nameOf(part.trim());
      if (name !== undefined) break;
    }
    if (name === undefined) {
      renamed += pieces[from];
      from += 1;
    } else {
      const found = name;
      renamed += part.replace(part.trim(), () => found);
      from = to;
    }
  }
  return renamed;
}

/** Renames all texts and attributes in an element, and removes addresses and ids. */
export function anonymise(root: Element, rename: Rename): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    node.nodeValue = rename(node.nodeValue ?? '');
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, rename(value));
    }
    for (const name of IDENTIFYING) element.removeAttribute(name);
  }
}

/** Matches any of these as whole words, the longest first; null for none. */
function alternation(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const escaped = [...words]
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}
