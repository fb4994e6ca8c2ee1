import type { Role, Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Account } from '@tallyboard/server-store/accounts.ts';
import type { Session } from '@tallyboard/server-store/sessions.ts';
import type { SignInSettings } from './settings.ts';

/** The visitor of a server without sign-in. */
export const localVisitor: Visitor = {
  account: 'local',
  name: 'Local user',
  signedIn: false,
  role: 'admin',
  issuer: null,
  subject: null,
  groups: [],
  jiraAccountId: null,
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Value of the session cookie. */
    visitorSecret: string | null;
  }
}

/** Who the visitor of a session is. `known` is null for an account that nothing is stored of. */
export function visitorOf(
  { account, name }: Session,
  known: Account | null,
  settings: SignInSettings,
): Visitor {
  const { issuer = null, subject = null, groups = [], jiraAccountId = null } = known ?? {};
  const role = roleOf(account, known, settings);
  return { account, name, signedIn: true, role, issuer, subject, groups, jiraAccountId };
}

/** The role that an administrator has set, else that of the person's groups, else the default. */
function roleOf(account: string, known: Account | null, settings: SignInSettings): Role {
  if (known?.role) return known.role;
  const { admins, editors, standard } = settings.roles;
  const isOfProvider = known !== null && known.issuer !== null;
  if (!isOfProvider) return account === settings.account?.name ? 'admin' : standard;
  if (admins.length + editors.length === 0) return standard;
  const isIn = (names: readonly string[]) => known.groups.some(group => names.includes(group));
  if (isIn(admins)) return 'admin';
  return isIn(editors) ? 'editor' : 'reader';
}
