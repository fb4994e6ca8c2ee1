import type { ProjectId } from '@tallyboard/core/model/ids.ts';
import type { Project, Version } from '@tallyboard/core/model/issue.ts';
import * as v from 'valibot';
import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import { Pool } from '../normalize/pool.ts';
import { readOne, readRecord, readRecordList, readRecordPages } from '../read.ts';
import { maybe, textId } from '../wire/parse.ts';

const ProjectSchema = v.object({ id: textId<ProjectId>(), key: v.string(), name: v.string() });

const VersionSchema = v.object({
  id: textId(),
  name: v.string(),
  released: maybe(v.boolean()),
  archived: maybe(v.boolean()),
  releaseDate: maybe(v.string()),
});

/** Every project that the viewer may see. */
export async function fetchProjects(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<readonly Project[]> {
  const query = { orderBy: 'name' };
  const request = { path: '/rest/api/3/project/search', query, pageSize: 100 };
  const { records } = await (client.flavour === 'data-center'
    ? readRecordList(client, ProjectSchema, '/rest/api/2/project', 'project', signal)
    : readRecordPages(client, ProjectSchema, request, 'project', signal));
  return records;
}

/** The first projects of Jira Cloud, by name, whose name or key has the text. */
export async function searchProjects(
  client: JiraClient,
  text: string,
  signal?: AbortSignal,
): Promise<readonly Project[]> {
  const query = { orderBy: 'name', maxResults: 10, ...(text !== '' && { query: text }) };
  const options = { query, signal };
  const schema = v.object({ values: v.array(ProjectSchema) });
  return (await readOne(client, schema, '/rest/api/3/project/search', options)).values;
}

export function fetchProject(client: JiraClient, idOrKey: string, signal?: AbortSignal) {
  const address = path`/rest/api/2/project/${idOrKey}`;
  return readRecord(client, ProjectSchema, address, 'project', signal);
}

/** Every version of a project in its order; the newest comes last. */
export async function fetchVersions(
  client: JiraClient,
  projectIdOrKey: string,
  signal?: AbortSignal,
): Promise<readonly Version[]> {
  const address = path`/rest/api/2/project/${projectIdOrKey}/version`;
  const request = { path: address, query: { orderBy: 'sequence' }, pageSize: 50 };
  const { records } = await readRecordPages(client, VersionSchema, request, 'version', signal);
  return records.map(new Pool().version);
}
