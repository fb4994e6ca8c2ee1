import { anonymize } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { context, DONE, dataset } from '@tallyboard/core/testing/builders.ts';
import { levelIssue } from '@tallyboard/core/testing/levels.ts';
import { describe, expect, it } from 'vitest';
import computeIssuesBy from './compute.ts';
import report from './index.ts';
import { type IssuesBySettings, issuesBySettings } from './settings.ts';
import type { ValueId } from './values.ts';

type Settings = Partial<IssuesBySettings>;

function compute(issues: readonly Issue[], above: readonly Issue[], settings: Settings) {
  const data = dataset(issues, { above });
  return computeIssuesBy(data, { ...issuesBySettings.defaults, ...settings }, context());
}

/** The label, value and progress of each row, and of the total. */
function lines(issues: readonly Issue[], above: readonly Issue[], settings: Settings, id: ValueId) {
  const { rows, total } = compute(issues, above, settings).result;
  return [...rows, { label: 'Total', ...total }].map(({ label, values, progress }) => {
    const whole = progress?.whole.value;
    const percent = whole ? (100 * (progress.done.value ?? 0)) / whole : null;
    return `${label.replace(/ Summary.*/, '')}: ${values?.[id]?.value ?? null}, ${percent}`;
  });
}

const EPIC = levelIssue('E-1 Epic ^I-1', { points: 10 });
const INITIATIVE = levelIssue('I-1 Initiative');
const STORIES = [
  levelIssue('A-1 Story ^E-1', { points: 3, status: DONE }),
  levelIssue('A-2 Story ^E-1'),
];

describe('points', () => {
  it.each([
    ['own', 10, null],
    ['children', 3, 3],
    ['own-else-children', 10, 10],
    ['children-else-own', 3, 3],
  ] as const)('by %s of an epic with 10, stories with 3 and none', (rule, ofEpic, ofInitiative) => {
    const total = (field: string) =>
      lines(STORIES, [EPIC, INITIATIVE], { field, measure: 'points', rule }, 'points');
    for (const field of ['epic', 'level:Epic'])
      expect(total(field)).toEqual([`(E-1): ${ofEpic}, 100`, `Total: ${ofEpic}, 100`]);
    expect(total('level:Initiative')).toEqual([
      `(I-1): ${ofInitiative}, 100`,
      `Total: ${ofInitiative}, 100`,
    ]);
  });

  it('of 0 are a value', () => {
    const epic = levelIssue('E-1 Epic', { points: 0 });
    const of = (rule: IssuesBySettings['rule']) =>
      lines(STORIES, [epic], { field: 'level:Epic', measure: 'points', rule }, 'points').at(-1);
    expect([of('own'), of('own-else-children')]).toEqual(['Total: 0, 100', 'Total: 0, 100']);
    expect(of('children')).toBe('Total: 3, 100');
  });

  it('are named where two levels have some', () => {
    const { notes } = compute(STORIES, [EPIC], { field: 'epic', measure: 'points' });
    expect(notes.find(({ code }) => code === 'both-values')?.text).toBe(
      '1 issue has an estimate of its own, and issues below it have some: one of them counts.',
    );
  });

  it('of an epic that the query finds count in its own row alone', () => {
    const settings = { field: 'epic', measure: 'points', rule: 'own' } as const;
    // The epic itself has no epic.
    expect(lines([...STORIES, EPIC], [], settings, 'points')).toEqual([
      '(E-1): 10, 100',
      'None: null, null',
      'Total: 10, 100',
    ]);
  });
});

it('of issues below an issue with a row of its own count in that row, whatever their own epic', () => {
  // A story that others name as their epic, as after its type was changed; its sub-task has the epic of its parent: none.
  const epic = levelIssue('A-2 Sub-task ^A-1').parent;
  const issues = [
    levelIssue('A-1 Story', { originalSeconds: 14_400 }),
    levelIssue('A-2 Sub-task ^A-1', { originalSeconds: 3600 }),
    levelIssue('A-3 Story', { epic }),
  ];
  const settings = { field: 'epic', measure: 'time', rule: 'children-else-own' } as const;
  const values = lines(issues, [], settings, 'original').map(line => line.replace(/, .*/, ''));
  expect(values).toEqual(['None: null', '(A-1): 3600', 'Total: 3600']);
});

