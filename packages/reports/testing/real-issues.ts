/**
 * Real issues for golden tests. They are read by a few plain lines of their
 * own: a golden result that came through our normalizing would not see its mistakes.
 */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId, IssueKey, StatusId, UserId, VersionId } from '@tallyboard/core/model/ids.ts';
import type { Issue, IssueLink } from '@tallyboard/core/model/issue.ts';
import type { StatusCategory } from '@tallyboard/core/model/status.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { dataset, issue, issueType, project, sprint } from '@tallyboard/core/testing/builders.ts';

const TIDEV = new URL('../../../fixtures/data/tidev/', import.meta.url);

/** The parts of a raw issue that tests look at. */
export interface RawIssue {
  id: string;
  key: string;
  fields: {
    summary: string;
    created: string;
    resolutiondate: string | null;
    resolution: { id: string; name: string } | null;
    assignee: { key: string; displayName: string } | null;
    issuetype: { name: string };
    priority: { id: string; name: string } | null;
    status: RawStatus;
    fixVersions: { id: string; name: string }[];
    closedSprints?: { id: number; name: string }[];
    issuelinks: {
      type: { name: string };
      inwardIssue?: RawLinked;
      outwardIssue?: RawLinked;
    }[];
  };
}

interface RawStatus {
  id: string;
  name: string;
  statusCategory: { id: number };
}

interface RawLinked {
  id: string;
  key: string;
  fields: { status: RawStatus };
}

/** The 1,499 issues of ALOY as they were exported. */
export const readAloy = () => readTidev('ALOY');

/** The issues of a project, without histories. */
export function readTidev(project: 'ALOY' | 'MOD' | 'DAEMON'): readonly RawIssue[] {
  const file = new URL(`${project}.jsonl.gz`, TIDEV);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map(line => JSON.parse(line) as RawIssue);
}

export function datasetOf(raw: readonly RawIssue[]): Dataset {
  const users = new Map<string, User>();
  const assignee = ({ key, displayName }: { key: string; displayName: string }): User => {
    const known = users.get(key) ?? {
      id: key as UserId,
      name: displayName,
      active: true,
      zone: null,
      avatarUrl: null,
      accountType: null,
    };
    users.set(key, known);
    return known;
  };
  return dataset(raw.map(each => issueOf(each, assignee)));
}

function issueOf(
  { id, key, fields }: RawIssue,
  assignee: (raw: { key: string; displayName: string }) => User,
): Issue {
  const version = (raw: { id: string; name: string }) => ({
    id: raw.id as VersionId,
    name: raw.name,
    released: true,
    archived: false,
    releaseDay: null,
  });
  return issue({
    id,
    key,
    summary: fields.summary,
    project: project('ALOY'),
    type: issueType(fields.issuetype.name),
    status: statusOf(fields.status),
    priority: fields.priority && { ...fields.priority, iconUrl: null },
    assignee: fields.assignee && assignee(fields.assignee),
    created: Date.parse(fields.created),
    resolution: fields.resolution,
    resolved: fields.resolutiondate === null ? null : Date.parse(fields.resolutiondate),
    fixVersions: fields.fixVersions.map(version),
    sprints: (fields.closedSprints ?? []).map(each => sprint({ id: each.id, name: each.name })),
    links: fields.issuelinks.filter(link => link.type.name === 'Blocks').map(linkOf),
  });
}

function linkOf({
  inwardIssue,
  outwardIssue,
}: RawIssue['fields']['issuelinks'][number]): IssueLink {
  const other = inwardIssue ?? outwardIssue;
  if (!other) throw new Error('A link without an issue at its other end.');
  return {
    kind: inwardIssue ? 'blocked-by' : 'blocks',
    description: inwardIssue ? 'is blocked by' : 'blocks',
    otherId: other.id as IssueId,
    otherKey: other.key as IssueKey,
    otherType: null,
    otherStatus: statusOf(other.fields.status),
  };
}

const CATEGORIES: Readonly<Record<number, StatusCategory>> = {
  1: 'none',
  2: 'to-do',
  3: 'done',
  4: 'in-progress',
};

function statusOf({ id, name, statusCategory }: RawStatus) {
  const category = CATEGORIES[statusCategory.id] ?? 'none';
  return { id: id as StatusId, name, category, known: true };
}
