/** Saved filters may name people in place of the query that names the filter. */

import type { JiraClient } from '@tallyboard/jira/client.ts';
import { METADATA_MS } from '@tallyboard/jira/client.ts';
import { fetchFilter, fetchFilters } from '@tallyboard/jira/endpoints/filter.ts';
import { statusOf } from '@tallyboard/jira/errors.ts';
import { peopleNamed } from '@tallyboard/jira/jql/people-named.ts';
import { QuestionError } from '../question-error.ts';
import type { Site } from '../site/site.ts';
import { refuseCount } from './restricted.ts';

const FILTER_FIELDS = new Set(['filter', 'request', 'savedfilter', 'searchrequest']);

/** Throws QuestionError where a filter names too few people. A filter that cannot be read finds nothing. */
export async function refuseFilters(
  client: Pick<JiraClient, 'reusing'>,
  site: Pick<Site, 'settings' | 'currentUser' | 'fields'>,
  jql: string,
  seen: Set<string> = new Set(),
): Promise<void> {
  const { figuresOnPeople: policy } = site.settings;
  if (policy.kind === 'all') return;
  const people = { policy, reader: site.currentUser };
  const names = peopleNamed(jql, field => FILTER_FIELDS.has(field)).flatMap(each =>
    FILTER_FIELDS.has(each.field) ? each.names : [],
  );
  for (const name of names) {
    const id = await idOf(client, name);
    if (seen.has(id)) continue;
    seen.add(id);
    const filter = await fetchFilter(client.reusing(METADATA_MS), id).catch(ofNone);
    if (!filter) continue;
    refuseCount({ people }, filter.jql, site.fields);
    await refuseFilters(client, site, filter.jql, seen);
  }
}

async function idOf(client: Pick<JiraClient, 'reusing'>, name: string): Promise<string> {
  if (/^\d+$/.test(name)) return name;
  const all = await fetchFilters(client.reusing(METADATA_MS));
  const found = all.find(each => each.name.toLowerCase() === name.toLowerCase());
  if (found) return found.id;
  throw new QuestionError(
    `On this site, which puts people together in figures, name the saved filter '${name}' by its number.`,
  );
}

/** The search says why the reader has no such filter. */
function ofNone(error: unknown): null {
  const status = statusOf(error) ?? 0;
  if (status >= 400 && status < 500) return null;
  throw error;
}
