import { expect, it } from 'vitest';
import {
  addColumn,
  categoryWorkflow,
  distinctStatuses,
  finishAt,
  moveColumn,
  moveStatus,
  removeColumn,
  renameColumn,
  startAt,
  unmappedOf,
  workflowProblem,
} from './edit-workflow.ts';

const FLOW = {
  columns: [
    { name: 'Wait', statuses: ['Open'] },
    { name: 'Work', statuses: ['Doing', 'Review'] },
    { name: 'Ready', statuses: ['Done'] },
  ],
  start: 'Work',
  finish: 'Ready',
};
const names = ({ columns }: typeof FLOW) => columns.map(({ name }) => name);

it('moves a status to another column and out of all', () => {
  const moved = moveStatus(FLOW, 'review', 0);
  expect(moved.columns.map(({ statuses }) => statuses)).toEqual([
    ['Open', 'review'],
    ['Doing'],
    ['Done'],
  ]);
  const out = moveStatus(FLOW, 'Open', null);
  expect(unmappedOf(out, ['Open', 'Doing', 'Blocked'])).toEqual(['Open', 'Blocked']);
});

it('adds a column before the last one, with a free name', () => {
  const added = addColumn(renameColumn(FLOW, 0, 'Column 4'));
  expect(added.columns.map(({ name }) => name)).toEqual(['Column 4', 'Work', 'Column 5', 'Ready']);
});

it('keeps the clock at its columns when they are renamed, moved and removed', () => {
  expect(renameColumn(FLOW, 1, 'Build')).toMatchObject({ start: 'Build', finish: 'Ready' });
  const moved = moveColumn(FLOW, 1, 1);
  expect(moved).toMatchObject({ start: 'Work', finish: 'Work' });
  expect(moved.columns.map(({ name }) => name)).toEqual(['Wait', 'Ready', 'Work']);
  expect(removeColumn(FLOW, 2)).toMatchObject({ start: 'Work', finish: 'Work' });
  expect(names(removeColumn(FLOW, 0) as typeof FLOW)).toEqual(['Work', 'Ready']);
});

it('never stops the clock before its start', () => {
  expect(startAt(FLOW, 'Ready')).toMatchObject({ start: 'Ready', finish: 'Ready' });
  expect(finishAt(FLOW, 'Wait')).toMatchObject({ start: 'Wait', finish: 'Wait' });
});

it('names what keeps a workflow from being used', () => {
  expect(workflowProblem(FLOW)).toBeNull();
  expect(workflowProblem(renameColumn(FLOW, 0, ' '))).toMatch(/name/);
  expect(workflowProblem(renameColumn(FLOW, 0, 'work'))).toMatch(/two columns/);
});

it('makes columns of the categories, with each name once', () => {
  const statuses = distinctStatuses([
    { name: 'Open', category: 'to-do' },
    { name: 'open', category: 'to-do' },
    { name: 'Closed', category: 'done' },
  ]);
  expect(categoryWorkflow(statuses).columns.map(({ statuses: own }) => own)).toEqual([
    ['open'],
    [],
    ['Closed'],
  ]);
});