it('time spent is of the issue and all below it, by each rule', () => {
  const epic = levelIssue('E-1 Epic', { spentSeconds: 3600, originalSeconds: 36_000 });
  const issues = [
    levelIssue('A-1 Story ^E-1', { spentSeconds: 7200, originalSeconds: 7200 }),
    levelIssue('A-2 Sub-task ^A-1', { spentSeconds: 1800, originalSeconds: 1800, status: DONE }),
  ];
  for (const rule of ['own', 'children'] as const) {
    const settings = { field: 'level:Epic', measure: 'time', rule } as const;
    expect(lines(issues, [epic], settings, 'spent').at(0)).toContain(': 12600,');
  }
  const settings = { field: 'level:Epic', measure: 'time' } as const;
  expect(lines(issues, [epic], settings, 'original')).toEqual([
    '(E-1): 1800, 100',
    'Total: 1800, 100',
  ]);
});

it('without values is by the number of issues', () => {
  const issues = [levelIssue('A-1 Story ^E-1', { status: DONE }), levelIssue('A-2 Story ^E-1')];
  const settings = { field: 'level:Epic', measure: 'points' } as const;
  expect(lines(issues, [levelIssue('E-1 Epic')], settings, 'points')[0]).toBe('(E-1): null, 50');
});

it('names circles', () => {
  const circle = [levelIssue('I-1 Initiative ^E-1'), levelIssue('E-1 Epic ^I-1')];
  const { notes } = compute(STORIES, circle, { field: 'level:Initiative' });
  expect(notes.find(({ code }) => code === 'parents-in-a-circle')?.text).toBe(
    '1 issue is above and below itself: its parent does not count.',
  );
});

it('says that parents are hidden, and not which', () => {
  const computed = compute(STORIES, [], { field: 'level:Initiative' });
  expect(computed.notes.find(({ code }) => code === 'hidden-parent')?.text).toBe(
    '2 issues have a parent that you may not see: they count as without one.',
  );
  expect(JSON.stringify(computed)).not.toContain('E-1');
});

it('says that no issue is of the type that a level is called by, also in another case', () => {
  const told = (issues: readonly Issue[], above: readonly Issue[], field: string) =>
    compute(issues, above, { field })
      .notes.filter(({ code }) => code === 'unknown-level')
      .map(({ text }) => text);
  const epic = levelIssue('E-1 Epic');
  expect(told(STORIES, [epic], 'level:Moonshot')).toEqual([
    "No issue that was read, of the query or above one, is of a type called 'Moonshot'. Choose the name of another type, or widen the query.",
  ]);
  expect(told(STORIES, [epic], 'level:epic')).toEqual([]);
  expect(told([], [], 'level:Moonshot')).toEqual([]);
});

it('asks for parents only where it needs them', () => {
  const requires = (settings: Settings) =>
    report.requires({ ...issuesBySettings.defaults, ...settings }, context());
  expect(requires({}).forest).toBeUndefined();
  expect(requires({ measure: 'points' }).forest).toBeUndefined();
  expect(requires({ field: 'epic' }).forest).toBeUndefined();
  expect(requires({ field: 'epic', measure: 'points' })).toMatchObject({
    parts: ['parent', 'points'],
    forest: { above: 'epics', below: null },
  });
  expect(requires({ field: 'level:Initiative' })).toMatchObject({
    parts: ['parent'],
    forest: { above: 'all', below: null },
  });
});

it('has the same figures with made-up names of levels', () => {
  const moonshot = { ...INITIATIVE, type: { ...INITIATIVE.type, name: 'Moonshot' } };
  const data = dataset(STORIES, { above: [EPIC, moonshot] });
  const settings = { ...issuesBySettings.defaults, field: 'level:moonshot' };
  const { dataset: made, typed } = anonymize(data, [{ of: 'type', text: 'moonshot' }]);
  const renamed = issuesBySettings.rename(settings, (of, text) => typed({ of, text }));
  expect(renamed.field).toBe('level:Type 1');
  const { result } = computeIssuesBy(made, renamed, context());
  expect(result.rows.map(({ count }) => count.value)).toEqual([2]);
  expect(JSON.stringify([result, made])).not.toMatch(/moonshot|[^-][IE]-1/i);
});
