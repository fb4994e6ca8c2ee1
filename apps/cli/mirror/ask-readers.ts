import { writeUrl } from '@tallyboard/jira/address.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import {
  fetchOffsetPage,
  fetchTokenPage,
  OFFSET_PAGE_SIZE,
} from '@tallyboard/jira/endpoints/search.ts';
import { HttpError, httpError } from '@tallyboard/jira/errors.ts';
import { nextTokenOf } from '@tallyboard/jira/paginate.ts';
import { asObject, asObjects } from '@tallyboard/replica/data/shapes.ts';
import {
  ASKED_MS,
  MAX_ACCESS_AGE_MS,
  READERS,
  TOKEN_ANSWERS,
  type TokenAnswer,
} from '@tallyboard/server-store/mirror-readers.ts';
import { SettingsError } from '@tallyboard/service-kit/settings.ts';
import type { Credential } from '@tallyboard/service-kit/site/credential.ts';
import { type ReaderToken, readerTokens } from '@tallyboard/service-kit/site/reader-tokens.ts';
import { createUpstream } from '@tallyboard/service-kit/site/upstream.ts';
import { batchesOf, type Mirror, platform, type ReaderMemory } from './context.ts';

const HOUR_MS = 60 * 60_000;
/** Answers are renewed before they would expire. */
export const REFRESH_AFTER_MS = MAX_ACCESS_AGE_MS - 60_000;
export const RETRY_MS = 30_000;
/** For one reader in an hour. */
export const MAX_CALLS = 20;
/** Interval of the list of projects: new ones are seen this late, revoked ones at once. */
const PROJECTS_AFTER_MS = 20 * 60_000;
/** Readers that are asked for concurrently. */
const WIDTH = 4;

export function readerMemory({ readers }: Mirror, accountId: string): ReaderMemory {
  const known = readers.get(accountId);
  if (known) return known;
  const memory = { calls: [], token: null, projects: [], projectsMs: 0, manyUntilMs: 0 };
  readers.set(accountId, memory);
  return memory;
}

const recentCalls = ({ calls }: ReaderMemory, nowMs: number) =>
  calls.filter(atMs => Math.abs(nowMs - atMs) < HOUR_MS);

export function noteCall(memory: ReaderMemory, nowMs: number): void {
  memory.calls = [...recentCalls(memory, nowMs), nowMs];
}

/** Whether Jira has answered to the reader's own token, so that the mirror's account need not ask. */
export function answersOwnToken(answer: TokenAnswer | undefined, nowMs: number): boolean {
  return answer?.outcome === 'used' && Math.abs(nowMs - answer.atMs) < REFRESH_AFTER_MS;
}

/** Asks Jira what readers of the last minutes may see, with their own tokens. Never rejects. */
export async function askReaders(mirror: Mirror, key: () => Buffer, nowMs: number): Promise<void> {
  const { store, state } = mirror;
  try {
    const tokens = await readerTokens(store, key).all();
    if (tokens.length === 0) return;
    const here = await store.properties.all(READERS);
    const calledMs = new Map(here.map(({ key: id, value }) => [id, Number(value)]));
    // Of two accounts of one person, the newer token.
    const ofPeople = new Map(
      tokens.sort((a, b) => a.givenMs - b.givenMs).map(token => [token.jiraAccountId, token]),
    );
    const due = [...ofPeople.values()].filter(token => {
      const isHere =
        Math.abs(nowMs - (calledMs.get(token.jiraAccountId) ?? 0)) < MAX_ACCESS_AGE_MS + ASKED_MS;
      return isHere && token.site === state.site && isDue(mirror, token, nowMs);
    });
    for (const some of batchesOf(due, WIDTH))
      await Promise.all(some.map(token => askReader(mirror, key, token, nowMs)));
  } catch (error) {
    if (!mirror.signal.aborted) mirror.say(`Readers' tokens could not be used: ${error}`, 'warn');
  }
}

