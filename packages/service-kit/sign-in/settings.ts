import type { Role } from '@tallyboard/replica/rest/visitor.ts';
import { SettingsError } from '../settings.ts';
import { accountName, isAccountName } from './accounts.ts';
import { isPasswordHash } from './password.ts';
import { type SessionLife, sessionLife } from './sessions.ts';

/** An OpenID provider, and which of its users may sign in. */
export type OpenIdSettings = NonNullable<ReturnType<typeof readOpenId>>;

export interface SignInSettings {
  readonly openId: OpenIdSettings | null;
  /** The account of the environment. */
  readonly account: { readonly name: string; readonly hash: string } | null;
  readonly life?: SessionLife;
  /** Roles of accounts without one of their own. */
  readonly roles: ReturnType<typeof readRoles>;
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

function readRoles(environment: NodeJS.ProcessEnv) {
  const namesOf = (text = ''): readonly string[] =>
    text.split(',').flatMap(name => name.trim() || []);
  const standard = environment.TALLYBOARD_DEFAULT_ROLE || 'editor';
  if (!isRole(standard))
    throw new SettingsError(`TALLYBOARD_DEFAULT_ROLE is ${ROLES.join(', ')}, not '${standard}'.`);
  return {
    /** Groups of the OpenID provider. */
    admins: namesOf(environment.TALLYBOARD_ADMIN_GROUPS),
    editors: namesOf(environment.TALLYBOARD_EDITOR_GROUPS),
    /** Without any groups, and for accounts with a password. */
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

function readOpenId(environment: NodeJS.ProcessEnv) {
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
    /** Null: a public client (PKCE only). */
    clientSecret: environment.TALLYBOARD_OIDC_CLIENT_SECRET || null,
    allowedDomains,
    allowedEmails,
    /** Every user of the provider. */
    allowAll: allowedDomains.includes('*'),
    /** For providers without the email_verified claim. */
    trustEmail: environment.TALLYBOARD_OIDC_TRUST_EMAIL === '1',
    /** The claim that lists a user's groups. */
    groupsClaim: environment.TALLYBOARD_OIDC_GROUPS_CLAIM || 'groups',
    /** The claim with a user's account id in Jira (Data Center: key); null: by e-mail address. */
    jiraClaim: environment.TALLYBOARD_OIDC_JIRA_CLAIM || null,
    scope: environment.TALLYBOARD_OIDC_SCOPE || 'openid email profile',
  };
}

/** Endpoints of Microsoft Entra for people of any organisation, who choose their own e-mail address. */
const MULTI_TENANT =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;

/** What an operator should know about the settings; null if there is nothing. */
export function openIdWarning({ issuer, trustEmail }: OpenIdSettings): string | null {
  if (!trustEmail) return null;
  const where = MULTI_TENANT.test(issuer.href)
    ? `At ${issuer.href} people of any organisation choose their own e-mail address: they can`
    : `Whoever can choose an e-mail address at ${issuer.host} can`;
  return `TALLYBOARD_OIDC_TRUST_EMAIL=1: e-mail addresses are not verified. ${where} sign in with that of somebody else, and see what Jira shows them. See 'E-mail addresses' in docs/sign-in.md.`;
}

/** http on loopback only: for tests, and for a provider on this machine. */
const isSafeIssuer = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

/** In lower case. */
const readList = (text = ''): readonly string[] =>
  text.split(/[\s,]+/).flatMap(each => each.replace(/^@/, '').toLowerCase() || []);

/** Whether a host name or address is loopback. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
