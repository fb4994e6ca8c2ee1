import type { EntityKind } from '../entity.ts';

/** Fields whose history items hold ids, by the names that the items call them. */
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
