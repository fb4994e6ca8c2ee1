/** Reports and saved reports by the names that programs give, and what these are told where there is none. */
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

type Found<Saved> =
  | { readonly saved: Saved }
  | { readonly saved: null; readonly isAmbiguous: boolean; readonly problem: string };

/** The saved report with this id, or this name in any case. */
export function findSavedReport<Saved extends Named>(
  all: readonly Saved[],
  name: string,
): Found<Saved> {
  const isNamed = (text: string) => text.toLowerCase() === name.toLowerCase();
  const same = all.filter(each => isNamed(each.name));
  const own = same.filter(each => each.isOwn);
  const named = own.length > 0 ? own : same;
  const saved = all.find(({ id }) => id === name) ?? named[0];
  if (saved && (saved.id === name || named.length === 1)) return { saved };
  const ids = named.map(({ id }) => id).join(', ');
  const names = all.map(each => each.name);
  const problem = saved
    ? `There are ${named.length} saved reports '${name}'. Give the id: ${ids}.`
    : `There is no saved report '${name}', or it is not shared with you.${hintFor(name, names)}`;
  return { saved: null, isAmbiguous: saved !== undefined, problem };
}
