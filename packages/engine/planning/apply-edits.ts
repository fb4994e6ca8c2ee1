import type { Change } from '@tallyboard/core/model/change.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import {
  type DeleteWorklogEdit,
  type Edit,
  type EstimateEdit,
  type FixVersionsEdit,
  type LogWorkEdit,
  type RemainingChange,
  type SprintEdit,
  TIME_ESTIMATE,
} from '@tallyboard/core/model/edit.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue, Version } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Day, Instant, Seconds } from '@tallyboard/core/time/units.ts';

/** The dataset as Jira will have it after the edits, with the history that Jira will write. */
export function applyEdits(
  dataset: Dataset,
  edits: readonly Edit[],
  { at, author }: { readonly at: Instant; readonly author: User | null },
): Dataset {
  const byIssue = new Map<string, Edit[]>();
  for (const edit of edits) {
    for (const { id } of edit.issues) byIssue.set(id, [...(byIssue.get(id) ?? []), edit]);
  }
  const applied = (issue: Issue): Issue => {
    let edited = issue;
    for (const edit of byIssue.get(issue.id) ?? []) {
      const { values, changes: added = [] } = editIssue(edited, edit, dataset, author);
      if (!values && added.length === 0) continue;
      const changes = edited.changes.concat(added.map(change => ({ at, author, ...change })));
      edited = copyIssue(edited, { ...values, updated: at, changes });
    }
    return edited;
  };
  const { issues, above } = dataset;
  return {
    ...dataset,
    issues: issues.map(applied),
    ...(above && { above: above.map(applied) }),
    fetchedAt: at,
  };
}

interface Edited {
  readonly values?: Partial<Issue>;
  /** Absent where no report needs them. */
  readonly changes?: readonly Omit<Change, 'at' | 'author'>[];
}

function editIssue(issue: Issue, edit: Edit, dataset: Dataset, author: User | null): Edited {
  switch (edit.kind) {
    case 'assign': {
      const { assignee: before } = issue;
      const assignee = edit.to?.user ?? null;
      return {
        values: { assignee },
        changes: [
          {
            field: 'assignee',
            fieldId: 'assignee' as FieldId,
            fieldName: 'assignee',
            from: before?.id ?? null,
            fromText: before?.name ?? null,
            to: assignee?.id ?? null,
            toText: assignee?.name ?? null,
          },
        ],
      };
    }
    case 'estimate':
      return editEstimate(issue, edit, dataset);
    case 'sprint':
      return editSprint(issue, edit, dataset);
    case 'due':
      return editDue(issue, edit.to);
    case 'fix-versions':
      return editFixVersions(issue, edit);
    case 'log-work':
      return { values: withWorklog(issue, edit, author) };
    case 'delete-worklog':
      return { values: withoutWorklog(issue, edit) };
    // No part of a dataset.
    case 'rank':
      return {};
  }
}

const NEW_WORKLOG = 'new';

function withWorklog(
  issue: Issue,
  { started, spentSeconds, comment, remaining }: LogWorkEdit,
  author: User | null,
): Partial<Issue> {
  const added = { id: NEW_WORKLOG, created: null, started, spentSeconds, author, comment };
  const worklogs = [...issue.worklogs, added].sort((a, b) => a.started - b.started);
  return { worklogs, ...spent(issue, spentSeconds, remaining) };
}

function withoutWorklog(issue: Issue, { worklogId, remaining }: DeleteWorklogEdit): Partial<Issue> {
  const deleted = issue.worklogs.find(({ id }) => id === worklogId);
  const worklogs = issue.worklogs.filter(worklog => worklog !== deleted);
  return { worklogs, ...spent(issue, -(deleted?.spentSeconds ?? 0), remaining) };
}

function spent(issue: Issue, logged: Seconds, remaining: RemainingChange): Partial<Issue> {
  const before = issue.remainingSeconds;
  const spentSeconds = (issue.spentSeconds ?? 0) + logged;
  switch (remaining.how) {
    case 'leave':
      return { spentSeconds };
    case 'new':
      return { spentSeconds, remainingSeconds: remaining.seconds };
    case 'manual':
      return { spentSeconds, remainingSeconds: less(before, remaining.seconds) };
    case 'auto':
      return { spentSeconds, remainingSeconds: less(before, logged) };
  }
}

