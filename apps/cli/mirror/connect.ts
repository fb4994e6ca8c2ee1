import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import {
  type Credentials,
  createFetchRequest,
} from '@tallyboard/hosts/standalone/fetch-request.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { HttpError, NetworkError } from '@tallyboard/jira/errors.ts';
import { createGate } from '@tallyboard/jira/gate.ts';
import { asObject } from '@tallyboard/replica/data/shapes.ts';
import { findMessage } from '@tallyboard/server/start-error.ts';
import { CommandError } from '../command.ts';
import messages from './jira-errors.json' with { type: 'json' };
import { paced } from './paced.ts';

export type Connection = Awaited<ReturnType<typeof connect>>;

/** Concurrent calls: few, to spare Jira. */
const WIDTH = 4;

/** Detects the flavour of a Jira and checks the credentials. Throws a CommandError that says what to do. */
export async function connect(site: string, signal: AbortSignal) {
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
    const account = String(displayName ?? name ?? accountId ?? '?');
    return { client, site, calls, account };
  } catch (error) {
    throw explained(error, site) ?? error;
  }
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
  const { status, path, words, retryAfter } = error;
  const reason = words ? ` Jira says: ${words}` : '';
  const wait = retryAfter === null ? '' : ` for ${Math.ceil(retryAfter / 60_000)} minutes`;
  const values = { site, status, path, words, reason, wait };
  const text = findMessage(messages, `${status} ${path}`, values);
  return text === null ? null : new CommandError(text.trim(), { cause: error });
}
