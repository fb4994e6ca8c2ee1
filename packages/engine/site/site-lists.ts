/** The lists of the reports page, in a chunk of their own: gadgets need none of them. */
import { METADATA_MS } from '@tallyboard/jira/client.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchProject } from '@tallyboard/jira/endpoints/project.ts';
import type { OptionalPart, SiteSource } from './fetch-site.ts';

/** The project that the host opened the app in, and its boards; outside of a project those of the site. */
export async function fetchSiteLists(
  { client, info: { projectKey, standalone } }: SiteSource,
  optional: OptionalPart,
  signal: AbortSignal | undefined,
) {
  const rarely = client.reusing(METADATA_MS);
  const [project, boards] = await Promise.all([
    projectKey === null ? null : optional(fetchProject(rarely, projectKey, signal), null),
    // All boards of the site are listed on our own pages alone.
    projectKey === null && !standalone ? [] : optional(fetchBoards(rarely, projectKey, signal), []),
  ]);
  return { project, boards, epics: [], epicTotal: null };
}
