import type {} from 'fastify';

/** What a person may change on the server: nothing that others see, dashboards, shared settings too. */
export type Role = 'reader' | 'editor' | 'admin';

/** The person at the browser, as the server in front of the replica knows them from its sign-in. */
export interface Visitor {
  /** Id on this server, which owns dashboards and favourites. */
  readonly account: string;
  /** Display name. */
  readonly name: string;
  /** False on a server without sign-in. */
  readonly signedIn: boolean;
  readonly role: Role;
  /** Issuer of OpenID Connect; null for an account with a password. */
  readonly issuer: string | null;
  readonly subject: string | null;
  /** Groups at the provider, as of the last sign-in. */
  readonly groups: readonly string[];
  /** Account id (Data Center: user name) in the Jira of this server; null if unknown. */
  readonly jiraAccountId: string | null;
  /** JQL of the only issues that are shown; unset: no such limit. */
  readonly jqlFilter?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before sign-in; undefined on a server without one. */
    visitor?: Visitor | null;
  }
}
