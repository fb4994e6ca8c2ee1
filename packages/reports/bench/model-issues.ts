/** Parsed bench issues to the model, with shared objects as the loader shares them. */

import type { IssueId, IssueKey, StatusId, UserId, VersionId } from '@tallyboard/core/model/ids.ts';
import type {
  Issue,
  IssueLink,
  IssueType,
  Priority,
  Project,
} from '@tallyboard/core/model/issue.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { issue, issueType, sprint, status } from '@tallyboard/core/testing/builders.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { BenchWireIssue, WireUser } from './wire-issues.ts';

/** Makes each object once for its id. */
function pool<Wire, Made>(idOf: (wire: Wire) => string, make: (wire: Wire) => Made) {
  const made = new Map<string, Made>();
  return (wire: Wire): Made => {
    const id = idOf(wire);
    let one = made.get(id);
    if (one === undefined) {
      one = make(wire);
      made.set(id, one);
    }
    return one;
  };
}

type Fields = BenchWireIssue['fields'];
type WireStatus = NonNullable<Fields['status']>;

export function modelReader(): (wire: BenchWireIssue) => Issue {
  const users = pool<WireUser, User>(
    wire => wire.accountId,
    wire => ({
      id: wire.accountId as UserId,
      name: wire.displayName,
      active: wire.active,
      zone: wire.timeZone,
      avatarUrl: null,
      accountType: null,
    }),
  );
  const projects = pool<Fields['project'], Project>(
    wire => wire.id,
    wire => ({ id: wire.id as Project['id'], key: wire.key, name: wire.name }),
  );
  const statuses = pool<WireStatus, Status>(
    wire => wire.id,
    wire => {
      const { id } = wire.statusCategory;
      const category = id === 3 ? 'done' : id === 4 ? 'in-progress' : 'to-do';
      return { ...status(wire.name, category), id: wire.id as StatusId };
    },
  );
  const types = pool<{ name: string }, IssueType>(
    wire => wire.name,
    wire => issueType(wire.name),
  );
  const priorities = pool<{ id: string; name: string }, Priority>(
    wire => wire.id,
    wire => ({ id: wire.id, name: wire.name, iconUrl: null }),
  );
  const sprints = pool<{ id: number; name: string }, Sprint>(
    wire => String(wire.id),
    wire => sprint({ id: wire.id, name: wire.name }),
  );

  return ({ id, key, fields }) => ({
    ...issue({ id, key }),
    summary: fields.summary,
    project: projects(fields.project),
    type: types(fields.issuetype ?? { name: 'Task' }),
    ...(fields.status && { status: statuses(fields.status) }),
    priority: fields.priority && priorities(fields.priority),
    assignee: fields.assignee && users(fields.assignee),
    created: Date.parse(fields.created),
    resolved: fields.resolutiondate === null ? null : Date.parse(fields.resolutiondate),
    due: fields.duedate === null ? null : parseDay(fields.duedate),
    fixVersions: fields.fixVersions.map(version => ({
      id: version.id as VersionId,
      name: version.name,
      released: false,
      archived: false,
      releaseDay: null,
    })),
    sprints: fields.customfield_10020.map(sprints),
    epic: epicOf(fields),
    parent: epicOf(fields),
    points: fields.customfield_10016,
    spentSeconds: fields.timespent,
    remainingSeconds: fields.timeestimate,
    originalSeconds: fields.timeoriginalestimate,
    flagged: fields.flagged,
    links: fields.issuelinks.map(linkOf),
    worklogs: fields.worklog.worklogs.map(worklog => ({
      id: worklog.id,
      created: null,
      started: Date.parse(worklog.started),
      spentSeconds: worklog.timeSpentSeconds,
      author: users(worklog.author),
      comment: 'Looked into it',
    })),
  });
}

function epicOf({ parent }: Fields) {
  const key = parent.key as IssueKey;
  return { id: parent.id as IssueId, key, summary: parent.fields.summary, level: 1 };
}

function linkOf(link: Fields['issuelinks'][number]): IssueLink {
  const inward = 'inwardIssue' in link;
  const other = (inward ? link.inwardIssue : link.outwardIssue) as { id: string; key: string };
  return {
    kind: inward ? 'blocked-by' : 'blocks',
    otherId: other.id as IssueId,
    otherKey: other.key as IssueKey,
    otherType: null,
    description: null,
    otherStatus: null,
  };
}
