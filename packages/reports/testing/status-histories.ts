/**
 * Real issues with their status changes. Read by a few plain lines of their
 * own: a golden result that came through our normalizing would not see its mistakes.
 */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Change } from '@tallyboard/core/model/change.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { StatusId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import { dataset, issue, user } from '@tallyboard/core/testing/builders.ts';

const SETS = {
  aea: 'aea/aea2024.search.json.gz',
  aerogear: 'aerogear/aerogear200.json',
  devlake: 'devlake/issues.json',
} as const;

export interface RawStatusIssue {
  id: string;
  key: string;
  fields: {
    summary: string;
    created: string;
    updated: string;
    resolutiondate: string | null;
    assignee: { displayName: string } | null;
    status: RawStatus;
  };
  changelog?: {
    histories: {
      id: string;
      created: string;
      items: { field: string; from: string | null; to: string | null }[];
    }[];
  };
}

interface RawStatus {
  id: string;
  name: string;
  statusCategory: { id: number };
}

/** The issues of a set that came with a history; null where it is not present. */
export function readStatusHistories(set: keyof typeof SETS): readonly RawStatusIssue[] {
  const file = new URL(`../../../fixtures/data/${SETS[set]}`, import.meta.url);
  const bytes = readFileSync(file);
  const text = (SETS[set].endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const parsed = JSON.parse(text) as { issues: RawStatusIssue[] } | { data: RawStatusIssue }[];
  const issues = Array.isArray(parsed) ? parsed.map(each => each.data) : parsed.issues;
  return issues.filter(each => each.changelog);
}

const CATEGORIES = ['none', 'none', 'to-do', 'done', 'in-progress'] as const;

export function statusDataset(raw: readonly RawStatusIssue[]): Dataset {
  const statuses = new Map<StatusId, Status>();
  for (const { fields } of raw) {
    const { id, name, statusCategory } = fields.status;
    const category = CATEGORIES[statusCategory.id] ?? 'none';
    statuses.set(id as StatusId, { id: id as StatusId, name, category, known: true });
  }
  return dataset(
    raw.map(each => issueOf(each, statuses)),
    { statuses },
  );
}

function issueOf(raw: RawStatusIssue, statuses: ReadonlyMap<StatusId, Status>): Issue {
  const { fields, changelog } = raw;
  const status = statuses.get(fields.status.id as StatusId);
  return issue({
    id: raw.id,
    key: raw.key,
    summary: fields.summary,
    created: Date.parse(fields.created),
    updated: Date.parse(fields.updated),
    resolved: fields.resolutiondate === null ? null : Date.parse(fields.resolutiondate),
    assignee: fields.assignee && user(fields.assignee.displayName),
    ...(status && { status }),
    changes: (changelog?.histories ?? []).flatMap(({ id, created, items }) =>
      items
        .filter(({ field }) => field === 'status')
        .map(
          ({ from, to }): Change => ({
            at: Date.parse(created),
            historyId: id,
            author: null,
            field: 'status',
            fieldId: null,
            fieldName: 'status',
            from,
            fromText: null,
            to,
            toText: null,
          }),
        ),
    ),
  });
}
