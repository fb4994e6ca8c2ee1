import type { Board } from '@tallyboard/core/model/board.ts';
import type { Project } from '@tallyboard/core/model/issue.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchAppSetting } from '@tallyboard/jira/endpoints/app-settings.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchProject } from '@tallyboard/jira/endpoints/project.ts';
import { fetchIssueCount } from '@tallyboard/jira/endpoints/search.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import { loadDataset } from '@tallyboard/jira/load/issue-loader.ts';
import { loadMetadata, type Metadata } from '@tallyboard/jira/load/metadata.ts';
import { normalizeBoard, normalizeProject } from '@tallyboard/jira/normalize/site.ts';
import { parseGlobalSettings } from '../start/global-settings.ts';
import type { EpicChoice, Site } from '../start/site.ts';
import { fetchTrialEnd } from '../start/trial.ts';
import type { Watch } from './protocol.ts';

export interface SiteSource {
  readonly client: JiraClient;
  readonly info: HostInfo;
  readonly now: () => Instant;
}

/**
 * Learns all of the site that the first screen needs, side by side. Fields, statuses, working time and user must be
 * had; project, boards, epics and stored settings are left out when they cannot be read, and the log says why.
 */
export async function fetchSite(
  source: SiteSource,
  watch: Watch = {},
): Promise<{ readonly site: Site; readonly metadata: Metadata }> {
  const { client, info, now } = source;
  const { signal } = watch;
  const count = counter(watch);
  const loading = loadMetadata(client, signal);
  const [metadata, stored, storedFields, trialEnd, project, boards, epics] = await Promise.all([
    count(loading),
    count(quietly(fetchAppSetting(client, 'global-settings', signal), undefined)),
    count(quietly(fetchAppSetting(client, 'enabled-fields', signal), undefined)),
    count(quietly(fetchTrialEnd(client, info, now(), signal), null)),
    count(quietly(fetchOwnProject(client, info, signal), null)),
    count(quietly(fetchOwnBoards(client, info, signal), [])),
    count(quietly(fetchEpics(source, loading, signal), [])),
  ]);
  const { currentUser, hoursPerDay, daysPerWeek, fields, special } = metadata;
  const settings = parseGlobalSettings(stored, storedFields);
  const known = { currentUser, hoursPerDay, daysPerWeek, fields, special };
  return { metadata, site: { ...known, settings, trialEnd, project, boards, epics } };
}

/** Counts calls as they end, for the progress bar. */
function counter({ onProgress }: Watch) {
  let begun = 0;
  let ended = 0;
  return async <T>(call: Promise<T>): Promise<T> => {
    begun++;
    const value = await call;
    onProgress?.((100 * ++ended) / begun);
    return value;
  };
}

/** The catalogue shows nothing for these failures: they are logged, and the app goes on without. */
async function quietly<T>(call: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isAbort(error)) throw error;
    console.warn(error);
    return otherwise;
  }
}

async function fetchOwnProject(
  client: JiraClient,
  { projectKey }: HostInfo,
  signal: AbortSignal | undefined,
): Promise<Project | null> {
  return projectKey === null
    ? null
    : normalizeProject(await fetchProject(client, projectKey, signal));
}

/** The boards of the project; outside of a project only our own pages offer boards, all that there are. */
async function fetchOwnBoards(
  client: JiraClient,
  { projectKey, standalone }: HostInfo,
  signal: AbortSignal | undefined,
): Promise<readonly Board[]> {
  if (projectKey === null && !standalone) return [];
  const choice = projectKey === null ? {} : { projectKeyOrId: projectKey };
  return (await fetchBoards(client, choice, signal)).map(normalizeBoard);
}

/** From this many on the names of epics are not fetched: nobody finds one in such a list. */
const MOST_EPICS = 1_000;

async function fetchEpics(
  { client, info, now }: SiteSource,
  loading: Promise<Metadata>,
  signal: AbortSignal | undefined,
): Promise<readonly EpicChoice[]> {
  const { projectKey } = info;
  const ofProject = projectKey === null ? '' : `project = ${quoteValue(projectKey)} AND `;
  const jql = `${ofProject}issuetype = Epic ORDER BY key`;
  const count = await fetchIssueCount(client, jql, signal);
  if (count === 0 || count >= MOST_EPICS) return [];
  const requirement = { ...NO_REQUIREMENT, parts: ['parent' as const] };
  const request = { jql, requirement, metadata: await loading };
  const { issues } = await loadDataset(client, request, { now, ...(signal && { signal }) });
  return issues.map(({ key, epicName, summary }) => ({ key, name: epicName ?? summary }));
}
