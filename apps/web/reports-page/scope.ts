import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import { epicQuery, ISSUES_OF_USER } from '@tallyboard/engine/ask/scope-queries.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import type { PageState, Tab } from '../router/page-state.ts';
import { chosenBoard, chosenEpic } from './page-tabs.ts';

export type ScopedTab = Exclude<Tab, 'custom' | 'settings'>;

export interface Scope {
  /** The name in the scope line. */
  readonly name: string;
  /** The query, or the board or board set whose issues it has; null while the epics are loading. */
  readonly jql: string | { readonly board: number } | { readonly boardSet: FlatBoardSet } | null;
  readonly boardSet?: FlatBoardSet;
}

export function scopeOf(tab: ScopedTab, state: PageState, site: Site, info: HostInfo): Scope {
  if (tab === 'project') return projectScope(state, site);
  if (tab === 'user') return { name: 'Assigned to me', jql: ISSUES_OF_USER.assigned };
  return epicScope(state, site, info);
}

/** The timesheet of the current user: all work that they logged, whoever has its issues. */
export const ownTime = ({ currentUser }: Site): Scope & { readonly jql: string } => ({
  name: `Work logged by ${currentUser?.name ?? 'me'}`,
  jql: ISSUES_OF_USER.logged,
});
export const OWN_TIME_SETTINGS = { userFilter: 'currentUser()' };

/** The issues in which the current user may have time. */
export const TIME_OF_ME = `${ISSUES_OF_USER.assigned} OR ${ISSUES_OF_USER.logged}`;

function projectScope(state: PageState, site: Site): Scope {
  const { boardSet } = state;
  if (boardSet) return { name: boardSet.name, jql: { boardSet }, boardSet };
  const board = chosenBoard(site, state.board);
  if (board) return { name: board.name, jql: { board: board.id } };
  const { project } = site;
  if (!project) return { name: 'All issues', jql: '' };
  return { name: `Project ${project.name}`, jql: `project = ${quoteValue(project.key)}` };
}

function epicScope(state: PageState, site: Site, info: HostInfo): Scope {
  const epic = chosenEpic(site, state.epic);
  if (epic === null && state.epic === null && site.epicTotal === null)
    return { name: 'Epics', jql: null };
  if (epic === null) {
    return { name: 'All epics', jql: epicQuery(info.flavour, '') };
  }
  return { name: `Epic ${epic.name}`, jql: epicQuery(info.flavour, epic.key) };
}
