import type { Board } from '@tallyboard/core/model/board.ts';
import type { FilterId } from '@tallyboard/core/model/ids.ts';
import type { Project } from '@tallyboard/core/model/issue.ts';
import type { Version } from '@tallyboard/core/model/version.ts';
import type { JiraClient } from '../client.ts';
import { type BoardChoice, fetchBoards } from '../endpoints/board.ts';
import { fetchFilters } from '../endpoints/filter.ts';
import { fetchProjects, fetchVersions } from '../endpoints/project.ts';
import { fetchFirstIssues, fetchIssueCount } from '../endpoints/search.ts';
import { quoteValue } from '../jql/quote.ts';
import { normalizeBoard, normalizeProject, normalizeVersion } from '../normalize/site.ts';
import { parseWireIssue } from '../wire/issue.ts';
import type { Metadata } from './metadata.ts';

/** The lists that readers choose from: boards, projects, saved filters, versions, epics. */

export interface SavedFilter {
  readonly id: FilterId;
  readonly name: string;
  readonly jql: string;
}

export interface EpicChoice {
  readonly key: string;
  /** Epic Name, else the summary. */
  readonly name: string;
}

export interface Epics {
  readonly epics: readonly EpicChoice[];
  /** How many there are; the list holds the first 100 when there are 1,000 or more. */
  readonly total: number;
}

export async function loadBoards(
  client: JiraClient,
  choice: BoardChoice = {},
  signal?: AbortSignal,
): Promise<readonly Board[]> {
  return (await fetchBoards(client, choice, signal)).map(normalizeBoard);
}

export async function loadProjects(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<readonly Project[]> {
  return (await fetchProjects(client, signal)).map(normalizeProject);
}

/** Versions of a project in its order; the newest comes last. */
export async function loadVersions(
  client: JiraClient,
  projectIdOrKey: string,
  signal?: AbortSignal,
): Promise<readonly Version[]> {
  return (await fetchVersions(client, projectIdOrKey, signal)).map(normalizeVersion);
}

export async function loadFilters(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<readonly SavedFilter[]> {
  const wires = await fetchFilters(client, signal);
  return wires.map(wire => ({ id: wire.id as FilterId, name: wire.name, jql: wire.jql ?? '' }));
}

const MAX_EPICS = 1_000;
const EPIC_PREVIEW = 100;

/** Epics of a project or of the whole site, the newest first. All of them below 1,000, else the first 100. */
export async function loadEpics(
  client: JiraClient,
  { special }: Metadata,
  projectKey: string | null = null,
  signal?: AbortSignal,
): Promise<Epics> {
  const where = projectKey === null ? '' : `project = ${quoteValue(projectKey)} AND `;
  const jql = `${where}issuetype = Epic`;
  const total = await fetchIssueCount(client, jql, signal);
  if (total === 0) return { epics: [], total };
  const max = total < MAX_EPICS ? MAX_EPICS : EPIC_PREVIEW;
  const fields = ['summary', ...special.epicName];
  const query = { jql: `${jql} ORDER BY created DESC, key DESC`, fields, max };
  const { items } = await fetchFirstIssues(client, query, signal);
  const epics = items.map(raw => {
    const wire = parseWireIssue(raw, 'epic');
    const names = special.epicName.map(id => wire.fields[id]);
    const name = names.find((each): each is string => typeof each === 'string' && each !== '');
    return { key: wire.key, name: name ?? wire.fields.summary ?? wire.key };
  });
  return { epics, total: Math.max(total, epics.length) };
}
