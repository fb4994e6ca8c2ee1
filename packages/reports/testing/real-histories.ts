/**
 * Real issues with their histories, for golden tests by date and by status.
 * Read by a few plain lines of their own, like those of real-issues.ts: only what such reports look at.
 */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Change } from '@tallyboard/core/model/change.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { StatusId, UserId } from '@tallyboard/core/model/ids.ts';
import type { Status, StatusCategory } from '@tallyboard/core/model/status.ts';
import { dataset, issue } from '@tallyboard/core/testing/builders.ts';

const DATA = new URL('../../../fixtures/data/', import.meta.url);

export interface RawHistoryIssue {
  id: string;
  key: string;
  fields: {
    summary: string;
    created: string;
    resolutiondate: string | null;
    assignee: { accountId?: string; key?: string; displayName: string } | null;
    status: { id: string; name: string; statusCategory: { id: number } };
  };
  changelog: {
    histories: {
      id: string;
      created: string;
      items: {
        field: string;
        from: string | null;
        fromString: string | null;
        to: string | null;
        toString: string | null;
      }[];
    }[];
  };
}

/** The 200 issues of AEROGEAR, 1,090 histories, of the winter 2011/12. */
export const readAerogear = () => readIssues('aerogear/aerogear200.json');

/** The 673 issues of AEA, 8,862 histories, of the year 2024. */
export const readAea = () => readIssues('aea/aea2024.search.json.gz');

function readIssues(path: string): readonly RawHistoryIssue[] {
  const file = new URL(path, DATA);
  const bytes = readFileSync(file);
  const text = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return (JSON.parse(text.toString('utf8')) as { issues: RawHistoryIssue[] }).issues;
}

const CATEGORIES: Readonly<Record<number, StatusCategory>> = {
  2: 'to-do',
  3: 'done',
  4: 'in-progress',
};

/** As issues with their changes of status, resolution and assignee; only statuses that some issue has are known. */
export function historyDataset(raw: readonly RawHistoryIssue[]): Dataset {
  const statuses = new Map<StatusId, Status>();
  const statusOf = ({ id, name, statusCategory }: RawHistoryIssue['fields']['status']): Status => {
    const category = CATEGORIES[statusCategory.id] ?? 'none';
    const made = statuses.get(id as StatusId) ?? {
      id: id as StatusId,
      name,
      category,
      known: true,
    };
    statuses.set(made.id, made);
    return made;
  };
  const issues = raw.map(({ id, key, fields, changelog }) =>
    issue({
      id,
      key,
      summary: fields.summary,
      status: statusOf(fields.status),
      created: Date.parse(fields.created),
      resolved: fields.resolutiondate === null ? null : Date.parse(fields.resolutiondate),
      assignee: fields.assignee && {
        id: (fields.assignee.accountId ?? fields.assignee.key ?? '') as UserId,
        name: fields.assignee.displayName,
        active: true,
        zone: null,
        avatarUrl: null,
        accountType: null,
      },
      changes: changelog.histories.flatMap(changesOf),
    }),
  );
  return dataset(issues, { statuses });
}

type RawHistory = RawHistoryIssue['changelog']['histories'][number];

const HISTORY = ['status', 'resolution', 'assignee'] as const;

function changesOf({ id, created, items }: RawHistory): Change[] {
  return items.flatMap(item => {
    const field = HISTORY.find(each => each === item.field);
    if (!field) return [];
    return [
      {
        at: Date.parse(created),
        historyId: id,
        author: null,
        field,
        fieldId: null,
        fieldName: item.field,
        from: item.from,
        fromText: item.fromString,
        // An item of JSON has its own `toString`; without one it would be the method.
        to: item.to,
        toText: Object.hasOwn(item, 'toString') ? item.toString : null,
      },
    ];
  });
}
