import permissions from '../../data/access/permissions.json' with { type: 'json' };
import type { StoreRecord } from '../../data/records.ts';
import source from './access.json' with { type: 'json' };
import type { ProjectDef } from './organisation.ts';

const PROJECT_PERMISSIONS = permissions.filter(({ type }) => type === 'PROJECT');

/** Schemes and roles: OPS is hidden from others than its members, PLAT has a security level; so are their regions. */
export function* accessRecords(projects: readonly ProjectDef[]): Generator<StoreRecord> {
  for (const value of source.roles) yield { kind: 'role', value };
  for (const { holders, ...scheme } of source.permissionSchemes) {
    const grants = PROJECT_PERMISSIONS.flatMap(({ key }) =>
      (key === 'ADMINISTER_PROJECTS' ? source.administrators : holders).map(holder => ({
        holder,
        permission: key,
      })),
    );
    const numbered = grants.map((grant, at) => ({ id: 10_000 + at, ...grant }));
    yield { kind: 'permissionScheme', value: { ...scheme, permissions: numbered } };
  }
  yield { kind: 'securityScheme', value: source.securityScheme };
  for (const project of projects) yield accessOf(project);
}

function accessOf({ id, model, lead, members }: ProjectDef): StoreRecord {
  const user = (accountId: string) => ({
    type: 'atlassian-user-role-actor',
    actorUser: { accountId },
  });
  const schemes: Record<string, { permissionScheme: string; securityScheme: string | null }> =
    source.projects;
  const { permissionScheme = '0', securityScheme = null } = schemes[model] ?? {};
  const roles = {
    '10002': [user(lead.accountId)],
    '10003': members.map(({ accountId }) => user(accountId)),
  };
  return { kind: 'projectAccess', value: { id, permissionScheme, securityScheme, roles } };
}

/** The security level of an issue with these labels, as Jira's field shows it. */
export function securityLevelOf({ model }: ProjectDef, labels: readonly string[]) {
  const [level] = source.securityScheme.levels;
  if (model !== 'PLAT' || !labels.includes('security') || !level) return null;
  const { id, name, description } = level;
  return { id, name, description };
}
