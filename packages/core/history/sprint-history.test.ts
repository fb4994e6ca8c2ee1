import { describe, expect, it } from 'vitest';
import type { Change, ChangeField } from '../model/change.ts';
import type { FieldId, IssueId, IssueKey } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { datasetAt } from '../past/dataset-at.ts';
import { CREATED, dataset, issue, issueType, SPRINT_FIELD, sprint } from '../testing/builders.ts';
import { DAY } from '../time/units.ts';
import { SprintHistory } from './sprint-history.ts';

const [S1, S2] = [sprint({ id: 1 }), sprint({ id: 2 })];
const day = (days: number) => CREATED + days * DAY;

function change(days: number, field: ChangeField, from: string | null, to: string | null): Change {
  const isSprint = field === 'sprint';
  return {
    at: day(days),
    historyId: String(days),
    author: null,
    field,
    fieldId: isSprint ? SPRINT_FIELD : (null as FieldId | null),
    fieldName: isSprint ? 'Sprint' : 'Parent',
    from: from && !isSprint ? `id-${from}` : from,
    fromText: from,
    to: to && !isSprint ? `id-${to}` : to,
    toText: to,
  };
}

const parentOf = (key: string): Issue['parent'] => ({
  id: `id-${key}` as IssueId,
  key: key as IssueKey,
  summary: null,
  level: 0,
});

const subTask = (init: Partial<Omit<Issue, 'id' | 'key'>>) =>
  issue({ key: 'P-9', type: issueType('Sub-task'), parent: parentOf('P-1'), ...init });

/** In S1 from the second day to the fifth. */
const left = issue({
  key: 'P-1',
  changes: [change(2, 'sprint', null, '1'), change(5, 'sprint', '1', null)],
});
/** In S2 since the third day. */
const joined = issue({ key: 'P-2', sprints: [S2], changes: [change(3, 'sprint', null, '2')] });

const steps = (own: Issue, ...others: readonly Issue[]) =>
  new SprintHistory([own, ...others])
    .timeline(own)
    .map(({ from, value }) => [(from - CREATED) / DAY, value.join()]);

describe('the sprints of a sub-task', () => {
  it('are those of its parent', () => {
    const own = subTask({});
    expect(steps(own, left, joined)).toEqual([
      [0, ''],
      [2, '1'],
      [5, ''],
    ]);
    const history = new SprintHistory([own, left]);
    expect([1, 2, 4, 5].map(at => history.inSprintAt(own, S1.id, day(at)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('are, when it was created later, those that the parent had then', () => {
    expect(steps(subTask({ created: day(3) }), left)).toEqual([
      [3, '1'],
      [5, ''],
    ]);
  });

  it('are those of the parent that it had at the time', () => {
    const own = subTask({
      parent: parentOf('P-2'),
      sprints: [S2],
      changes: [change(4, 'parent', 'P-1', 'P-2')],
    });
    expect(steps(own, left, joined)).toEqual([
      [0, ''],
      [2, '1'],
      [4, '2'],
    ]);
  });

  it('are those of now while a parent of then is not loaded, which is told', () => {
    const own = subTask({
      parent: parentOf('P-2'),
      sprints: [S2],
      changes: [change(4, 'parent', 'P-1', 'P-2')],
    });
    expect(steps(own, joined)).toEqual([[0, '2']]);
    expect(new SprintHistory([own, joined]).lacksParent(own)).toBe(true);
    expect(new SprintHistory([own, joined, left]).lacksParent(own)).toBe(false);
    const alone = subTask({ sprints: [S1] });
    expect(steps(alone)).toEqual([[0, '1']]);
    expect(new SprintHistory([alone]).lacksParent(alone)).toBe(true);
  });

  it('are its own where it has changes of the sprint, or another sprint than its parent', () => {
    const changed = subTask({ changes: [change(1, 'sprint', '2', null)] });
    expect(steps(changed, left)).toEqual([
      [0, '2'],
      [1, ''],
    ]);
    expect(steps(subTask({ sprints: [S2] }), left)).toEqual([[0, '2']]);
  });

  it('are those of an epic that is its parent', () => {
    const epic = { ...left, type: issueType('Epic') };
    expect(steps(subTask({}), epic)).toEqual([
      [0, ''],
      [2, '1'],
      [5, ''],
    ]);
  });

  it('are those of its parent until it becomes an issue of its own', () => {
    const changes = [change(4, 'parent', 'P-1', null), change(6, 'sprint', null, '2')];
    const task = issue({ key: 'P-9', sprints: [S2], changes });
    expect(steps(task, left)).toEqual([
      [0, ''],
      [2, '1'],
      [4, ''],
      [6, '2'],
    ]);
    const then = datasetAt(dataset([task, left]), day(3), ['sprint']).issues[0];
    expect(then?.sprints.map(({ id }) => id)).toEqual([1]);
  });

  it('are those of its parent once it has become a sub-task', () => {
    const changes = [
      change(1, 'sprint', null, '1'),
      change(4, 'sprint', '1', null),
      change(4, 'parent', null, 'P-2'),
    ];
    const own = subTask({ parent: parentOf('P-2'), sprints: [S2], changes });
    expect(steps(own, joined)).toEqual([
      [0, ''],
      [1, '1'],
      [4, '2'],
    ]);
    const unplanned = subTask({ parent: parentOf('P-2'), sprints: [S2], changes: [changes[2]!] });
    expect(steps(unplanned, joined)).toEqual([
      [0, ''],
      [4, '2'],
    ]);
  });

  it('are those of its parent as of the past too', () => {
    const own = subTask({ parent: parentOf('P-2'), sprints: [S2] });
    const sprintsAt = (days: number) =>
      datasetAt(dataset([own, joined]), day(days), ['sprint']).issues[0]?.sprints.map(
        ({ id }) => id,
      );
    expect(sprintsAt(2)).toEqual([]);
    expect(sprintsAt(3)).toEqual([2]);
  });
});

it('an issue of a standard type does not follow its epic', () => {
  const story = issue({ key: 'P-3', parent: parentOf('P-1') });
  expect(steps(story, left)).toEqual([[0, '']]);
});
