import type { MirrorState, UnreadIssue } from '@tallyboard/replica/data/mirror.ts';
import { count } from '../progress.ts';

const PARTS = {
  issues: ['issues, histories, worklogs, running sprints', 'asOfMs'],
  ranks: ['rank order', 'ranksMs'],
  catalogue: ['fields, statuses, projects, versions, boards, people', 'catalogueMs'],
  permissions: ['permission schemes, roles, groups', 'accessMs'],
} as const;

/** The same for programs, see docs/mirror.md. */
export function statusJson(state: MirrorState, nowMs: number) {
  const timed = (atMs: number | null | undefined) => ({
    at: atMs == null ? null : new Date(atMs).toISOString(),
    ageSeconds: atMs == null ? null : Math.max(0, Math.round((nowMs - atMs) / 1000)),
  });
  const { site, flavour, jql, again, unread = [], trouble } = state;
  const parts = Object.entries(PARTS).map(([name, [, at]]) => [name, timed(state[at])] as const);
  return {
    site,
    flavour,
    jql,
    parts: Object.fromEntries(parts),
    lastRound: timed(state.endedMs),
    again: again.length,
    unread,
    trouble: trouble && { ...timed(trouble.atMs), text: trouble.text },
  };
}

/** The parts of a mirror with their ages: one row for each part that is read at its own interval. */
export function statusLines(state: MirrorState, nowMs: number): string[] {
  const rows = Object.values(PARTS).map(([what, at]) => [what, state[at]] as const);
  const width = Math.max(...rows.map(([what]) => what.length));
  const trouble = state.trouble && `The last round failed ${age(nowMs - state.trouble.atMs)} ago: `;
  return [
    `${state.site}  ${state.jql}`,
    ...rows.map(([what, atMs]) => `${what.padEnd(width)}  ${timeAndAge(atMs, nowMs)}`),
    `${OF_LAST_CHANGE.padEnd(width)}  as of the last change of each issue`,
    ...(state.again.length > 0 ? [`${state.again.length} issues are read again next round`] : []),
    ...unreadLines(state.unread ?? []),
    ...(trouble ? [`${trouble}${state.trouble?.text}`] : []),
  ];
}

const MAX_UNREAD = 20;

function unreadLines(unread: readonly UnreadIssue[]): string[] {
  if (unread.length === 0) return [];
  const are =
    unread.length === 1 ? '1 issue of Jira is' : `${count(unread.length)} issues of Jira are`;
  const more = unread.length - MAX_UNREAD;
  return [
    `${are} missing in the copy, and tried again each round:`,
    ...unread.slice(0, MAX_UNREAD).map(({ name, why }) => `  ${name}: ${why}`),
    ...(more > 0 ? [`  and ${count(more)} more`] : []),
  ];
}

/** Jira does not change `updated` for these. */
const OF_LAST_CHANGE = 'votes, watchers, sums, names of linked issues';

function timeAndAge(atMs: number | null | undefined, nowMs: number): string {
  if (atMs === null || atMs === undefined) return 'not read yet';
  return `${new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z')}  ${age(nowMs - atMs)}`;
}

function age(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`;
}
