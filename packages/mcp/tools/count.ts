import { readSiteState } from '@tallyboard/engine/ask/answer-report.ts';
import { refuseFilters } from '@tallyboard/engine/people/refuse-filters.ts';
import { refuseCount } from '@tallyboard/engine/people/restricted.ts';
import { checkJql, explainRefusal } from '@tallyboard/jira/endpoints/jql.ts';
import { fetchIssueCount } from '@tallyboard/jira/endpoints/search.ts';
import { withPlace } from '@tallyboard/jira/jql/query-error.ts';
import { MIN_GROUP } from '@tallyboard/report-kit/table/aggregate-table.ts';
import type { Answer } from '../answer.ts';
import { requireWhole } from '../figure-answer.ts';
import type { McpHost } from '../host.ts';
import { issuesLink } from '../links.ts';

export interface CountArgs {
  readonly jql: string;
  readonly strict?: boolean;
}

/** How many issues a query finds. */
export async function count(
  host: McpHost,
  { jql, strict }: CountArgs,
  signal: AbortSignal,
): Promise<Answer> {
  const source = await host.source();
  const { client } = source;
  const state = await readSiteState(source, host.now());
  const { zone, reasons } = state;
  refuseCount(state.context, jql, state.site.fields);
  await refuseFilters(client, state.site, jql);
  const [found, { warnings }] = await Promise.all([
    fetchIssueCount(client, jql, signal).catch(async (error: unknown) => {
      throw withPlace(await explainRefusal(client, error, jql, signal), jql);
    }),
    checkJql(client, jql, signal).catch(() => ({ warnings: [] })),
  ]);
  requireWhole(reasons, strict);
  const isHidden = host.aggregateOnly && found < MIN_GROUP;
  const words = isHidden ? `fewer than ${MIN_GROUP}` : found.toLocaleString('en');
  return {
    title: `${words} ${found === 1 && !isHidden ? 'issue' : 'issues'}`,
    reasons,
    facts: [
      `As of ${new Date(source.age?.present ?? host.now()).toISOString()}`,
      zone,
      `jql: ${jql}`,
    ],
    notes: warnings,
    link: issuesLink(host, jql),
    data: { count: isHidden ? null : found },
  };
}
