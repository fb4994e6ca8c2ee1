import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchFirstIssues, fetchIssueCount } from '@tallyboard/jira/endpoints/search.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import { asObject, isName } from '@tallyboard/records/values.ts';
import type { Metadata } from '../load/metadata.ts';

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
  const epics = items.flatMap((raw): EpicChoice | readonly EpicChoice[] => {
    const issue = asObject(raw);
    if (!isName(issue?.key)) return [];
    const own = asObject(issue.fields) ?? {};
    const named = [...special.epicName.map(id => own[id]), own.summary].find(isName);
    return { key: issue.key, name: named ?? issue.key };
  });
  return { epics, total: Math.max(total, epics.length) };
}
