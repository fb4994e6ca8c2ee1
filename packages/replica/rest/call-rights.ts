import type { Role } from './visitor.ts';

/** What an access key may be used for. */
export const KEY_SCOPES = ['figures', 'issues', 'columns', 'mcp', 'schedules', 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Scopes of keys that get aggregated figures only, and of tokens of the OpenID provider beside `issues`. */
export const AGGREGATE_SCOPES: ReadonlySet<KeyScope> = new Set(['figures', 'mcp']);

/** Who may make a call, and what it does. It stands beside the handler; a server with a call that lacks it does not start. */
export interface CallRights {
  /**
   * A form has its CSRF token in its body. A feed asks programs for user and password (Basic), and a scrape is a feed that
   * answers by the address of one server.
   */
  readonly kind: 'call' | 'feed' | 'scrape' | 'page' | 'form';
  /**
   * What it takes without an access key: a session; nothing, for pages of the sign-in; nothing and no checks but of the Host
   * header, for files and signed calls; nor that, for probes of health.
   */
  readonly access: 'session' | 'open' | 'public' | 'probe';
  /** Scope of the keys that may make it; null: no key may. */
  readonly scope: KeyScope | null;
  /** The least role. */
  readonly role: Role;
  /** It changes nothing that is stored, whatever its method. */
  readonly reads: boolean;
  /** The server audits a success with its body. False too for calls that audit themselves. */
  readonly audit: boolean;
  /** For the OpenAPI document. */
  readonly operation?: CallOperation;
  /** In its place, one for each value of the parameter of the path. */
  readonly operations?: () => Promise<ReadonlyMap<string, CallOperation>>;
}

export interface CallOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly object[];
  /** JSON Schema of the body. */
  readonly input?: object;
  /** Responses of OpenAPI by status. */
  readonly output: Readonly<Record<number, object>>;
}

/** A call that a server has. */
export interface CallRecord extends CallRights {
  readonly method: string;
  readonly path: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rights?: CallRights;
  }
}

const READ = {
  kind: 'call',
  access: 'session',
  role: 'reader',
  reads: true,
  audit: false,
} as const;
const CHANGE = { kind: 'call', access: 'session', scope: 'admin', reads: false } as const;

export const READ_FIGURES: CallRights = { ...READ, scope: 'figures' };
export const READ_ISSUES: CallRights = { ...READ, scope: 'issues' };
export const READ_COLUMNS: CallRights = { ...READ, scope: 'columns' };
export const ASSISTANT: CallRights = { ...READ, scope: 'mcp' };
/** Owners and shares decide. */
export const CHANGE_OWN: CallRights = { ...CHANGE, role: 'reader', audit: true };
/** Subscriptions of one's own, which send figures by one's rights. */
export const SCHEDULE: CallRights = { ...CHANGE_OWN, scope: 'schedules' };
/** Changes what others see. */
export const EDIT: CallRights = { ...CHANGE, role: 'editor', audit: true };
export const ADMINISTER: CallRights = { ...CHANGE, role: 'admin', audit: true };
export const PAGE: CallRights = { ...READ, kind: 'page', scope: null };
export const OPEN_PAGE: CallRights = { ...PAGE, access: 'open' };
export const PROBE: CallRights = { ...PAGE, access: 'probe' };
export const PUBLIC: CallRights = { ...PAGE, access: 'public' };
/** Audits itself. */
export const FORM: CallRights = { ...PAGE, kind: 'form', reads: false };
export const OPEN_FORM: CallRights = { ...FORM, access: 'open' };
