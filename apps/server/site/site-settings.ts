import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { Resource } from '@tallyboard/replica/rest/api.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Credential, StoredCredentials } from '@tallyboard/service-kit/site/credential.ts';
import type { Upstream } from '@tallyboard/service-kit/site/upstream.ts';
import type { Audit } from '../audit/audit.ts';
import type { Guard } from '../sign-in/guard.ts';

/** A real Jira behind this server. */
export interface SiteSettings {
  /** With its context path, without a trailing slash. */
  readonly address: string;
  readonly ask: Upstream;
  readonly credentials: StoredCredentials;
  /** From the environment; null: the stored one, or the one entered at set-up. */
  readonly credential: Credential | null;
  /** Why Jira could not be asked at the start; null if it could. */
  readonly problem: string | null;
  /** Required for set-up over a network. */
  readonly setupCode: string | null;
}

/** What a process needs to read the Jira behind this server. */
export interface SiteAccess {
  readonly address: string;
  readonly credential: Credential;
  readonly flavour: Flavour;
}

export interface ReverseProxySettings extends SiteSettings {
  readonly store: Store;
  readonly guard: Guard;
  readonly audit: Audit;
  readonly resources: readonly Resource[];
  readonly now: () => number;
}
