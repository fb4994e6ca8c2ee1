import { groupIssues } from '@tallyboard/core/measure/group-by.ts';
import { dataset, issue, user } from '@tallyboard/core/testing/builders.ts';
import { expect, test } from 'vitest';
import { disambiguate, distinctSprints } from './disambiguate.ts';
import { labelledGroups } from './group-labels.ts';

const aroy = { ...user('Ana Roy'), id: 'aroy' as never };
const other = { ...user('Ana Roy'), id: '5b10ac8d82e05b22cc7d4ef5' as never, active: false };
const bo = { ...user('Bo'), active: false };

test('people of one name get their ids, and inactive ones a mark', () => {
  const { issues } = dataset([
    ...[aroy, other, bo].map(assignee => issue({ assignee })),
    issue({ assignee: null }),
  ]);
  const labels = labelledGroups(groupIssues({ issues }, 'assignee'), 'assignee', issues);
  expect(labels.map(({ label }) => label)).toEqual([
    'Ana Roy (aroy)',
    'Ana Roy (…7d4ef5) (inactive)',
    'Bo (inactive)',
    'Unassigned',
  ]);
});

test('versions of one name in several projects are one group with their keys', () => {
  const version = {
    id: '1' as never,
    name: '1.0',
    released: false,
    archived: false,
    releaseDay: null,
  };
  const issues = ['WEB-1', 'OPS-1', 'OPS-2'].map((key, at) =>
    issue({ key, fixVersions: [version, ...(at > 0 ? [{ ...version, name: '2.0' }] : [])] }),
  );
  const groups = labelledGroups(groupIssues({ issues }, 'fix-version'), 'fix-version', issues);
  expect(groups.map(({ label, projects }) => [label, projects])).toEqual([
    ['1.0', ['OPS', 'WEB']],
    ['2.0', undefined],
  ]);
});

test('projects of one name get their keys', () => {
  const project = (key: string) => ({ id: key as never, key, name: 'Mobile' });
  const issues = ['MOB', 'OLD'].map(key => issue({ project: project(key) as never }));
  const groups = labelledGroups(groupIssues({ issues }, 'project'), 'project', issues);
  expect(groups.map(({ label }) => label)).toEqual(['Mobile (MOB)', 'Mobile (OLD)']);
});

test('sprints of one name get their ids; unique names stay', () => {
  const sprint = (id: number, name: string) => ({
    id: id as never,
    name,
    state: 'closed' as const,
    boardId: null,
    goal: null,
    start: null,
    end: null,
    complete: null,
  });
  const sprints = [sprint(7, 'Sprint 1'), sprint(12, 'Sprint 1'), sprint(13, 'Sprint 2')];
  expect(distinctSprints(sprints).map(({ name }) => name)).toEqual([
    'Sprint 1 (7)',
    'Sprint 1 (12)',
    'Sprint 2',
  ]);
});

test('a label without a detail stays', () => {
  const things = [{ name: 'Unassigned' }, { name: 'Unassigned' }];
  const label = disambiguate(
    things,
    ({ name }) => name,
    () => null,
  );
  expect(things.map(label)).toEqual(['Unassigned', 'Unassigned']);
});

test('a label that is called as the group without labels is told from it', () => {
  const issues = [['None'], [], ['red']].map(labels => issue({ labels }));
  const groups = labelledGroups(groupIssues({ issues }, 'label'), 'label', issues);
  expect(groups.map(({ label }) => label).sort()).toEqual(['No value', 'None', 'red']);
});