const WAITS = {
  used: REFRESH_AFTER_MS,
  // Repeated at once, then less often: the calls of the hour must last.
  failed: RETRY_MS,
  'failed again': REFRESH_AFTER_MS,
  unreadable: REFRESH_AFTER_MS,
  // Jira may lock out who repeats a refused token.
  refused: HOUR_MS,
};

function isDue(mirror: Mirror, { jiraAccountId, givenMs }: ReaderToken, nowMs: number): boolean {
  const { token } = readerMemory(mirror, jiraAccountId);
  return token?.givenMs !== givenMs || Math.abs(nowMs - token.atMs) >= WAITS[token.outcome];
}

async function askReader(
  mirror: Mirror,
  key: () => Buffer,
  token: ReaderToken,
  nowMs: number,
): Promise<void> {
  const { store, signal } = mirror;
  const { account, jiraAccountId, givenMs } = token;
  // The account may have been linked to somebody else since.
  if ((await store.accounts.get(account))?.jiraAccountId !== jiraAccountId) return;
  const memory = readerMemory(mirror, jiraAccountId);
  const before = memory.token;
  if (before?.givenMs !== givenMs) memory.projectsMs = 0;
  const { outcome, why, answer } = await answerTo(mirror, key, token, memory, nowMs);
  if (signal.aborted) return;
  const last = before?.givenMs === givenMs ? before.outcome : null;
  const isAgain = outcome === 'failed' && (last === 'failed' || last === 'failed again');
  memory.token = { givenMs, atMs: nowMs, outcome: isAgain ? 'failed again' : outcome };
  const isNews = last !== outcome && !isAgain;
  if (why && isNews) mirror.say(`The Jira token of '${account}' is not used: ${why}`, 'warn');
  const isCurrent = (await readerTokens(store, key).get(account))?.givenMs === givenMs;
  if (!answer || !isCurrent) return;
  await store.properties.set(TOKEN_ANSWERS, jiraAccountId, answer);
  if (outcome === 'refused' && isNews) {
    const line = { account, action: 'Jira token refused', target: token.site, detail: '' };
    await store.audit.add({ atMs: nowMs, ...line });
  }
}

/** The outcome, why the token is not used, and what readers may rely on: nothing new if Jira could not be asked. */
async function answerTo(
  mirror: Mirror,
  key: () => Buffer,
  token: ReaderToken,
  memory: ReaderMemory,
  nowMs: number,
) {
  const notUsed = (outcome: 'refused' | 'unreadable', why: string) => {
    const answer: TokenAnswer = { atMs: nowMs, outcome, projects: [] };
    return { outcome, why, answer };
  };
  try {
    const credential = readerTokens(mirror.store, key).open(token);
    if (!credential) return notUsed('unreadable', 'this process has another key than the server.');
    const client = readerClient(mirror, credential, memory, nowMs);
    const seen = await askSeen(mirror, client, memory, nowMs);
    const answer: TokenAnswer = {
      atMs: nowMs,
      outcome: 'used',
      projects: memory.projects,
      ...seen,
    };
    return { outcome: answer.outcome, why: null, answer };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof SettingsError) return notUsed('unreadable', why);
    if (error instanceof HttpError && [401, 403].includes(error.status))
      return notUsed('refused', why);
    return { outcome: 'failed' as const, why, answer: null };
  }
}

/** Sends each call once, as the reader. */
function readerClient(
  { client: { flavour, addonKey }, state, signal }: Mirror,
  credential: Credential,
  memory: ReaderMemory,
  nowMs: number,
): JiraClient {
  const ask = createUpstream({ site: state.site });
  const own: JiraClient = {
    flavour,
    addonKey,
    reusing: () => own,
    async send(request) {
      if (recentCalls(memory, nowMs).length >= MAX_CALLS)
        throw new Error(`there were ${MAX_CALLS} calls for this reader in the last hour.`);
      noteCall(memory, nowMs);
      const { method, path, query = {} } = request;
      const body =
        request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
      const sent = { method, path, query: writeUrl({ path: '', query }), body };
      const reply = await ask(credential, sent, signal);
      const text = reply.body.toString('utf8');
      if (reply.status !== 200) throw httpError(request, { ...reply, body: text }, nowMs);
      return JSON.parse(text) as unknown;
    },
  };
  return own;
}

