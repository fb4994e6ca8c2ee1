/**
 * Real issues with times and worklogs. Read by a few plain lines of their
 * own: a golden result that came through our normalizing would not see its mistakes.
 */

import { readFileSync } from 'node:fs';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { StatusId, UserId } from '@tallyboard/core/model/ids.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { dataset, issue, issueType, project } from '@tallyboard/core/testing/builders.ts';

const FOLDER = new URL('../../../fixtures/data/devlake/', import.meta.url);

export interface RawWorklog {
  id: string;
  issueId: string;
  started: string;
  timeSpentSeconds: number;
  author: { accountId: string; displayName: string; active: boolean; timeZone: string };
}

export interface RawTimes {
  id: string;
  key: string;
  fields: {
    summary: string;
    created: string;
    resolutiondate: string | null;
    timespent: number | null;
    timeestimate: number | null;
    timeoriginalestimate: number | null;
    issuetype: { name: string; subtask: boolean };
    status: { id: string; name: string; statusCategory: { id: number } };
    assignee: { accountId: string; displayName: string } | null;
    parent?: { id: string; key: string };
  };
}

export interface RawWork {
  readonly issues: readonly RawTimes[];
  readonly worklogs: readonly RawWorklog[];
}

/** The 33 issues and 30 worklogs of devlake. */
export function readWork(): RawWork {
  const read = <T>(name: string) =>
    (JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as { data: T }[]).map(
      record => record.data,
    );
  return { issues: read<RawTimes>('issues.json'), worklogs: read<RawWorklog>('worklogs.json') };
}

/** The issues with their worklogs; worklogs of issues that are not among them get a bare issue each. */
export function workDataset({ issues, worklogs }: RawWork): Dataset {
  const known = new Set(issues.map(each => each.id));
  const strangers = [...new Set(worklogs.map(each => each.issueId))].filter(id => !known.has(id));
  return dataset([
    ...issues.map(({ id, key, fields }) =>
      issue({
        id,
        key,
        summary: fields.summary,
        project: project(key.split('-')[0] ?? key),
        type: { ...issueType(fields.issuetype.name), subtask: fields.issuetype.subtask },
        status: {
          id: fields.status.id as StatusId,
          name: fields.status.name,
          category: fields.status.statusCategory.id === 3 ? 'done' : 'to-do',
          known: true,
        },
        created: Date.parse(fields.created),
        resolved: fields.resolutiondate === null ? null : Date.parse(fields.resolutiondate),
        assignee: fields.assignee && userOf(fields.assignee),
        parent: fields.parent
          ? { id: null, key: fields.parent.key as never, summary: null, level: 0 }
          : null,
        spentSeconds: fields.timespent,
        remainingSeconds: fields.timeestimate,
        originalSeconds: fields.timeoriginalestimate,
        worklogs: worklogsOf(id, worklogs),
      }),
    ),
    ...strangers.map(id => issue({ id, key: `X-${id}`, worklogs: worklogsOf(id, worklogs) })),
  ]);
}

const users = new Map<string, User>();

function userOf(raw: Partial<RawWorklog['author']> & { accountId: string; displayName: string }) {
  const made: User = users.get(raw.accountId) ?? {
    id: raw.accountId as UserId,
    name: raw.displayName,
    active: raw.active ?? null,
    zone: raw.timeZone ?? null,
    avatarUrl: null,
    accountType: null,
  };
  users.set(raw.accountId, made);
  return made;
}

function worklogsOf(id: string, worklogs: readonly RawWorklog[]) {
  return worklogs
    .filter(each => each.issueId === id)
    .map(each => ({
      id: each.id,
      created: null,
      started: Date.parse(each.started),
      spentSeconds: each.timeSpentSeconds,
      author: userOf(each.author),
      comment: '',
    }))
    .sort((a, b) => a.started - b.started);
}
