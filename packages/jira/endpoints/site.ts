import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { FieldSchema } from '../fields.ts';
import { readOne, readRecord, readRecordList } from '../read.ts';
import { UserSchema } from '../wire/issue.ts';
import { maybe, textId } from '../wire/parse.ts';

const StatusSchema = v.object({
  id: textId(),
  name: v.string(),
  untranslatedName: maybe(v.string()),
  statusCategory: maybe(v.object({ id: v.number() })),
});

/** Without time tracking there is no configuration of it. */
const ConfigurationSchema = v.object({
  // Of the replica alone.
  'tallyboard.unfinishedImport': maybe(v.boolean()),
  'tallyboard.incomplete': maybe(v.array(v.string())),
  'tallyboard.notCopied': maybe(v.object({ count: v.number(), keys: v.array(v.string()) })),
  timeTrackingConfiguration: maybe(
    v.object({ workingHoursPerDay: v.unknown(), workingDaysPerWeek: v.unknown() }),
  ),
});

const MyselfSchema = v.object({ ...UserSchema.entries, locale: maybe(v.string()) });

/** By the key of the permission. */
const PermissionsSchema = v.object({
  permissions: v.record(v.string(), v.object({ havePermission: v.boolean() })),
});

/** All fields of the site. */
export function fetchFields(client: JiraClient, signal?: AbortSignal) {
  return readRecordList(client, FieldSchema, '/rest/api/2/field', 'field', signal);
}

/** The statuses of active workflows that the viewer may see. */
export function fetchStatuses(client: JiraClient, signal?: AbortSignal) {
  return readRecordList(client, StatusSchema, '/rest/api/2/status', 'status', signal);
}

/** The site's settings, such as the lengths of its working day and week. */
export function fetchConfiguration(client: JiraClient, signal?: AbortSignal) {
  return readOne(client, ConfigurationSchema, '/rest/api/2/configuration', { signal });
}

export type Myself = v.InferOutput<typeof MyselfSchema>;

/** The signed-in user. */
export function fetchMyself(client: JiraClient, signal?: AbortSignal) {
  return readRecord(client, MyselfSchema, '/rest/api/2/myself', 'user', signal);
}

const RolesSchema = v.object({
  // Of our own server alone.
  'tallyboard.roles': maybe(v.array(v.string())),
  // Ids of projects by the names of roles.
  'tallyboard.projectRoles': maybe(v.record(v.string(), v.array(v.string()))),
  groups: maybe(v.object({ items: maybe(v.array(v.object({ name: v.string() }))) })),
});

/** The groups of the signed-in user, and the roles that our own server gives. */
export async function fetchMyRoles(client: JiraClient, signal?: AbortSignal) {
  const query = { expand: 'groups,tallyboard.roles' };
  const me = await readOne(client, RolesSchema, '/rest/api/2/myself', { query, signal });
  return {
    own: me['tallyboard.roles'],
    projects: me['tallyboard.projectRoles'] ?? {},
    groups: (me.groups?.items ?? []).map(({ name }) => name),
  };
}

/** Those of the permissions that the viewer has in a project; global ones without a project. */
export async function fetchPermissions<Permission extends string>(
  client: JiraClient,
  asked: readonly Permission[],
  projectKey?: string,
  signal?: AbortSignal,
): Promise<readonly Permission[]> {
  const query = { permissions: asked.join(), projectKey };
  const address = '/rest/api/2/mypermissions';
  const { permissions } = await readOne(client, PermissionsSchema, address, { query, signal });
  return asked.filter(permission => permissions[permission]?.havePermission === true);
}
