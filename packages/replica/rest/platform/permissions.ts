import known from '../../data/access/permissions.json' with { type: 'json' };
import { DEMO_SOURCE, type Entity } from '../../data/entity.ts';
import { asObject } from '../../data/shapes.ts';
import type { Store } from '../../store/store.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { READ_ISSUES } from '../call-rights.ts';
import { JiraError } from '../errors.ts';
import { readList } from '../paging.ts';
import { findProject } from './entities.ts';
import { findIssue } from './issue.ts';

/** What the caller, or for administrators another user, may do. */
export function permissions(api: Api): void {
  api.platform.get('/mypermissions', myPermissions);
  api.platform.get('/permissions', () => ({
    permissions: Object.fromEntries(known.map(permission => [permission.key, permission])),
  }));

  api.cloud.post('/permissions/check', READ_ISSUES, async call => {
    const body = readBody(call);
    const { accountId } = body;
    const store = await storeOf(call, accountId);
    const global = keysOf(body.globalPermissions, 'GLOBAL');
    const asked = Array.isArray(body.projectPermissions) ? body.projectPermissions : [];
    const granted = await Promise.all(asked.map(each => projectPermissions(store, each)));
    return {
      globalPermissions: isAdmin(store) ? global : [],
      projectPermissions: granted.flat(),
    };
  });

  api.cloud.post('/permissions/project', READ_ISSUES, async call => {
    const keys = keysOf(readBody(call).permissions, 'PROJECT');
    const granted = await Promise.all(keys.map(key => call.store.access.projects(key)));
    const found = call.all('project').filter(({ id }) => granted.every(ids => ids.includes(id)));
    return { projects: found.map(({ id, document }) => ({ id: Number(id), key: document.key })) };
  });
}

async function storeOf(call: Call, accountId: unknown): Promise<Store> {
  if (accountId === undefined || accountId === call.caller.userId) return call.store;
  requireAdmin(call);
  return call.store.as(String(accountId));
}

/** Jira lists each permission once, with the issues and projects for which it is granted. */
async function projectPermissions(store: Store, asked: unknown) {
  const { permissions: names, issues, projects } = (asked ?? {}) as Record<string, unknown>;
  const keys = keysOf(names, 'PROJECT');
  if (keys.length === 0) throw new JiraError(400, 'At least one project permission is required.');
  const wanted = readList(projects);
  return Promise.all(
    keys.map(async permission => ({
      permission,
      issues: (await store.access.issues(permission, readList(issues))).map(Number),
      projects: (await store.access.projects(permission))
        .filter(id => wanted.includes(id))
        .map(Number),
    })),
  );
}

/** Throws Jira's error for unknown permissions. */
function keysOf(value: unknown, type?: 'PROJECT' | 'GLOBAL'): string[] {
  const keys = readList(value);
  const unknown = keys.filter(
    key => !known.some(each => each.key === key && (type === undefined || each.type === type)),
  );
  if (unknown.length > 0)
    throw new JiraError(400, `Unrecognized permission: ${unknown.join(', ')}`);
  return keys;
}

const ADMIN_GROUPS = ['jira-administrators', 'site-admins', 'administrators'];

/** Global permissions need an administrators' group. */
const isAdmin = (store: Store): boolean =>
  ADMIN_GROUPS.some(group => store.access.groups().has(group));

export function requireAdmin(call: Call): void {
  if (!isAdmin(call.store))
    throw new JiraError(403, 'You need the Administer Jira global permission.');
}

/** Throws Jira's 403. */
export async function requirePermission(
  call: Call,
  permission: string,
  of: { projectId: string } | { issueId: string },
): Promise<void> {
  const { access } = call.store;
  const granted =
    'issueId' in of
      ? await access.issues(permission, [of.issueId])
      : (await access.projects(permission)).filter(id => id === of.projectId);
  if (granted.length > 0) return;
  const name = known.find(({ key }) => key === permission)?.name ?? permission;
  throw new JiraError(403, `You do not have the permission '${name}'.`);
}

/** Only the demo can be changed: imports are copies of another Jira. */
export function requireDemo({ source, name }: Entity): void {
  if (source !== DEMO_SOURCE)
    throw new JiraError(403, `'${name}' was imported. Only issues of the demo can be changed.`);
}

/** The issue and its project; 403 unless it belongs to the demo and the caller has the permission. */
export async function findEditableIssue(call: Call, permission: string, name?: string) {
  const document = await findIssue(call, name);
  const project = findProject(call, document.projectId);
  requireDemo(project);
  await requirePermission(call, permission, { issueId: document.id });
  return { document, project };
}

/** The permission to edit or delete the caller's own comments or worklogs, or those of others. */
export const permissionFor = (
  { caller }: Call,
  verb: 'EDIT' | 'DELETE',
  what: 'COMMENTS' | 'WORKLOGS',
  { author }: Record<string, unknown>,
): string => `${verb}_${asObject(author)?.accountId === caller.userId ? 'OWN' : 'ALL'}_${what}`;

const READS = /^(BROWSE|VIEW)_/;

const isChangeable = ({ caller, mirror }: Call, { source }: Entity): boolean =>
  source === DEMO_SOURCE && mirror === null && caller.role !== 'reader';

async function myPermissions(call: Call) {
  const { query, store } = call;
  const asked = keysOf(query.permissions);
  if (asked.length === 0 && call.isCloud)
    throw new JiraError(400, "The 'permissions' query parameter is required.");
  const issueName = query.issueKey ?? query.issueId;
  const projectName = query.projectKey ?? query.projectId;
  const issue = issueName === undefined ? null : await findIssue(call, String(issueName));
  const project = projectName === undefined ? null : findProject(call, String(projectName));
  const place = issue ? findProject(call, issue.projectId) : project;
  const isGranted = async (key: string) => {
    if (place && !isChangeable(call, place) && !READS.test(key)) return false;
    if (issue) return (await store.access.issues(key, [issue.id])).length > 0;
    const projects = await store.access.projects(key);
    return project ? projects.includes(project.id) : projects.length > 0;
  };
  const listed = known.filter(({ key }) => asked.length === 0 || asked.includes(key));
  const entries = listed.map(async each => {
    const havePermission = each.type === 'GLOBAL' ? isAdmin(store) : await isGranted(each.key);
    return [each.key, { ...each, havePermission }] as const;
  });
  return { permissions: Object.fromEntries(await Promise.all(entries)) };
}
