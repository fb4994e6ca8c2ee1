/** Reports, saved reports and board sets by the names that programs give, and what these are told where there is none. */
import { hintFor } from '@tallyboard/report-kit/settings/describe.ts';
import { REPORTS } from './catalogue/reports.ts';

const IDS = REPORTS.map(({ id }) => id);

/** `saved`: names of saved reports, where these could have been meant too. */
export function unknownReport(id: string, saved?: readonly string[]): string {
  const what = saved ? 'report or saved report' : 'report';
  const hint = hintFor(id, [...IDS, ...(saved ?? [])]);
  return `There is no ${what} '${id}'.${hint} There are: ${IDS.join(', ')}.`;
}

interface Named {
  readonly id: string;
  readonly name: string;
  /** The reader's own: it wins over shared ones of its name. */
  readonly isOwn?: boolean;
}

type Found<Item> =
  | { readonly item: Item }
  | { readonly item: null; readonly isAmbiguous: boolean; readonly problem: string };

/** The saved report or board set with this id, or this name: in this case if one has it so, else in any. */
export function findByName<Item extends Named>(
  noun: string,
  all: readonly Item[],
  name: string,
): Found<Item> {
  const isNamed = (text: string) => text.toLowerCase() === name.toLowerCase();
  const same = all.filter(each => isNamed(each.name));
  const own = same.filter(each => each.isOwn);
  const inAnyCase = own.length > 0 ? own : same;
  const exact = inAnyCase.filter(each => each.name === name);
  const named = exact.length > 0 ? exact : inAnyCase;
  const item = all.find(({ id }) => id === name) ?? named[0];
  if (item && (item.id === name || named.length === 1)) return { item };
  const ids = named.map(({ id }) => id).join(', ');
  const names = all.map(each => each.name);
  const problem = item
    ? `There are ${named.length} ${noun}s '${name}'. Give the id: ${ids}.`
    : `There is no ${noun} '${name}', or it is not shared with you.${hintFor(name, names)}`;
  return { item: null, isAmbiguous: item !== undefined, problem };
}
