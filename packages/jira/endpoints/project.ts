import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { readList, readOne } from '../read.ts';
import { path } from '../transport.ts';
import { WireProject, WireVersion } from '../wire/project.ts';

/** Every project that the viewer may see. */
export function fetchProjects(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<readonly WireProject[]> {
  if (client.flavour === 'data-center')
    return readOne(client, v.array(WireProject), '/rest/api/2/project', { signal });
  const query = { orderBy: 'name' };
  const request = { path: '/rest/api/3/project/search', query, pageSize: 100 };
  return readList(client, WireProject, request, signal);
}

export function fetchProject(client: JiraClient, idOrKey: string, signal?: AbortSignal) {
  return readOne(client, WireProject, path`/rest/api/2/project/${idOrKey}`, { signal });
}

/** Every version of a project, in the project's order. */
export function fetchVersions(
  client: JiraClient,
  projectIdOrKey: string,
  signal?: AbortSignal,
): Promise<readonly WireVersion[]> {
  const address = path`/rest/api/2/project/${projectIdOrKey}/version`;
  const request = { path: address, query: { orderBy: 'sequence' }, pageSize: 50 };
  return readList(client, WireVersion, request, signal);
}
