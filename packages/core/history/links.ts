/**
 * The links of an issue over time. Changes name the other issue by its key of then and the link by its description of
 * then ('This issue is blocked by A-2'), with neither type nor id; each is undone from today's links.
 *
 *   today  is blocked by A-3            Mon + A-2, Tue + A-3, Wed - A-2
 *   Tue    is blocked by
 */

import type { Change } from '../model/change.ts';
import type { IssueId, IssueKey } from '../model/ids.ts';
import type { Issue, IssueLink } from '../model/issue.ts';
import { effectiveFrom, type Timeline } from './timeline.ts';

export type LinkTimelineOf = (issue: Issue) => Timeline<readonly IssueLink[]>;

/**
 * Descriptions are those of the links that the issues have today, Jira's own of Blocks besides: what was renamed since
 * is known by the link that is still there. Needs the part `links` and its changes.
 */
export function linkTimelines(issues: readonly Issue[]): LinkTimelineOf {
  let read: LinkReader | null = null;
  return issue => {
    const steps: { from: number; value: readonly IssueLink[]; change: Change | null }[] = [];
    let value = issue.links;
    const own = issue.changes.filter(({ field }) => field === 'link');
    for (const change of own.toReversed()) {
      read ??= linkReader(issues);
      steps.unshift({ from: effectiveFrom(change, issue), value, change });
      value = undo(value, change, own, read);
    }
    return [{ from: issue.created, value, change: null }, ...steps];
  };
}

interface LinkReader {
  /** Null if unknown. */
  kindOf(text: string | null, key: string): IssueLink['kind'] | null;
  /** The key itself for an issue that was not loaded. */
  idOf(key: string): IssueId;
}

function linkReader(issues: readonly Issue[]): LinkReader {
  const kinds = new Map<string, IssueLink['kind']>();
  const ids = new Map<string, IssueId>();
  for (const { id, key, links } of issues) {
    ids.set(key, id);
    for (const { kind, description } of links) {
      const name = description?.toLowerCase();
      if (name && (kind !== 'other' || !kinds.has(name))) kinds.set(name, kind);
    }
  }
  for (const [name, kind] of JIRAS_OWN) if (!kinds.has(name)) kinds.set(name, kind);
  return {
    kindOf(text, key) {
      const words = wordsBefore(text, key);
      let found: string | null = null;
      for (const name of kinds.keys())
        if (` ${words}`.endsWith(` ${name}`) && name.length > (found?.length ?? 0)) found = name;
      return found === null ? null : (kinds.get(found) ?? null);
    },
    idOf: key => ids.get(key) ?? (key as IssueId),
  };
}

const JIRAS_OWN = [
  ['is blocked by', 'blocked-by'],
  ['blocks', 'blocks'],
] as const;

/** 'this issue is blocked by' of 'This issue is blocked by A-2'. */
const wordsBefore = (text: string | null, key: string): string =>
  (text ?? '').replace(key, '').trim().toLowerCase();

function undo(
  links: readonly IssueLink[],
  { from, fromText, to, toText }: Change,
  changes: readonly Change[],
  { kindOf, idOf }: LinkReader,
): readonly IssueLink[] {
  let past = links;
  if (to) {
    const kind = kindOf(toText, to);
    const isTo = ({ otherKey }: IssueLink) => otherKey === to;
    // An issue that was moved to another project is linked by a key that no change names.
    const isNamed = ({ otherKey }: IssueLink) => changes.some(each => each.to === otherKey);
    const added =
      past.find(link => isTo(link) && link.kind === kind) ??
      past.find(isTo) ??
      past.find(link => link.kind === kind && !isNamed(link));
    past = past.filter(link => link !== added);
  }
  if (!from) return past;
  const removed: IssueLink = {
    kind: kindOf(fromText, from) ?? 'other',
    description: null,
    otherId: idOf(from),
    otherKey: from as IssueKey,
    otherType: null,
    otherStatus: null,
  };
  return [...past, removed];
}
