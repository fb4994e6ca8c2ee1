import { expect, it } from 'vitest';
import { doneRule } from '../measure/resolution.ts';
import type { IssueKey, StatusId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { datasetFromText, instantFromText } from '../testing/issues-from-text.ts';
import { replayFlow } from './replay.ts';
import { workflowOf } from './workflow.ts';

const STORY = datasetFromText(`
  status Review = in-progress
  A-1 | Mon started | Thu done
  A-2 | Mon started | Tue done | Wed reopened | Fri started
  A-3 | Wed done
  A-4 status:Done
  A-5
  A-6 | Mon started | Tue > Review | Wed > ?Gone | Thu > Review | Fri > Done
  A-7 created:"2026-03-06 09:00" | Fri started
`);
const SETTINGS = { workflow: null, board: null, startRule: 'first', types: 'standard' } as const;

function run(asOf: string, init: Partial<Record<'startRule', 'first' | 'last'>> = {}) {
  const settings = { ...SETTINGS, ...init };
  const workflow = workflowOf(STORY, settings);
  const rule = doneRule({ kind: 'resolution-or-category' }, STORY.statuses);
  const at = instantFromText(asOf);
  const replay = replayFlow(STORY, workflow, rule, settings, at);
  const day = (instant: number | undefined) =>
    instant === undefined || Number.isNaN(instant)
      ? '-'
      : new Date(instant).toISOString().slice(8, 10);
  return {
    ...replay,
    list: STORY.issues.map(
      ({ key }, row) => `${key} ${day(replay.start[row])} ${day(replay.finish[row])}`,
    ),
  };
}

it('starts at the first entry and finishes at the entry that was not left since', () => {
  const { list, unknown, unmapped, outside } = run('2026-03-07 12:00');
  expect(list).toEqual([
    'A-1 02 05',
    // Reopened: its finish on Tuesday does not exist any more.
    'A-2 02 -',
    'A-3 04 04',
    // A whole history without changes: created in this status.
    'A-4 23 23',
    'A-5 - -',
    'A-6 02 06',
    'A-7 06 -',
  ]);
  expect(Array.from(unknown)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(Array.from(unmapped)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  expect(Array.from(outside)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

it('as of a day between, the finish before the reopening exists', () => {
  const { list, outside } = run('2026-03-03 18:00');
  expect(list[1]).toBe('A-2 02 03');
  expect(list[0]).toBe('A-1 02 -');
  expect(Array.from(outside)).toEqual([0, 0, 0, 0, 0, 0, 1]);
});

it('a change at the very instant counts', () => {
  expect(run('2026-03-05 12:00').list[0]).toBe('A-1 02 05');
});

it('the last entry begins anew after a reopening and after a status without a column', () => {
  const { list } = run('2026-03-07 12:00', { startRule: 'last' });
  expect(list.slice(1, 3)).toEqual(['A-2 06 -', 'A-3 04 04']);
  expect(list[5]).toBe('A-6 05 06');
});

/** By key: start, finish, and from and until when it is in progress; days of March. */
function timesOf(issues: readonly Issue[], asOf = '2026-03-10 12:00') {
  const workflow = workflowOf(STORY, SETTINGS);
  const rule = doneRule({ kind: 'resolution-or-category' }, STORY.statuses);
  const replay = replayFlow({ issues }, workflow, rule, SETTINGS, instantFromText(asOf));
  const day = (instant: number | undefined) =>
    instant === undefined || Number.isNaN(instant)
      ? '-'
      : new Date(instant).toISOString().slice(5, 10);
  return issues.map(({ key }, row) =>
    [key, ...(['start', 'finish', 'since', 'until'] as const).map(id => day(replay[id][row]))].join(
      ' ',
    ),
  );
}
const one = (text: string, changed: Partial<Issue> = {}) =>
  ({ ...datasetFromText(text).issues[0], ...changed }) as Issue;
const NO_HISTORY = { changes: [], historyComplete: false };

it('without a received history there is no start', () => {
  const dated = { statusCategoryChanged: instantFromText('Tue') };
  expect(
    timesOf([
      one('B-1 status:"In Progress"', NO_HISTORY),
      one('B-2 status:"In Progress"', { ...NO_HISTORY, ...dated }),
      one('B-3 | Wed done', NO_HISTORY),
      one('B-4 status:Done', NO_HISTORY),
      one('B-5', NO_HISTORY),
    ]),
  ).toEqual([
    'B-1 - - 02-23 -',
    'B-2 - - 03-03 -',
    'B-3 - 03-04 03-04 03-04',
    // Done at an unknown time: neither finished in a period nor in progress.
    'B-4 - - - 02-23',
    'B-5 - - - -',
  ]);
});

it('a cut history that begins right of the start has no start, and no finish before it', () => {
  const cut = (text: string, from: number) => {
    const whole = one(text);
    return { ...whole, historyComplete: false, changes: whole.changes.slice(from) };
  };
  expect(
    timesOf([
      cut('C-1 | Mon started | Wed > Done', 1),
      cut('C-2 | Mon started | Tue > Done | Wed > Done2 | Thu reopened | Fri started', 2),
      cut('C-3 | Mon started | Tue > To Do | Wed started', 2),
    ]),
  ).toEqual(['C-1 - 03-04 03-04 03-04', 'C-2 - - 03-04 -', 'C-3 03-04 - 03-04 -']);
});

it('a history that ends elsewhere is finished at the date of resolution, else at an unknown time', () => {
  const done = STORY.statuses.get('done' as StatusId);
  const ended = one('E-1 | Tue started', done && { status: done });
  const resolved = instantFromText('Thu');
  expect(timesOf([ended, { ...ended, key: 'E-2' as IssueKey, resolved }])).toEqual([
    'E-1 03-03 - 03-03 03-03',
    'E-2 03-03 03-05 03-03 03-05',
  ]);
});
