/** The gadgets on a dashboard of ours: how its items store them, and search. */

import { APP_KEY, GADGETS, type Gadget, kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import { useCallback, useState } from 'react';
import type { Item } from './dashboard.ts';

export const moduleKeyOf = ({ name }: Gadget): string => `${APP_KEY}__${name}`;

/** Words of a search that say nothing. */
const STOP_WORDS = new Set([
  'a',
  'and',
  'by',
  'chart',
  'for',
  'gadget',
  'in',
  'of',
  'report',
  'the',
  'vs',
]);

/** The kinds that a search finds: every word must be there, at the beginning of one of theirs. */
export function findKinds(search: string): readonly Gadget[] {
  const words = search
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const telling = words.filter(word => !STOP_WORDS.has(word));
  const wanted = telling.length > 0 ? telling : words;
  return GADGETS.filter(({ title, summary, words }) => {
    const own = `${title} ${summary} ${words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    const begins = (word: string) => own.some(each => each.startsWith(word));
    // 'time sheet' is a timesheet.
    return wanted.every(begins) || begins(wanted.join(''));
  });
}

/** Titles made from settings, for gadgets whose authors gave none. */
export function useTitles() {
  const [suggested, setSuggested] = useState<ReadonlyMap<string, string>>(new Map());
  const suggest = useCallback(
    (itemId: string, title: string) => setSuggested(known => new Map(known).set(itemId, title)),
    [],
  );
  const titleOf = ({ id, title, moduleKey }: Item) =>
    title === kindOf(moduleKey)?.title ? (suggested.get(id) ?? title) : title;
  return { titleOf, suggest };
}
