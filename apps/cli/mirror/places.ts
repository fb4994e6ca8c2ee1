import { HttpError } from '@tallyboard/jira/errors.ts';
import type { Entity, EntityKind } from '@tallyboard/replica/data/entity.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { asObject, asObjects, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import { recognise } from '@tallyboard/replica/import/recognise.ts';
import { filterRecords, writeCatalogue } from './catalogue.ts';
import { inOrder, type Mirror, platform, recordOf, recordsOf, unlisted, write } from './context.ts';
import { fetchList, fetchOne, unlessHidden } from './lists.ts';
import { fetchUsers } from './users.ts';

type Gone = { kind: EntityKind; id: string };

/**
 * Copies the projects of the issues with versions and components, and the boards of these projects with configurations,
 * filters and sprints. Deletes what Jira no longer has.
 */
export async function copyPlaces(mirror: Mirror): Promise<void> {
  const projects = await projectsWithIssues(mirror);
  for (const project of projects) await copyProject(mirror, project);
  await copyBoards(mirror, projects);
  await copyUsers(mirror);
}

async function projectsWithIssues({ store }: Mirror): Promise<Entity[]> {
  const found: Entity[] = [];
  for (const project of await store.catalogue.all('project'))
    if ((await store.issues.count(project.id)) > 0) found.push(project);
  return found;
}

/** A project and its record; null if it is hidden. */
export async function fetchProject(mirror: Mirror, id: string) {
  const path = `${platform(mirror.client)}/project/${encodeURIComponent(id)}`;
  const project = await unlessHidden(fetchOne(mirror, { path }, 'id'));
  if (!project) return null;
  const [record] = recognise(project, 'project').flatMap(one =>
    one.kind === 'project' ? [one] : [],
  );
  return { project, record };
}

async function copyProject(mirror: Mirror, { id, name }: Entity): Promise<void> {
  mirror.onProgress(`reading project ${name}`);
  const found = await fetchProject(mirror, id);
  if (!found) return;
  const { project, record } = found;
  const ofProject = (list: unknown) =>
    asObjects(list).map(one => ({ ...one, projectId: Number(id) }));
  const records = [
    ...(record ? [record] : []),
    ...inOrder('version', ofProject(project.versions)),
    ...inOrder('component', ofProject(project.components)),
    ...(await newTypes(mirror, asObjects(project.issueTypes))),
  ];
  const isHere = ({ projectId }: Entity) => projectId === id;
  await writeCatalogue(
    mirror,
    records,
    await unlisted(mirror, ['version', 'component'], records, isHere),
  );
}

/** Types of a single project are not in the site's list. */
async function newTypes({ store }: Mirror, types: readonly JsonObject[]): Promise<StoreRecord[]> {
  const known = new Set((await store.catalogue.all('issueType')).map(({ id }) => id));
  return types.flatMap(type => (known.has(String(type.id)) ? [] : [recordOf('issueType', type)]));
}

async function copyBoards(mirror: Mirror, projects: readonly Entity[]): Promise<void> {
  const boards = await unlessHidden(fetchList(mirror, { path: '/rest/agile/1.0/board' })).catch(
    (error: unknown) => {
      // Without Jira Software there is no such address, and Data Center answers with a page.
      if (error instanceof HttpError && error.status === 404) return null;
      throw error;
    },
  );
  if (boards === null) return;
  const places = new Set(projects.map(({ id }) => id));
  const ours = boards.filter(({ location }) => places.has(String(asObject(location)?.projectId)));
  for (const board of ours) await copyBoard(mirror, board);
  const gone = await unlisted(mirror, ['board'], recordsOf('board', ours));
  if (gone.length > 0) await write(mirror, { goneEntities: gone });
}

async function copyBoard(mirror: Mirror, board: JsonObject): Promise<void> {
  mirror.onProgress(`reading board ${board.name}`);
  const path = `/rest/agile/1.0/board/${board.id}`;
  const configuration = await unlessHidden(
    fetchOne(mirror, { path: `${path}/configuration` }, 'columnConfig'),
  );
  const sprints = await unlessHidden(fetchList(mirror, { path: `${path}/sprint` }));
  const filter = asObject(configuration?.filter)?.id;
  const filterPath = `${platform(mirror.client)}/filter/${filter}`;
  const filters =
    filter === undefined ? null : await unlessHidden(fetchOne(mirror, { path: filterPath }, 'id'));
  const records = [
    ...filterRecords(filters ? [filters] : []),
    recordOf('board', { ...board, ...(configuration && { configuration }) }),
    ...recordsOf('sprint', sprints ?? []),
  ];
  const isHere = ({ document }: Entity) => String(document.originBoardId) === String(board.id);
  const gone = sprints && (await unlisted(mirror, ['sprint'], records, isHere));
  await writeCatalogue(mirror, records, gone ?? []);
}

/**
 * Copies active and future sprints, in every round: their changes do not update their issues. A sprint that is no longer
 * listed has ended or was deleted.
 */
export async function copyOpenSprints(mirror: Mirror): Promise<void> {
  const open = (await mirror.store.catalogue.all('sprint')).filter(
    ({ document }) => document.state !== 'closed',
  );
  const boards = (await mirror.store.catalogue.all('board')).filter(
    ({ id, document }) =>
      document.type === 'scrum' ||
      open.some(sprint => String(sprint.document.originBoardId) === id),
  );
  const records = new Map<string, StoreRecord>();
  for (const { id } of boards) {
    const path = `/rest/agile/1.0/board/${id}/sprint`;
    const query = { state: 'active,future' };
    const sprints = await unlessHidden(fetchList(mirror, { path, query }));
    for (const sprint of sprints ?? []) records.set(String(sprint.id), recordOf('sprint', sprint));
  }
  const gone: Gone[] = [];
  const ours = new Set(boards.map(({ id }) => id));
  for (const { id, document } of open) {
    if (records.has(id)) continue;
    const sprint = await unlessHidden(
      fetchOne(mirror, { path: `/rest/agile/1.0/sprint/${id}` }, 'id'),
    );
    if (sprint) records.set(id, recordOf('sprint', sprint));
    // Sprints of boards that the account cannot see are known only from issues, and remain.
    else if (ours.has(String(document.originBoardId))) gone.push({ kind: 'sprint', id });
  }
  await write(mirror, { records: [...records.values()], goneEntities: gone });
}

/** Cloud: names, time zones and activity of all people in issues, except the mirror's account: `myself` says more of it. */
async function copyUsers(mirror: Mirror): Promise<void> {
  if (mirror.client.flavour !== 'cloud') return;
  const { catalogue } = mirror.store;
  const { currentUser } = await catalogue.site();
  const ids = (await catalogue.all('user')).map(({ id }) => id).filter(id => id !== currentUser);
  const users = await fetchUsers(mirror, ids);
  if (users.length > 0) await write(mirror, { records: recordsOf('user', users) });
}
