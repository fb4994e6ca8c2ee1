/** The lists of the reports page, in a chunk of their own: gadgets need none of them. */
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchProject } from '@tallyboard/jira/endpoints/project.ts';
import { loadEpics } from '@tallyboard/jira/load/epic-choices.ts';
import type { OptionalPart, SiteSource } from './fetch-site.ts';

/** The project that the host opened the app in, its boards and newest epics; outside of a project those of the site. */
export async function fetchSiteLists(
  { client, info: { projectKey, standalone }, metadata }: SiteSource,
  optional: OptionalPart,
  signal: AbortSignal | undefined,
) {
  const choice = projectKey === null ? {} : { projectKeyOrId: projectKey };
  const loadingEpics = metadata.then(known => loadEpics(client, known, projectKey, signal));
  const [project, boards, { epics, total: epicTotal }] = await Promise.all([
    projectKey === null ? null : optional(fetchProject(client, projectKey, signal), null),
    // All boards of the site are listed on our own pages alone.
    projectKey === null && !standalone ? [] : optional(fetchBoards(client, choice, signal), []),
    optional(loadingEpics, { epics: [], total: 0 }),
  ]);
  return { project, boards, epics, epicTotal };
}
