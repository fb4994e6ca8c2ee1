/**
 * Real issues of a Jira Cloud site with their histories and sprints, for golden tests. Read by a few plain lines of their own, as in real-issues.ts.
 */

import { readFileSync } from 'node:fs';
import type { Change, ChangeField } from '@tallyboard/core/model/change.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId, SprintId, StatusId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { dataset, issue, sprint, user } from '@tallyboard/core/testing/builders.ts';

const FOLDER = new URL('../../../fixtures/data/devlake/', import.meta.url);

export interface RawChange {
  field: string;
  fieldId?: string;
  from: string | null;
  fromString: string | null;
  to: string | null;
  toString: string | null;
}

export interface RawDevlakeIssue {
  id: string;
  key: string;
  fields: {
    summary: string;
    created: string;
    resolutiondate: string | null;
    resolution: { id: string; name: string } | null;
    assignee: { displayName: string } | null;
    status: { id: string; name: string; statusCategory: { id: number } };
    closedSprints?: { id: number }[] | null;
  };
  changelog: { histories: { id: string; created: string; items: RawChange[] }[] };
}

export interface RawSprint {
  id: number;
  name: string;
  startDate: string;
  endDate: string;
  completeDate: string;
}

/** The issues that came with a history, and the sprints. */
export function readDevlake(): { issues: RawDevlakeIssue[]; sprints: RawSprint[] } {
  const read = <T>(name: string) => {
    const rows = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as { data: T }[];
    return rows.map(({ data }) => data);
  };
  return {
    issues: read<RawDevlakeIssue>('issues.json').filter(each => each.changelog),
    sprints: read<RawSprint>('sprints.json'),
  };
}

const FIELDS: Readonly<Record<string, ChangeField>> = {
  status: 'status',
  resolution: 'resolution',
  assignee: 'assignee',
  Sprint: 'sprint',
};
const CATEGORIES = ['none', 'none', 'to-do', 'done', 'in-progress'] as const;

export function devlakeDataset(raw: {
  issues: readonly RawDevlakeIssue[];
  sprints: readonly RawSprint[];
}): Dataset {
  const sprints = new Map<SprintId, Sprint>(
    raw.sprints.map(({ id, name, startDate, endDate, completeDate }) => {
      const start = Date.parse(startDate);
      const end = Date.parse(endDate);
      const made = sprint({ id, name, start, end, complete: Date.parse(completeDate) });
      return [made.id, made];
    }),
  );
  return dataset(
    raw.issues.map(each => issueOf(each, sprints)),
    { sprints },
  );
}

function issueOf(raw: RawDevlakeIssue, sprints: ReadonlyMap<SprintId, Sprint>): Issue {
  const { fields } = raw;
  const { id, name, statusCategory } = fields.status;
  return issue({
    id: raw.id,
    key: raw.key,
    summary: fields.summary,
    created: Date.parse(fields.created),
    resolution: fields.resolution,
    resolved: fields.resolutiondate === null ? null : Date.parse(fields.resolutiondate),
    assignee: fields.assignee && user(fields.assignee.displayName),
    status: {
      id: id as StatusId,
      name,
      known: true,
      category: CATEGORIES[statusCategory.id] ?? 'none',
    },
    sprints: (fields.closedSprints ?? []).flatMap(each => sprints.get(each.id as SprintId) ?? []),
    changes: raw.changelog.histories.flatMap(history =>
      history.items.flatMap(item => changeOf(item, history)),
    ),
  });
}

function changeOf(item: RawChange, history: { id: string; created: string }): Change[] {
  const field = FIELDS[item.field];
  if (!field) return [];
  // Accounts are blanked in this set: people are known by their names alone.
  const byName = field === 'assignee';
  const person = (text: string | null) => text?.toLowerCase() ?? null;
  return [
    {
      at: Date.parse(history.created),
      historyId: history.id,
      author: null,
      field,
      fieldId: (item.fieldId ?? null) as FieldId | null,
      fieldName: item.field,
      from: byName ? person(item.fromString) : item.from,
      fromText: item.fromString,
      to: byName ? person(own(item)) : item.to,
      toText: own(item),
    },
  ];
}

/** Every object has a toString of its own, which a missing one must not be taken for. */
function own(item: RawChange): string | null {
  return Object.hasOwn(item, 'toString') ? item.toString : null;
}
