/** Puts made-up names in place of real ones, the same for the same, all through a document. */
import type { Names } from '@tallyboard/engine/calls.ts';

export type Rename = (text: string) => string;

/** The attributes in which names may stand. */
const ATTRIBUTES = [
  ...['title', 'aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription'],
  ...['alt', 'data-label', 'data-tb-tooltip', 'placeholder', 'value', 'content'],
];

/** What programs know rows by: ids and names, of no use in a file. */
const PROGRAMS_OWN = ['href', 'xlink:href', 'data-row-id', 'data-item'];

/** Where one part of a text ends and another begins: 'Resolved · Ana Roy', 'Issues of Harbour', lines of a tooltip. */
const SEAMS = /( · | of |\n|: |, |; | – | - |\(|\))/;

/** Returns what a text reads without the names. Keys are renumbered in the order in which they are met. */
export function createRename({ projects, groups }: Names): Rename {
  const anywhere = new Map<string, string>();
  const whole = new Map<string, string>();
  for (const { word, names, whole: only } of groups) {
    names.forEach((name, index) => {
      const text = name.trim();
      const into = only ? whole : anywhere;
      // Who is met first keeps the name: a person may be called like an epic.
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

/** Puts names in place of parts of a text, as long ones as there are: a summary may have seams of its own. */
function byParts(text: string, nameOf: (part: string) => string | undefined): string {
  const pieces = text.split(SEAMS);
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

/** Renames all texts of an element and below it, and takes away what names could hide in: addresses and pictures. */
export function anonymise(root: Element, rename: Rename): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    node.nodeValue = rename(node.nodeValue ?? '');
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, rename(value));
    }
    for (const name of PROGRAMS_OWN) element.removeAttribute(name);
  }
}

/** Any of these words, the longest first, where no other word goes on; null for none. */
function alternation(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const escaped = [...words]
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}
