import type { JiraClient } from '../client.ts';
import { fetchAllPages } from '../paginate.ts';
import { path } from '../transport.ts';
import { parseWire } from '../wire/parse.ts';
import { WireProject, WireVersion } from '../wire/project.ts';

const PROJECT_PAGE = 100;
const VERSION_PAGE = 50;

/** Every project that the viewer may see. */
export async function fetchProjects(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<readonly WireProject[]> {
  const cloud = client.flavour === 'cloud';
  const { items } = await fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send(
        cloud
          ? {
              method: 'GET',
              path: '/rest/api/3/project/search',
              query: { startAt, maxResults, orderBy: 'name' },
            }
          : { method: 'GET', path: '/rest/api/2/project' },
        { signal },
      ),
    list: 'values',
    parseItem: (value, where) => parseWire(WireProject, value, where),
    idOf: project => project.id,
    where: 'project',
    pageSize: PROJECT_PAGE,
  });
  return items;
}

export async function fetchProject(
  client: JiraClient,
  idOrKey: string,
  signal?: AbortSignal,
): Promise<WireProject> {
  const reply = await client.send(
    { method: 'GET', path: path`/rest/api/2/project/${idOrKey}` },
    { signal },
  );
  return parseWire(WireProject, reply, 'project');
}

/** Every version of a project, in the project's order. */
export async function fetchVersions(
  client: JiraClient,
  projectIdOrKey: string,
  signal?: AbortSignal,
): Promise<readonly WireVersion[]> {
  const { items } = await fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send(
        {
          method: 'GET',
          path: path`/rest/api/2/project/${projectIdOrKey}/version`,
          query: { startAt, maxResults, orderBy: 'sequence' },
        },
        { signal },
      ),
    list: 'values',
    parseItem: (value, where) => parseWire(WireVersion, value, where),
    idOf: version => version.id,
    where: 'project/version',
    pageSize: VERSION_PAGE,
  });
  return items;
}
