/** Settings in words: for messages and for the help of the command line. */

import { recordOf } from '@tallyboard/core/unknown.ts';
import type { Codec, Shape } from './codec.ts';

const MAX_VALUE_LENGTH = 60;

export function showValue(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 3)}...` : text;
}

/** A value as users may enter it: a choice by its name. */
export function describeValue({ shape, format }: Codec<unknown>, value: unknown): string {
  const stored = format(value, {});
  const choice =
    shape.kind === 'choice' ? shape.choices.find(({ code }) => code === stored) : undefined;
  if (choice) return choice.name;
  if (value === null || stored === undefined || stored === '') return 'none';
  if (shape.kind !== 'flags') return showValue(stored);
  const on = Object.entries(recordOf(value)).filter(([, checked]) => checked === true);
  return on.map(([id]) => id).join(', ') || 'none';
}

export const limitText = (shape: Shape): string | null =>
  shape.kind === 'whole' ? `Enter a whole number from ${shape.min} to ${shape.max}.` : null;

/** ' Did you mean "assignee"?' with the most similar name; '' if none is similar. */
export function hintFor(given: string, names: readonly string[]): string {
  if (given.length > MAX_VALUE_LENGTH) return '';
  const word = plain(given);
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(word, plain(name));
    if (distance < least) [best, least] = [name, distance];
  }
  return best === null ? '' : ` Did you mean "${best}"?`;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

/** Levenshtein. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
