import type { Role } from '@tallyboard/replica/rest/visitor.ts';
import { SettingsError } from '../settings.ts';
import { accountName, isAccountName } from './accounts.ts';
import { isPasswordHash } from './password.ts';
import { type SessionLife, sessionLife } from './sessions.ts';

/** An OpenID provider, and which of its users may sign in. */
export interface OpenIdSettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null: a public client (PKCE only). */
  readonly clientSecret: string | null;
  /** Lower case. */
  readonly allowedDomains: readonly string[];
  readonly allowedEmails: readonly string[];
  /** Every user of the provider. */
  readonly allowAll: boolean;
  /** For providers without the email_verified claim. */
  readonly trustEmail: boolean;
  /** The claim that lists a user's groups. */
  readonly groupsClaim: string;
  readonly scope: string;
}

/** Roles of accounts without one of their own. */
export interface RoleSettings {
  /** Groups of the OpenID provider. */
  readonly admins: readonly string[];
  readonly editors: readonly string[];
  /** Without any groups, and for accounts with a password. */
  readonly standard: Role;
}

export interface SignInSettings {
  readonly openId: OpenIdSettings | null;
  /** The account of the environment. */
  readonly account: { readonly name: string; readonly hash: string } | null;
  readonly life?: SessionLife;
  readonly roles: RoleSettings;
}

/** Sign-in settings of the environment. Throws SettingsError. */
export function readSignIn(environment: NodeJS.ProcessEnv): SignInSettings {
  return {
    openId: readOpenId(environment),
    account: readAccount(environment),
    roles: readRoles(environment),
    life: {
      idleMs: readHours(environment, 'TALLYBOARD_SESSION_IDLE_HOURS') ?? sessionLife.idleMs,
      wholeMs: readHours(environment, 'TALLYBOARD_SESSION_HOURS') ?? sessionLife.wholeMs,
    },
  };
}

const ROLES: readonly Role[] = ['reader', 'editor', 'admin'];

export const isRole = (text: string): text is Role => ROLES.some(role => role === text);

function readRoles(environment: NodeJS.ProcessEnv): RoleSettings {
  const namesOf = (text = '') => text.split(',').flatMap(name => name.trim() || []);
  const standard = environment.TALLYBOARD_DEFAULT_ROLE || 'editor';
  if (!isRole(standard))
    throw new SettingsError(`TALLYBOARD_DEFAULT_ROLE is ${ROLES.join(', ')}, not '${standard}'.`);
  return {
    admins: namesOf(environment.TALLYBOARD_ADMIN_GROUPS),
    editors: namesOf(environment.TALLYBOARD_EDITOR_GROUPS),
    standard,
  };
}

const MAX_HOURS = 8760;

function readHours(environment: NodeJS.ProcessEnv, name: string): number | null {
  const text = environment[name];
  if (!text) return null;
  const hours = Number(text);
  if (hours > 0 && hours <= MAX_HOURS) return hours * 3_600_000;
  throw new SettingsError(`${name} is a number of hours up to ${MAX_HOURS}, not '${text}'.`);
}

function readAccount(environment: NodeJS.ProcessEnv): SignInSettings['account'] {
  const hash = environment.TALLYBOARD_PASSWORD_HASH?.trim();
  if (!hash) return null;
  if (!isPasswordHash(hash)) {
    throw new SettingsError(
      'TALLYBOARD_PASSWORD_HASH is not a valid hash. Make one: npx tallyboard password --hash',
    );
  }
  const name = accountName(environment.TALLYBOARD_ACCOUNT ?? 'admin');
  if (!isAccountName(name))
    throw new SettingsError('TALLYBOARD_ACCOUNT is not a valid account name.');
  return { name, hash };
}

function readOpenId(environment: NodeJS.ProcessEnv): OpenIdSettings | null {
  const { TALLYBOARD_OIDC_ISSUER: issuer, TALLYBOARD_OIDC_CLIENT_ID: clientId } = environment;
  if (!issuer && !clientId) return null;
  const address = URL.parse(issuer ?? '');
  if (!address || !isSafeIssuer(address)) {
    throw new SettingsError(
      'TALLYBOARD_OIDC_ISSUER is an https address such as https://id.example.com.',
    );
  }
  if (!clientId) throw new SettingsError('TALLYBOARD_OIDC_CLIENT_ID is missing.');
  const allowedDomains = readList(environment.TALLYBOARD_ALLOWED_DOMAINS);
  const allowedEmails = readList(environment.TALLYBOARD_ALLOWED_EMAILS);
  if (allowedDomains.length + allowedEmails.length === 0) {
    throw new SettingsError(
      'Say who may sign in: TALLYBOARD_ALLOWED_DOMAINS=example.com or TALLYBOARD_ALLOWED_EMAILS=ana@example.com (several with commas; TALLYBOARD_ALLOWED_DOMAINS=* for everybody whom the provider knows).',
    );
  }
  return {
    issuer: address,
    clientId,
    clientSecret: environment.TALLYBOARD_OIDC_CLIENT_SECRET || null,
    allowedDomains,
    allowedEmails,
    allowAll: allowedDomains.includes('*'),
    trustEmail: environment.TALLYBOARD_OIDC_TRUST_EMAIL === '1',
    groupsClaim: environment.TALLYBOARD_OIDC_GROUPS_CLAIM || 'groups',
    scope: environment.TALLYBOARD_OIDC_SCOPE || 'openid email profile',
  };
}

/** http on loopback only: for tests, and for a provider on this machine. */
const isSafeIssuer = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

const readList = (text = ''): string[] =>
  text
    .split(/[\s,]+/)
    .map(each => each.replace(/^@/, '').toLowerCase())
    .filter(each => each !== '');

/** Whether a host name or address is loopback. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
