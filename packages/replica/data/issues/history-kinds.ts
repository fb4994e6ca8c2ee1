import type { EntityKind } from '../entity.ts';

/** Kinds of the ids in history items, by the items' field names. */
export const historyKinds: Readonly<Record<string, EntityKind>> = {
  status: 'status',
  priority: 'priority',
  resolution: 'resolution',
  issuetype: 'issueType',
  'fix version': 'version',
  version: 'version',
  component: 'component',
  sprint: 'sprint',
  assignee: 'user',
  reporter: 'user',
};
