import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { HttpError, isAdvice, NetworkError, WireError } from '@tallyboard/jira/errors.ts';
import { createGate } from '@tallyboard/jira/gate.ts';
import { asObject } from '@tallyboard/replica/data/shapes.ts';
import { readCredential } from '@tallyboard/service-kit/site/credential.ts';
import { UpstreamError } from '@tallyboard/service-kit/site/fetch-site.ts';
import { namesScope, onceEach } from '@tallyboard/service-kit/site/gateway.ts';
import { siteRequest } from '@tallyboard/service-kit/site/site-request.ts';
import { findMessage } from '@tallyboard/service-kit/start-error.ts';
import { CommandError } from '../command.ts';
import { sentenceOf } from '../error-text.ts';
import messages from './jira-errors.json' with { type: 'json' };
import type { Say } from './log.ts';
import { paced } from './paced.ts';
import { MAX_WAIT_MS, waitAfter, waitFor } from './wait.ts';

export type Connection = Awaited<ReturnType<typeof connect>>;

interface ConnectSettings {
  readonly signal: AbortSignal;
  readonly say: Say;
  /** Null: does not wait for a Jira that is down. */
  readonly everyMs: number | null;
}

/** Nobody waits for a mirror: a Jira that allows few calls gets them one after another. */
const TRIES = 40;

/** Concurrent calls: few, to spare Jira. */
const WIDTH = 4;

/** A Jira that starts with this machine is there within minutes. */
const START_WAIT_MS = 60_000;

/** Connects to a Jira, and waits for one that is down or busy; null if stopped meanwhile. Throws a CommandError that says what to do. */
export async function connectWhenUp(
  site: string,
  { signal, say, everyMs }: ConnectSettings,
): Promise<Connection | null> {
  for (;;) {
    try {
      return await connect(site, signal, say);
    } catch (error) {
      if (signal.aborted) return null;
      const text = failureText(error, site);
      if (everyMs === null || !mayPass(error)) throw new CommandError(text, { cause: error });
      await waitFor(waitAfter(error, Math.min(everyMs, START_WAIT_MS)), text, { signal, say });
    }
  }
}

const NO_TOKEN =
  'TALLYBOARD_TOKEN is not set. Cloud: set TALLYBOARD_EMAIL and an API token in TALLYBOARD_TOKEN. Data Center: set a personal access token in TALLYBOARD_TOKEN.';

/** Detects the flavour of a Jira and checks the credential of the environment. */
export async function connect(site: string, signal: AbortSignal, say: Say = () => {}) {
  const credential = readCredential(process.env);
  if (credential === null) throw new CommandError(NO_TOKEN);
  const gate = createGate({ width: WIDTH });
  const warn = onceEach(text => say(text, 'warn'));
  // A redirect must not carry the token to another host.
  const ask = siteRequest({ site, credential, redirect: 'manual', warn });
  const { request, calls } = paced(ask, gate);
  const clientOf = (flavour: 'cloud' | 'data-center') =>
    createJiraClient({
      flavour,
      request,
      gate,
      triesOfLimit: TRIES,
      addonKey: ADDON_KEYS.standard,
    });
  const path = '/rest/api/2/serverInfo';
  const info = await clientOf('data-center').send({ method: 'GET', path }, { signal });
  const { deploymentType } = asObject(info) ?? {};
  if (deploymentType === undefined) throw new CommandError(`There is no Jira at ${site}.`);
  const client = clientOf(deploymentType === 'Cloud' ? 'cloud' : 'data-center');
  const me = await client.send({ method: 'GET', path: '/rest/api/2/myself' }, { signal });
  const { displayName, name, accountId } = asObject(me) ?? {};
  return { client, site, calls, account: String(displayName ?? name ?? accountId ?? '?') };
}

/** At the start: a wrong address or a refusal is an error, a Jira that is down or busy is waited for. */
function mayPass(error: unknown): boolean {
  if (error instanceof HttpError)
    return error.status >= 500 || [408, 425, 429].includes(error.status);
  if (error instanceof NetworkError)
    return !(error.cause instanceof UpstreamError && error.cause.isSetup);
  return error instanceof WireError;
}

/** Why a round or the start failed, and what to do, in one line. */
export function failureText(error: unknown, site: string): string {
  const text = error instanceof HttpError ? refusedText(error, site) : sentenceOf(error);
  return text.replace(/\s+/g, ' ').trim();
}

function refusedText(error: HttpError, site: string): string {
  if (isAdvice(error) || namesScope(error.words)) return error.words;
  const { status, method, path, words, retryAfter } = error;
  const reason = words ? ` Jira says: ${words}` : '';
  const waitMs = Math.min(retryAfter ?? 0, MAX_WAIT_MS);
  const wait = waitMs > 0 ? `: wait for ${Math.ceil(waitMs / 60_000)} minutes` : '';
  const values = { site, status, method, path, reason, wait };
  return findMessage(messages, String(status), values) ?? error.message;
}
