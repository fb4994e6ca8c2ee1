import type { Api } from '../api.ts';
import { readList } from '../paging.ts';
import { shapeUser } from '../shape/user.ts';

export function myself(api: Api): void {
  api.platform.get('/myself', async call => {
    const expand = readList(call.query.expand);
    const user = { ...call.caller.user };
    const groups = Array.isArray(user.groups) ? user.groups.map(String) : [];
    const list = <T>(items: T[], wanted: boolean) => ({
      size: items.length,
      items: wanted ? items : [],
    });
    const groupItems = groups.map(name => ({
      name,
      ...(call.flavour === 'cloud' ? { groupId: name } : {}),
      self: `${call.base}/rest/api/${call.version}/group?groupname=${encodeURIComponent(name)}`,
    }));
    const roles = [{ key: 'jira-software', name: 'Jira' }];
    return {
      ...shapeUser(user, call.base, call.flavour),
      timeZone: call.caller.zone,
      locale: 'en_US',
      groups: list(groupItems, expand.includes('groups')),
      applicationRoles: list(roles, expand.includes('applicationRoles')),
      expand: 'groups,applicationRoles',
    };
  });
}
