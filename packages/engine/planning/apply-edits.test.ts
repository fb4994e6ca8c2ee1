import { assigneeAt, currentSprints, inSprintAt } from '@tallyboard/core/history/timeline.ts';
import type { Edit, LogWorkEdit } from '@tallyboard/core/model/edit.ts';
import type {
  BoardId,
  FieldId,
  IssueKey,
  SprintId,
  UserId,
  VersionId,
} from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { expect, test } from 'vitest';
import { applyEdits } from './apply-edits.ts';

const dataset = datasetFromText(`
  sprint Old = Mon-1 .. Fri-1 closed
  sprint Now = Mon 09:00 .. Fri 17:00 active
  PROJ-1  5pt @ana in:Old | Mon added Now
  PROJ-2  3pt @ben        | Tue added Now
`);
const at = instantFromText('Wed 12:00');
const [first, second] = dataset.issues as [Issue, Issue];
const NOW = 2 as SprintId;

function edited(...edits: readonly Edit[]): readonly [Issue, Issue] {
  const { issues, fetchedAt } = applyEdits(dataset, edits, { at, author: first.assignee });
  expect(fetchedAt).toBe(at);
  return issues as [Issue, Issue];
}

test('a move to the backlog leaves the closed sprints, and the open one from now on', () => {
  const [moved, other] = edited({ kind: 'sprint', issues: [first], to: null });
  expect(currentSprints(moved, null)).toEqual([1]);
  expect(inSprintAt(moved, NOW, at - 1)).toBe(true);
  expect(inSprintAt(moved, NOW, at)).toBe(false);
  expect(moved.changes.at(-1)).toMatchObject({ from: '1, 2', to: '1', fromText: 'Old, Now', at });
  expect(other).toBe(second);
  // Undone, it is in the sprint as before.
  const back: Edit = { kind: 'sprint', issues: [first], to: { id: NOW, name: 'Now' } };
  const [again] = edited({ kind: 'sprint', issues: [first], to: null }, back);
  expect(currentSprints(again, null)).toEqual([1, 2]);
  expect(inSprintAt(again, NOW, at)).toBe(true);
});

test('an assignment counts from now on', () => {
  const user = {
    id: 'u-cy' as UserId,
    name: 'Cy',
    active: true,
    zone: null,
    avatarUrl: null,
    accountType: null,
  };
  const issues = [first, second];
  const all = edited({ kind: 'assign', issues, to: { login: 'u-cy', user } });
  for (const [index, issue] of all.entries()) {
    expect(issue.assignee).toBe(user);
    expect(assigneeAt(issue, at - 1)?.name).toBe(issues[index]?.assignee?.name);
    expect(assigneeAt(issue, at)?.name).toBe('Cy');
  }
});

test('a due date and a fix version are set, with the histories that Jira writes', () => {
  const version = (id: string) =>
    ({
      id: id as VersionId,
      name: `Release ${id}`,
      released: false,
      archived: false,
      releaseDay: null,
    }) as const;
  const [moved, other] = edited(
    { kind: 'due', issues: [first], to: parseDay('2026-03-05') },
    { kind: 'fix-versions', issues: [first], to: [version('1'), version('2')] },
    { kind: 'fix-versions', issues: [first], to: [version('3'), version('1')] },
  );
  expect(moved.due).toBe(parseDay('2026-03-05'));
  expect(moved.fixVersions.map(({ name }) => name)).toEqual(['Release 3', 'Release 1']);
  const told = moved.changes.slice(first.changes.length);
  expect(told.map(({ field, fromText, toText }) => `${field}: ${fromText} > ${toText}`)).toEqual([
    'due: null > 2026-03-05 00:00:00.0',
    'fixVersion: null > Release 1',
    'fixVersion: null > Release 2',
    'fixVersion: Release 2 > null',
    'fixVersion: null > Release 3',
  ]);
  expect(other).toBe(second);
});

test('an estimate is set, and cleared, with its history', () => {
  const fieldId = dataset.special.storyPoints[0] as FieldId;
  const edit = { kind: 'estimate', boardId: 1 as BoardId, fieldId } as const;
  const [more] = edited({ ...edit, issues: [first], value: 8 });
  expect(more.points).toBe(8);
  expect(more.changes.at(-1)).toMatchObject({ field: 'points', fromText: '5', toText: '8' });
  const [none] = edited(
    { ...edit, issues: [first], value: 8 },
    { ...edit, issues: [first], value: null },
  );
  expect(none.points).toBeNull();
  expect(none.changes.at(-1)).toMatchObject({ fromText: '8', toText: null });
});

test('logged work counts for the reader, and lowers the remaining estimate to 0 at least', () => {
  const work = { kind: 'log-work', started: at, zone: 'UTC', spentSeconds: 3600 } as const;
  const logged = { ...work, comment: '', issues: [first] } as unknown as LogWorkEdit;
  const [auto] = edited({ ...logged, remaining: { how: 'auto' } });
  const before = first.spentSeconds ?? 0;
  expect(auto.worklogs.at(-1)).toMatchObject({ started: at, author: first.assignee });
  expect(auto).toMatchObject({ spentSeconds: before + 3600, remainingSeconds: 0 });
  const [set] = edited({ ...logged, remaining: { how: 'new', seconds: 7200 } });
  expect(set.remainingSeconds).toBe(7200);
  const undo = { kind: 'delete-worklog', issues: [first], worklogId: 'new' } as const;
  const [gone] = edited(
    { ...logged, remaining: { how: 'auto' } },
    { ...undo, remaining: { how: 'leave' } },
  );
  expect(gone.worklogs).toEqual(first.worklogs);
  expect(gone.spentSeconds).toBe(before);
});

test('the rank is no part of a dataset', () => {
  const keys = ['PROJ-2', 'PROJ-1'] as IssueKey[];
  expect(edited({ kind: 'rank', issues: [first], from: keys, to: keys })[0]).toBe(first);
});
