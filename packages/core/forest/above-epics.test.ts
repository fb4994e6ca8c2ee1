import { expect, test } from 'vitest';
import { issueType } from '../testing/builders.ts';
import { levelIssue } from '../testing/levels.ts';
import { typesAboveEpics } from './above-epics.ts';
import { forestOf } from './forest.ts';

const typeOf = (id: string) => ({ ...issueType('Task'), id, name: id });
const above = (issues: Parameters<typeof forestOf>[0]) =>
  [...typesAboveEpics(issues, forestOf(issues))].sort();

test('where no levels are told, types of issues with an epic below them, at any height', () => {
  const [theme, initiative] = [typeOf('theme'), typeOf('initiative')];
  const issues = [
    levelIssue('T-1 Task', { type: theme }),
    levelIssue('N-1 Task ^T-1', { type: initiative }),
    levelIssue('N-2 Task ^T-1', { type: initiative }),
    levelIssue('E-1 Epic ^N-1'),
    levelIssue('A-1 Task ^E-1'),
    // A story keeps a Parent Link of the time when it was an epic.
    levelIssue('A-2 Task ^N-1'),
  ];
  expect(above(issues)).toEqual(['initiative', 'theme']);
  expect(above(issues.slice(0, 3))).toEqual([]);
});

test('where levels are told, those alone: an epic below a task changes nothing', () => {
  const issues = [levelIssue('A-1 Task'), levelIssue('E-1 Epic ^A-1')];
  const told = levelIssue('I-1 Initiative');
  expect(above([...issues, told])).toEqual([told.type.id]);
});