const less = (remaining: Seconds | null, by: Seconds): Seconds =>
  Math.max(0, (remaining ?? 0) - by);

function editEstimate(issue: Issue, { fieldId, value }: EstimateEdit, dataset: Dataset): Edited {
  const isTime = fieldId === TIME_ESTIMATE;
  const { storyPoints, storyPointEstimate } = dataset.special;
  const isPoints = [...storyPoints, ...storyPointEstimate].includes(fieldId);
  const before = isTime ? issue.originalSeconds : issue.points;
  return {
    values: {
      ...(isTime && { originalSeconds: value }),
      ...(isPoints && { points: value }),
      ...(issue.custom.has(fieldId) && { custom: new Map([...issue.custom, [fieldId, value]]) }),
    },
    changes: [
      {
        field: isTime ? 'originalEstimate' : 'points',
        fieldId,
        fieldName: nameOf(dataset.fields, fieldId),
        ...(isTime
          ? { from: textOf(before), to: textOf(value) }
          : // Jira gives ids for values that have some.
            { from: null, to: null }),
        fromText: textOf(before),
        toText: textOf(value),
      },
    ],
  };
}

/** Closed sprints stay in the field. */
function editSprint(issue: Issue, { to }: SprintEdit, dataset: Dataset): Edited {
  const before = issue.sprints;
  const target = to && (dataset.sprints.get(to.id) ?? unknownSprint(to));
  const closed = before.filter(({ state }) => state === 'closed');
  const sprints = target ? [...closed, target] : closed;
  const ids = (all: Issue['sprints']) => all.map(({ id }) => id).join(', ');
  const names = (all: Issue['sprints']) => all.map(({ name }) => name).join(', ');
  return {
    values: { sprints },
    changes: [
      {
        field: 'sprint',
        fieldId: dataset.special.sprint[0] ?? null,
        fieldName: 'Sprint',
        from: ids(before),
        fromText: names(before),
        to: ids(sprints),
        toText: names(sprints),
      },
    ],
  };
}

function editDue(issue: Issue, due: Day | null): Edited {
  const dated = (day: Day | null) => (day === null ? null : dayText(day));
  const [from, to] = [dated(issue.due), dated(due)];
  // As Jira writes days in histories.
  const text = (day: string | null) => day && `${day} 00:00:00.0`;
  return {
    values: { due },
    changes: [
      {
        field: 'due',
        fieldId: 'duedate' as FieldId,
        fieldName: 'duedate',
        from,
        fromText: text(from),
        to,
        toText: text(to),
      },
    ],
  };
}

/** Histories have an entry for each version that comes or goes. */
function editFixVersions({ fixVersions: before }: Issue, { to }: FixVersionsEdit): Edited {
  const without = (all: readonly Version[], some: readonly Version[]) =>
    all.filter(({ id }) => !some.some(each => each.id === id));
  const change = { field: 'fixVersion', fieldId: 'fixVersions' as FieldId } as const;
  const none = { fieldName: 'Fix Version', from: null, fromText: null, to: null, toText: null };
  return {
    values: { fixVersions: to },
    changes: [
      ...without(before, to).map(({ id, name }) => ({
        ...change,
        ...none,
        from: id,
        fromText: name,
      })),
      ...without(to, before).map(({ id, name }) => ({ ...change, ...none, to: id, toText: name })),
    ],
  };
}

const unknownSprint = ({ id, name }: NonNullable<SprintEdit['to']>): Issue['sprints'][number] => ({
  id,
  name,
  state: 'future',
  boardId: null,
  start: null,
  end: null,
  complete: null,
  goal: null,
});

const textOf = (value: number | null) => (value === null ? null : String(value));

const nameOf = (fields: readonly Field[], fieldId: FieldId) =>
  fields.find(({ id }) => id === fieldId)?.name ?? fieldId;
