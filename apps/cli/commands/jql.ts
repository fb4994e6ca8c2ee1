import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { describeDataAge } from '@tallyboard/hosts/describe-data-age.ts';
import { checkJql, explainRefusal } from '@tallyboard/jira/endpoints/jql.ts';
import { fetchIssueCount } from '@tallyboard/jira/endpoints/search.ts';
import { withPlace } from '@tallyboard/jira/jql/query-error.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { type ExitCode, type Streams, UsageError } from '../command.ts';
import { openSource, SOURCE_HELP, SOURCE_OPTIONS } from '../jira-source.ts';
import { progressLine } from '../progress.ts';
import { alignedTable } from '../table.ts';

const NEEDS: Requirement = { ...NO_REQUIREMENT, parts: ['people'] };

export const helpValues = { source: SOURCE_HELP };

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    ...SOURCE_OPTIONS,
    count: { type: 'boolean' },
    format: { type: 'string' },
  });
  const [query] = positionals;
  if (query === undefined) throw new UsageError('The query is missing.');
  if (positionals.length > 1)
    throw new UsageError('The query is one argument: put it in quotation marks.');
  const format = oneOf('--format', values.format ?? 'table', ['table', 'json', 'csv']);
  const source = await openSource(values, streams);
  const line = progressLine(streams);
  /** Search on Cloud returns no warnings; the check of the query does. */
  const warn = async (ofSearch: readonly string[]) => {
    const checked = await checkJql(source.client, query);
    for (const warning of new Set([...ofSearch, ...checked.warnings]))
      streams.err.write(`Note: ${warning}\n`);
  };
  try {
    if (values.count) {
      streams.out.write(`${await fetchIssueCount(source.client, query)}\n`);
      await warn([]);
      return 0;
    }
    const { issues, coverage, warnings } = await json(source)
      .open(query, NEEDS, { onProgress: percent => line.show(`${Math.round(percent)} %`) })
      .catch(async (error: unknown) => {
        throw withPlace(await explainRefusal(source.client, error, query), query);
      });
    line.clear();
    const columns = ['Key', 'Type', 'Status', 'Assignee', 'Summary'];
    const rows = issues.map(issue => [
      issue.key,
      issue.type.name,
      issue.status.name,
      issue.assignee?.name ?? null,
      issue.summary,
    ]);
    if (format === 'json') {
      const names = columns.map(column => column.toLowerCase());
      const list = rows.map(row => Object.fromEntries(row.map((cell, at) => [names[at], cell])));
      streams.out.write(`${JSON.stringify(list, null, 2)}\n`);
    } else {
      streams.out.write((format === 'csv' ? csvText : alignedTable)({ columns, rows }));
    }
    if (source.age) {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      streams.err.write(`${describeDataAge(source.age, zone, Date.now())}\n`);
    }
    await warn(warnings);
    for (const reason of coverage.reasons) streams.err.write(`Not complete: ${reason}\n`);
    return 0;
  } finally {
    line.clear();
    await source.close();
  }
}
