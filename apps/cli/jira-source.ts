import { type DataAge, fetchDataAge } from '@tallyboard/hosts/data-age.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import {
  type Credentials,
  createFetchRequest,
} from '@tallyboard/hosts/standalone/fetch-request.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { writeUrl } from '@tallyboard/jira/transport.ts';
import { UsageError } from './command.ts';
import { DEFAULT_FOLDER, openFolder } from './data-folder.ts';

const addonKey = ADDON_KEYS.standard;

/** A Jira to ask, whichever it is, and how to leave it. */
export interface JiraSource {
  readonly client: JiraClient;
  readonly request: RequestFunction;
  /** How old the issues are, where they are a mirror of a Jira. */
  readonly age: DataAge | null;
  close(): Promise<void>;
}

export interface SourceArguments {
  readonly data?: string | undefined;
  readonly url?: string | undefined;
  readonly user?: string | undefined;
  readonly token?: string | undefined;
  /** The present, for stored data: now() and relative dates of a query. */
  readonly now?: number | undefined;
}

export const SOURCE_OPTIONS = {
  data: { type: 'string' },
  url: { type: 'string' },
  user: { type: 'string' },
  token: { type: 'string' },
} as const;

export const SOURCE_HELP = `  --data DIR         folder of imported data (./data)
  --url URL          a Jira instead, with
  --token T          a personal access token (Data Center), or
  --user U --token T name and API token (Cloud: the e-mail); TALLYBOARD_TOKEN and TALLYBOARD_USER do as well`;

/** A real Jira by its address, or the built-in one over a data folder. Both are asked over the same REST API. */
export async function openSource(from: SourceArguments): Promise<JiraSource> {
  if (from.url === undefined) return openReplica(from.data ?? DEFAULT_FOLDER, from.now);
  if (from.data !== undefined) throw new UsageError('--data and --url do not go together.');
  if (!URL.canParse(from.url) || !/^https?:/.test(from.url))
    throw new UsageError(
      `--url is an address such as https://jira.example.com, not '${from.url}'.`,
    );
  const request = createFetchRequest({ baseUrl: from.url, credentials: credentialsOf(from) });
  const flavour = await flavourOf(request);
  const client = createJiraClient({ flavour, request, addonKey });
  return { client, request, age: null, close: async () => {} };
}

function credentialsOf(from: SourceArguments): Credentials | undefined {
  const token = from.token ?? process.env.TALLYBOARD_TOKEN;
  const user = from.user ?? process.env.TALLYBOARD_USER;
  if (!token && user) throw new UsageError('--user needs --token.');
  if (!token) return undefined;
  return user ? { kind: 'basic', user, password: token } : { kind: 'bearer', token };
}

async function flavourOf(request: RequestFunction): Promise<Flavour> {
  const client = createJiraClient({ flavour: 'data-center', request, addonKey });
  const info = await client.send({ method: 'GET', path: '/rest/api/2/serverInfo' });
  const { deploymentType } = (info ?? {}) as { deploymentType?: unknown };
  return deploymentType === 'Cloud' ? 'cloud' : 'data-center';
}

/**
 * The replica within this process: no port is opened, the calls are the same. Loaded here, because nothing else of the
 * command line should wait for it.
 */
async function openReplica(folder: string, now?: number): Promise<JiraSource> {
  const store = await openFolder(folder);
  const { default: fastify } = await import('fastify');
  const { replica } = await import('@tallyboard/replica/rest/replica.ts');
  const app = fastify({ bodyLimit: 10 * 1024 * 1024, routerOptions: { maxParamLength: 500 } });
  await app.register(replica, { store, ...(now !== undefined && { now: () => now }) });
  await app.ready();
  const request: RequestFunction = async (asked, signal) => {
    signal?.throwIfAborted();
    const reply = await app.inject({
      method: asked.method,
      url: writeUrl(asked),
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(asked.body !== undefined && { payload: JSON.stringify(asked.body) }),
    });
    const headers = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
    return { status: reply.statusCode, headers: Object.fromEntries(headers), body: reply.body };
  };
  return {
    client: createJiraClient({ flavour: 'cloud', request, addonKey }),
    request,
    age: await fetchDataAge(request),
    async close() {
      await app.close();
      await store.close();
    },
  };
}
