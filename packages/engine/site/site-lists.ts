/** The lists of the reports page, apart from the engine's start: gadgets need none of them. */
import type { Board } from '@tallyboard/core/model/board.ts';
import type { Project } from '@tallyboard/core/model/issue.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchProject } from '@tallyboard/jira/endpoints/project.ts';
import { type Epics, loadEpics } from '@tallyboard/jira/load/choices.ts';
import type { Metadata } from '@tallyboard/jira/load/metadata.ts';
import { normalizeBoard, normalizeProject } from '@tallyboard/jira/normalize/site.ts';
import type { Site } from './site.ts';

/** The project that the host opened the app in; null outside of one. */
export async function fetchOwnProject(
  client: JiraClient,
  { projectKey }: HostInfo,
  signal: AbortSignal | undefined,
): Promise<Project | null> {
  return projectKey === null
    ? null
    : normalizeProject(await fetchProject(client, projectKey, signal));
}

/** The boards of the project, or all boards on our own pages outside of a project. */
export async function fetchOwnBoards(
  client: JiraClient,
  { projectKey, standalone }: HostInfo,
  signal: AbortSignal | undefined,
): Promise<readonly Board[]> {
  if (projectKey === null && !standalone) return [];
  const choice = projectKey === null ? {} : { projectKeyOrId: projectKey };
  return (await fetchBoards(client, choice, signal)).map(normalizeBoard);
}

/** The newest epics of the project, and how many there are. */
export async function fetchOwnEpics(
  client: JiraClient,
  { projectKey }: HostInfo,
  loading: Promise<Metadata>,
  signal: AbortSignal | undefined,
): Promise<Pick<Site, 'epics' | 'epicTotal'>> {
  const { epics, total }: Epics = await loadEpics(client, await loading, projectKey, signal);
  return { epics, epicTotal: total };
}
