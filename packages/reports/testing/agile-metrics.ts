/**
 * The issues of a public tool's own test with the files that it expects. The
 * records have names of statuses without ids, and dates in UTC.
 */

import { readFileSync } from 'node:fs';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { StatusId } from '@tallyboard/core/model/ids.ts';
import { dataset, issue, status } from '@tallyboard/core/testing/builders.ts';

const FOLDER = new URL('../../../fixtures/data/jira-agile-metrics-e2e/', import.meta.url);

interface RawIssue {
  key: string;
  fields: { created: string; status: { name: string } };
  changelog: {
    histories: {
      created: string;
      items: { field: string; fromString: string | null; toString: string | null }[];
    }[];
  };
}

/** The columns of that test. */
export const AGILE_METRICS_WORKFLOW = {
  columns: [
    { name: 'Backlog', statuses: ['Backlog'] },
    { name: 'Committed', statuses: ['Next'] },
    { name: 'Build', statuses: ['Build'] },
    { name: 'Test', statuses: ['QA'] },
    { name: 'Done', statuses: ['Done'] },
  ],
  start: 'Committed',
  finish: 'Done',
};

/** A file of expected results: its lines without the head. */
export const expectedLines = (name: string): readonly (readonly string[])[] =>
  readFileSync(new URL(`expected/${name}.csv`, FOLDER), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map(line => line.split(','));

export function agileMetricsDataset(): Dataset {
  const raw: RawIssue[] = JSON.parse(
    readFileSync(new URL('jira/search_issues.json', FOLDER), 'utf8'),
  );
  const named = (name: string) => ({ ...status(name, 'none'), id: name as StatusId });
  return dataset(
    raw.map(({ key, fields, changelog }) =>
      issue({
        key,
        created: Date.parse(fields.created),
        status: named(fields.status.name),
        changes: changelog.histories.flatMap(({ created, items }, at) =>
          items
            .filter(({ field }) => field === 'status' || field === 'Flagged')
            .map(item => ({
              at: Date.parse(created),
              historyId: String(at),
              author: null,
              field: item.field === 'status' ? ('status' as const) : ('flagged' as const),
              fieldId: null,
              fieldName: item.field,
              from: item.fromString,
              fromText: item.fromString,
              to: item.toString,
              toText: item.toString,
            })),
        ),
      }),
    ),
  );
}
