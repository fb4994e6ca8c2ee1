import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import {
  type Credentials,
  createFetchRequest,
} from '@tallyboard/hosts/standalone/fetch-request.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import { HttpError, NetworkError } from '@tallyboard/jira/errors.ts';
import { createGate } from '@tallyboard/jira/gate.ts';
import { asObject } from '@tallyboard/replica/data/shapes.ts';
import { CommandError, UsageError } from '../command.ts';
import { type CallCount, paced } from './paced.ts';

export interface Connection {
  readonly client: JiraClient;
  /** The site's address without a slash at its end. */
  readonly site: string;
  readonly calls: CallCount;
  /** Display name of the account. */
  readonly account: string;
}

/** Concurrent calls: few, to spare Jira. */
const WIDTH = 4;

/** Detects the flavour of a Jira and checks the credentials. Throws a CommandError that says what to do. */
export async function connect(address: string, signal: AbortSignal): Promise<Connection> {
  const site = readSite(address);
  const credentials = readCredentials();
  const gate = createGate({ width: WIDTH });
  const ask = createFetchRequest({
    baseUrl: site,
    credentials,
    // A redirect must not carry the token to another host.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
  });
  const { request, calls } = paced(ask, gate);
  const clientOf = (flavour: 'cloud' | 'data-center') =>
    createJiraClient({ flavour, request, gate, addonKey: ADDON_KEYS.standard });
  try {
    const info = await clientOf('data-center').send(
      { method: 'GET', path: '/rest/api/2/serverInfo' },
      { signal },
    );
    const { deploymentType } = asObject(info) ?? {};
    if (deploymentType === undefined) throw new CommandError(`There is no Jira at ${site}.`);
    const client = clientOf(deploymentType === 'Cloud' ? 'cloud' : 'data-center');
    const me = await client.send({ method: 'GET', path: '/rest/api/2/myself' }, { signal });
    const { displayName, name, accountId } = asObject(me) ?? {};
    return { client, site, calls, account: String(displayName ?? name ?? accountId ?? '?') };
  } catch (error) {
    throw explained(error, site) ?? error;
  }
}

function readSite(address: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--site is an address such as https://example.atlassian.net, not '${address}'.`,
    );
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function readCredentials(): Credentials {
  const { TALLYBOARD_EMAIL: email, TALLYBOARD_TOKEN: token } = process.env;
  if (!token)
    throw new CommandError(
      'TALLYBOARD_TOKEN is not set. Cloud: set TALLYBOARD_EMAIL and an API token in TALLYBOARD_TOKEN. Data Center: set a personal access token in TALLYBOARD_TOKEN.',
    );
  return email ? { kind: 'basic', user: email, password: token } : { kind: 'bearer', token };
}

/** A CommandError that says what to do; null for unknown errors. */
export function explained(error: unknown, site: string): CommandError | null {
  if (error instanceof NetworkError)
    return new CommandError(`${site} does not answer. Check the address and the network.`, {
      cause: error,
    });
  if (!(error instanceof HttpError)) return null;
  const { words } = error;
  const said = words ? ` Jira says: ${words}` : '';
  const tell = (text: string) => new CommandError(text, { cause: error });
  if (error.status === 401)
    return tell(
      `${site} rejects the token. It may have expired, or belong to another e-mail address (TALLYBOARD_EMAIL) or site.${said}`,
    );
  if (error.status === 403)
    return tell(`The account may not read ${error.path}. Grant it Browse Projects.${said}`);
  if (error.status === 429)
    return tell(
      `${site} limits the rate of calls: wait${waitOf(error)}, then run the same command again. It resumes where it stopped.`,
    );
  if (error.status === 400 && /search/.test(error.path))
    return tell(`Jira rejects the query of --jql. ${words}`.trim());
  if (error.status >= 300 && error.status < 400)
    return tell(`${site} redirects. Give the address of Jira itself.`);
  if (error.status >= 500)
    return tell(
      `${site} answers with ${error.status} (${error.path}). Run the same command again later.`,
    );
  return null;
}

function waitOf({ retryAfter }: HttpError): string {
  return retryAfter === null ? '' : ` for ${Math.ceil(retryAfter / 60_000)} minutes`;
}
