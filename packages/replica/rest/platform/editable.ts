import { DEMO_SOURCE, type Entity } from '../../data/entity.ts';
import { asObject } from '../../data/shapes.ts';
import type { Call } from '../api.ts';
import { JiraError } from '../errors.ts';
import { findProject } from './entities.ts';
import { findIssue } from './issue.ts';
import { requirePermission } from './permissions.ts';

/** Only the demo can be changed: imports are copies of another Jira. */
export function requireDemo({ source, name }: Entity): void {
  if (source !== DEMO_SOURCE)
    throw new JiraError(403, `'${name}' was imported. Only issues of the demo can be changed.`);
}

/** The issue and its project; 403 unless it belongs to the demo and the caller has the permission. */
export async function findEditableIssue(call: Call, permission: string, name?: string) {
  const document = await findIssue(call, name);
  const project = await findProject(call, document.projectId);
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
