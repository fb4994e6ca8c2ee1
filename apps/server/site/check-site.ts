import { recordOf } from '@tallyboard/core/unknown.ts';
import { httpError, isAdvice } from '@tallyboard/jira/errors.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { readSite } from '@tallyboard/service-kit/settings.ts';
import type { Credential } from '@tallyboard/service-kit/site/credential.ts';
import { UpstreamError } from '@tallyboard/service-kit/site/fetch-site.ts';
import { isGateway, namesScope } from '@tallyboard/service-kit/site/gateway.ts';
import type { Upstream, UpstreamReply } from '@tallyboard/service-kit/site/upstream.ts';
import type { SiteSettings } from './site-settings.ts';

/** The credential was refused. The message says what to do. */
export class SiteError extends Error {
  override readonly name = 'SiteError';
}

const SERVER_INFO = '/rest/api/2/serverInfo';

const get = (path: string) => ({ method: 'GET', path, query: '' });

/** Checks the site and the credential, and returns the name of its owner. Throws SiteError, or UpstreamError without an answer. */
export async function checkSite(
  { address, ask }: Pick<SiteSettings, 'address' | 'ask'>,
  credential: Credential,
): Promise<string> {
  const myself = await fetchMyself(ask, credential);
  const server = await ask(credential, get(SERVER_INFO));
  const info = readJson(server.body);
  const user = readJson(myself.body);
  if (server.status !== 200 || myself.status !== 200 || typeof info.version !== 'string') {
    throw new SiteError(
      'This address does not answer like a Jira. A Jira below a path needs the path too, as in https://example.com/jira.',
    );
  }
  if (info.deploymentType === 'Cloud' && credential.email === null && !isGateway(address)) {
    throw new SiteError(
      'This is a Jira Cloud: it needs the e-mail address beside the token. Tokens of service accounts need the address https://api.atlassian.com/ex/jira/CLOUDID (docs/scopes.md).',
    );
  }
  const name = user.displayName ?? user.emailAddress ?? user.name;
  if (typeof name !== 'string') throw new SiteError('Jira treats this token as anonymous.');
  return name;
}

/** What a Jira says of itself; null where it does not. */
export interface KnownSite {
  /** The address of its own pages, which is another one than that of a gateway. */
  readonly pages: string | null;
  readonly flavour: Flavour | null;
}

export async function findSite(ask: Upstream, credential: Credential): Promise<KnownSite> {
  const info = await ask(credential, get(SERVER_INFO)).then(
    ({ body }) => readJson(body),
    () => ({}) as Record<string, unknown>,
  );
  const { baseUrl, version, deploymentType } = info;
  // Old versions of Data Center name no kind.
  const flavour = deploymentType === 'Cloud' ? 'cloud' : 'data-center';
  return { pages: pagesOf(baseUrl), flavour: typeof version === 'string' ? flavour : null };
}

function pagesOf(baseUrl: unknown): string | null {
  try {
    return readSite(String(baseUrl));
  } catch {
    return null;
  }
}

/** The id of the credential's owner: of the account on Cloud, the key on Data Center. Throws as checkSite does. */
export async function findOwner(ask: Upstream, credential: Credential): Promise<string> {
  const myself = await fetchMyself(ask, credential);
  const { accountId, key } = readJson(myself.body);
  const id = accountId ?? key;
  if (myself.status === 200 && typeof id === 'string') return id;
  throw new SiteError('Jira does not say whose token this is.');
}

async function fetchMyself(ask: Upstream, credential: Credential): Promise<UpstreamReply> {
  const call = { method: 'GET', path: '/rest/api/2/myself' } as const;
  const myself = await ask(credential, { ...call, query: '' });
  if (myself.status !== 401 && myself.status !== 403) return myself;
  const refusal = httpError(call, { ...myself, body: myself.body.toString('utf8') }, Date.now());
  if (isAdvice(refusal) || namesScope(refusal.words)) throw new SiteError(refusal.words);
  throw new SiteError(
    credential.email === null
      ? 'Jira does not accept this token. On Jira Cloud it goes together with an e-mail address.'
      : 'Jira does not accept this e-mail address and token.',
  );
}

function readJson(body: Buffer): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(body.toString('utf8')));
  } catch {
    return {};
  }
}

/** A message for whoever entered the credential; null for other errors. */
export function siteProblem(error: unknown): string | null {
  return error instanceof SiteError || error instanceof UpstreamError ? error.message : null;
}
