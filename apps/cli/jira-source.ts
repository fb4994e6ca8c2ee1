import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { readSite } from '@tallyboard/service-kit/settings.ts';
import { type Credential, tokenProblem } from '@tallyboard/service-kit/site/credential.ts';
import { onceEach } from '@tallyboard/service-kit/site/gateway.ts';
import { isInsecureAllowed, requireHttps } from '@tallyboard/service-kit/site/require-https.ts';
import { siteRequest } from '@tallyboard/service-kit/site/site-request.ts';
import { type Streams, UsageError } from './command.ts';
import { DEFAULT_FOLDER, openFolder } from './data-folder.ts';

const addonKey = ADDON_KEYS.standard;

/** A Jira to read from, real or built in. */
export interface JiraSource extends ReportSource {
  close(): Promise<void>;
}

export const SOURCE_OPTIONS = {
  data: { type: 'string' },
  url: { type: 'string' },
  user: { type: 'string' },
  token: { type: 'string' },
  insecure: { type: 'boolean' },
} as const;

/** `now` is the current time of queries on stored data. */
export interface SourceArguments {
  readonly data?: string | undefined;
  readonly url?: string | undefined;
  readonly user?: string | undefined;
  readonly token?: string | undefined;
  readonly insecure?: boolean | undefined;
  readonly now?: number | undefined;
}

export const SOURCE_HELP = `  --data DIR         data folder (./data), or
  --url URL          address of a Jira, with
  --token T          a personal access token (Data Center) or token of a service account (Cloud), or
  --user U --token T user name and API token (Cloud: e-mail address); or set TALLYBOARD_USER and TALLYBOARD_TOKEN
  --insecure         send the token to an http address too; or TALLYBOARD_INSECURE=1`;

/** Sources that read one Jira. */
export interface JiraSources {
  /** `now` is the current time of queries on stored data. */
  readonly at: (now?: number) => Promise<ReportSource>;
  /** Null for a real Jira. */
  readonly store: Store | null;
  readonly close: () => Promise<void>;
}

/** Opens a real Jira, or the replica over a data folder; both answer the same REST API. */
export async function openSource(
  from: SourceArguments,
  streams?: Pick<Streams, 'err'>,
): Promise<JiraSource> {
  const { at, close } = await openSources(from, streams);
  return { ...(await at(from.now)), close };
}

export async function openSources(
  from: Omit<SourceArguments, 'now'>,
  { err }: Pick<Streams, 'err'> = { err: process.stderr },
): Promise<JiraSources> {
  if (from.url === undefined) return openReplica(from.data ?? DEFAULT_FOLDER);
  const request = requestTo({ ...from, url: from.url }, err);
  const flavour = await flavourOf(request);
  const client = createJiraClient({ flavour, request, addonKey });
  const source = { client, request, columns: undefined, age: null };
  return { at: async () => source, store: null, close: async () => {} };
}

function requestTo(
  from: Omit<SourceArguments, 'now'> & { readonly url: string },
  err: Streams['err'],
): RequestFunction {
  if (from.data !== undefined) throw new UsageError('Give --data or --url, not both.');
  const site = readSite(from.url, '--url');
  const credential = credentialOf(from);
  if (credential) requireHttps(site, isInsecureAllowed(from.insecure));
  const warn = onceEach(text => err.write(`${text}\n`));
  return siteRequest({ site, credential, redirect: 'follow', warn });
}

/** A server of ours, for its own calls. */
export function openServer(
  from: Omit<SourceArguments, 'now'> & { readonly url: string },
  { err }: Pick<Streams, 'err'>,
): JiraClient {
  return createJiraClient({ flavour: 'cloud', request: requestTo(from, err), addonKey });
}

function credentialOf(from: SourceArguments): Credential | null {
  const token = from.token ?? process.env.TALLYBOARD_TOKEN;
  const user = from.user ?? process.env.TALLYBOARD_USER;
  if (!token && user) throw new UsageError('--user needs --token.');
  if (!token) return null;
  const problem = tokenProblem(token);
  if (problem !== null) throw new UsageError(`--token: ${problem}`);
  return { email: user || null, token };
}

async function flavourOf(request: RequestFunction): Promise<Flavour> {
  const client = createJiraClient({ flavour: 'data-center', request, addonKey });
  const info = await client.send({ method: 'GET', path: '/rest/api/2/serverInfo' });
  const { deploymentType } = (info ?? {}) as { deploymentType?: unknown };
  return deploymentType === 'Cloud' ? 'cloud' : 'data-center';
}

/** The replica in this process. Its modules are imported on first use. */
async function openReplica(folder: string): Promise<JiraSources> {
  const store = await openFolder(folder);
  const { openStoreSource } = await import('@tallyboard/service-kit/columns/store-source.ts');
  // Who reads the folder can read all of it.
  const view = () => ({ store, why: null });
  return {
    at: now => openStoreSource({ store, view, ...(now !== undefined && { now: () => now }) }),
    store,
    close: () => store.close(),
  };
}
