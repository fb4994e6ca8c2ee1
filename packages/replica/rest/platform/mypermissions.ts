import type { Api } from '../api.ts';
import { JiraError } from '../errors.ts';
import { readList } from '../paging.ts';

const projectPermissions = [
  'BROWSE_PROJECTS',
  'EDIT_ISSUES',
  'ASSIGN_ISSUES',
  'ASSIGNABLE_USER',
  'SCHEDULE_ISSUES',
  'WORK_ON_ISSUES',
  'CREATE_ISSUES',
  'ADMINISTER_PROJECTS',
  'MANAGE_SPRINTS_PERMISSION',
  'TRANSITION_ISSUES',
];
const globalPermissions = ['ADMINISTER', 'SYSTEM_ADMIN', 'USER_PICKER', 'BULK_CHANGE'];
const adminGroups = /^(jira-administrators|site-admins|administrators)$/;

/** Everyone has all project permissions; global ones need an administrators' group. */
export function mypermissions(api: Api): void {
  api.platform.get('/mypermissions', async call => {
    const known = [...projectPermissions, ...globalPermissions];
    const asked = readList(call.query.permissions);
    if (asked.length === 0 && call.flavour === 'cloud') {
      throw new JiraError(400, "The 'permissions' query parameter is required.");
    }
    const unknown = asked.filter(key => !known.includes(key));
    if (unknown.length > 0) {
      throw new JiraError(400, `Unrecognized permission: ${unknown.join(', ')}`);
    }
    const groups = call.caller.user?.groups ?? [];
    const admin = groups.some(group => adminGroups.test(group));
    const entry = (key: string) => ({
      id: String(known.indexOf(key) + 10),
      key,
      name: key.charAt(0) + key.slice(1).toLowerCase().replaceAll('_', ' '),
      type: globalPermissions.includes(key) ? 'GLOBAL' : 'PROJECT',
      description: '',
      havePermission: admin || !globalPermissions.includes(key),
    });
    const keys = asked.length > 0 ? asked : known;
    return { permissions: Object.fromEntries(keys.map(key => [key, entry(key)])) };
  });
}