/** What the reader may see, in one call but for the first one and new projects. */
async function askSeen(
  mirror: Mirror,
  client: JiraClient,
  memory: ReaderMemory,
  nowMs: number,
): Promise<Pick<TokenAnswer, 'issues' | 'levelled'>> {
  const renewProjects = async () => {
    memory.projects = await fetchProjects(mirror, client);
    memory.projectsMs = nowMs;
  };
  if (Math.abs(nowMs - memory.projectsMs) >= PROJECTS_AFTER_MS) await renewProjects();
  try {
    return await listSeen(client, memory, nowMs);
  } catch (error) {
    // Jira rejects a query that names a project which the reader may no longer browse.
    if (!(error instanceof HttpError && error.status === 400)) throw error;
    await renewProjects();
    return listSeen(client, memory, nowMs);
  }
}

async function listSeen(client: JiraClient, memory: ReaderMemory, nowMs: number) {
  const { projects } = memory;
  if (projects.length === 0) return { issues: [] };
  const inProjects = `project in (${projects.join(', ')})`;
  if (nowMs >= memory.manyUntilMs) {
    const all = await fetchIds(client, inProjects);
    if (all.isWhole) return { issues: all.ids };
    memory.manyUntilMs = nowMs + HOUR_MS;
  }
  const jql = `${inProjects} AND level is not EMPTY ORDER BY updated DESC`;
  return { levelled: (await fetchIds(client, jql)).ids };
}

/** Projects of the mirror that Jira shows the reader. */
async function fetchProjects(mirror: Mirror, client: JiraClient): Promise<string[]> {
  const known = (await mirror.store.catalogue.all('project')).map(({ id }) => id);
  const api = platform(client);
  const seen = client.flavour === 'cloud' ? await browsable() : await listed();
  // A Jira that allows anonymous access may take a wrong token for nobody.
  if (seen.size === 0) await client.send({ method: 'GET', path: `${api}/myself` });
  return known.filter(id => seen.has(id));

  async function browsable() {
    const asked = { permissions: ['BROWSE_PROJECTS'], projects: known.map(Number) };
    const body = { projectPermissions: [asked] };
    const path = `${api}/permissions/check`;
    return grantedProjects(await client.send({ method: 'POST', path, body }));
  }

  async function listed() {
    const reply = await client.send({ method: 'GET', path: `${api}/project` });
    return new Set(asObjects(reply).map(({ id }) => String(id)));
  }
}

/** Ids of projects in a reply of `permissions/check`. */
export function grantedProjects(reply: unknown): ReadonlySet<string> {
  const granted = asObjects(asObject(reply)?.projectPermissions);
  return new Set(
    granted.flatMap(({ projects }) => (Array.isArray(projects) ? projects.map(String) : [])),
  );
}

/** The first page of a query's ids: 5,000 on Cloud, 1,000 on Data Center. */
async function fetchIds(client: JiraClient, jql: string) {
  const idsOf = (items: readonly unknown[]) => asObjects(items).map(({ id }) => String(id));
  if (client.flavour === 'cloud') {
    const page = await fetchTokenPage(client, { jql, fields: ['id'] });
    const isWhole = nextTokenOf(page) === undefined && page.isLast !== false;
    return { ids: idsOf(page.items), isWhole };
  }
  const page = { jql, startAt: 0, maxResults: OFFSET_PAGE_SIZE, fields: ['id'] };
  const { items, total } = await fetchOffsetPage(client, page);
  return { ids: idsOf(items), isWhole: total !== null && items.length >= total };
}
