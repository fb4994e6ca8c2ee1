import { recordOf } from '@tallyboard/core/unknown.ts';
import { httpError } from '@tallyboard/jira/errors.ts';
import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';
import type { Credential } from '@tallyboard/service-kit/site/credential.ts';
import { isGateway, namesScope } from '@tallyboard/service-kit/site/gateway.ts';
import { siteRequest } from '@tallyboard/service-kit/site/site-request.ts';
import { failureText } from '../mirror/connect.ts';
import { count } from '../progress.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const SERVER_INFO = '/rest/api/2/serverInfo';
const MYSELF = '/rest/api/2/myself';
const TIMEOUT_MS = 20_000;
const MAX_CLOCK_MS = 60_000;

type Ask = (request: Pick<HttpRequest, 'path' | 'query' | 'body'>) => Promise<HttpReply>;

/** A Jira, the account of the credential there, and what it may read. */
export async function checkJira(
  site: string,
  credential: Credential | null,
): Promise<readonly Finding[]> {
  const request = siteRequest({ site, credential, redirect: 'manual' });
  const ask: Ask = given => {
    const method = given.body === undefined ? 'GET' : 'POST';
    return request({ method, ...given }, AbortSignal.timeout(TIMEOUT_MS));
  };
  try {
    const reply = await ask({ path: SERVER_INFO });
    const { version, deploymentType } = jsonOf(reply);
    if (typeof version !== 'string')
      return [
        wrong(`${reply.status === 401 ? 'Token' : 'Jira'}: ${refusal(reply, SERVER_INFO, site)}`),
      ];
    const isCloud = deploymentType === 'Cloud';
    const reached = ok(`Jira: ${site} answers, ${isCloud ? 'Cloud' : `Data Center ${version}`}.`);
    const findings = [reached, ...clockOf(reply)];
    if (credential === null)
      return [
        ...findings,
        wrong('Token: set TALLYBOARD_TOKEN, and TALLYBOARD_EMAIL for Jira Cloud.'),
      ];
    const myself = await ask({ path: MYSELF });
    const { displayName, name } = jsonOf(myself);
    if (myself.status !== 200)
      return [...findings, wrong(`Token: ${refusal(myself, MYSELF, site)}`)];
    return [
      ...findings,
      ok(`Token: Jira takes it for ${displayName ?? name}.`),
      ...(await checkRights(ask, isCloud, site)),
    ];
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    const seconds = TIMEOUT_MS / 1000;
    return [
      wrong(
        isSlow
          ? `Jira: ${site} did not answer within ${seconds} seconds.`
          : `Jira: ${failureText(error, site)}`,
      ),
    ];
  }
}

/** The time of a reply against the clock of this machine, by which tokens, sign-ins and rounds of a mirror go. */
function clockOf({ headers }: HttpReply): readonly Finding[] {
  const atMs = Date.parse(headers.date ?? '');
  if (Number.isNaN(atMs)) return [];
  const off = Math.round((Date.now() - atMs) / 1000);
  if (Math.abs(off) * 1000 <= MAX_CLOCK_MS) return [ok('Clock: as that of Jira.')];
  const way = off > 0 ? 'ahead of' : 'behind';
  return [
    wrong(
      `Clock: ${count(Math.abs(off))} s ${way} that of Jira. Let the machine set its time by NTP.`,
    ),
  ];
}

async function checkRights(ask: Ask, isCloud: boolean, site: string): Promise<readonly Finding[]> {
  const jql = 'created >= "1970-01-01"';
  const issues = isCloud
    ? await ask({ path: '/rest/api/3/search/approximate-count', body: { jql } })
    : await ask({ path: '/rest/api/2/search', query: { jql, maxResults: 0 } });
  const found = Number(jsonOf(issues).count ?? jsonOf(issues).total ?? Number.NaN);
  const api = isCloud ? '/rest/api/3' : '/rest/api/2';
  const parts: readonly Finding[] = await Promise.all([
    part(
      ask,
      site,
      '/rest/agile/1.0/board',
      'boards and sprints',
      'without which reports know none',
    ),
    part(
      ask,
      site,
      `${api}/permissionscheme`,
      'permission schemes',
      "which only a mirror needs, for its readers' rights, with an account that may Administer Jira",
    ),
  ]);
  if (Number.isNaN(found))
    return [wrong(`Issues: ${refusal(issues, 'the issues', site)}`), ...parts];
  return [
    found > 0
      ? ok(`Issues: the account sees ${count(found)}.`)
      : wrong('Issues: the account sees none. Grant it Browse projects.'),
    ...parts,
  ];
}

async function part(ask: Ask, site: string, path: string, what: string, without: string) {
  const reply = await ask({ path });
  const rights = isGateway(site) ? 'Scopes' : 'Rights';
  if (reply.status === 200) return ok(`${rights}: ${what} can be read.`);
  const { words } = errorOf(reply, path);
  const said = namesScope(words) ? words : `Jira answers with ${reply.status}: ${words}`;
  return note(`${rights}: no ${what}, ${without}. ${said}`);
}

const errorOf = (reply: HttpReply, path: string) =>
  httpError({ method: 'GET', path }, reply, Date.now());

const refusal = (reply: HttpReply, path: string, site: string): string =>
  failureText(errorOf(reply, path), site);

function jsonOf({ body }: HttpReply): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(body));
  } catch {
    return {};
  }
}
