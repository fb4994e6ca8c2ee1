import type { Site } from '@tallyboard/engine/site/site.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { ReactNode } from 'react';
import { type PageState, TABS, type Tab } from '../router/page-state.ts';
import { allowsEpics } from '../start/edition.ts';
import type { Session } from '../start/session.ts';

export interface PageTab {
  readonly id: Tab;
  readonly label: ReactNode;
}

/** The tabs. The project tab has the name of the chosen board, else of the project. */
export function pageTabs(
  { site, host, edition }: Pick<Session, 'site' | 'host' | 'edition'>,
  { board, boardSet }: Pick<PageState, 'board' | 'boardSet'>,
): readonly PageTab[] {
  const tabs: PageTab[] = [];
  const chosen = chosenBoard(site, board);
  const projectName = boardSet?.name ?? chosen?.name ?? site.project?.name;
  if (projectName !== undefined) tabs.push({ id: 'project', label: projectName });
  if (site.currentUser) tabs.push({ id: 'user', label: site.currentUser.name });
  if (site.epicTotal !== 0 && allowsEpics(edition)) tabs.push({ id: 'epics', label: 'Epics' });
  tabs.push({ id: 'custom', label: 'Custom' });
  if (host.info.admin) tabs.push({ id: 'settings', label: 'Settings' });
  return tabs;
}

/** The chosen tab, else the host's initial tab, else the first. */
export function selectedTab(
  tabs: readonly PageTab[],
  { tab }: PageState,
  { initialTab }: HostInfo,
): Tab {
  const asked = tab ?? TABS.find(each => each === initialTab);
  return tabs.find(each => each.id === asked)?.id ?? tabs[0]?.id ?? 'custom';
}

export function chosenBoard(site: Site, board: number | null) {
  return site.boards.find(each => each.id === board) ?? site.boards[0] ?? null;
}

/** With more epics, the first is selected instead of all. */
const PRESELECT_ABOVE = 100;

/** The chosen epic; null for all. '' in the URL chooses all. */
export function chosenEpic(site: Site, epic: string | null) {
  if (epic === '') return null;
  const chosen = site.epics.find(each => each.key === epic) ?? null;
  if (epic !== null && site.epicTotal === null) return { key: epic, name: epic };
  return chosen ?? (site.epics.length > PRESELECT_ABOVE ? (site.epics[0] ?? null) : null);
}
