import { doneRule } from '@tallyboard/core/measure/resolution.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { expect, it } from 'vitest';
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
const SETTINGS = { workflow: null, board: null, startRule: 'first' } as const;

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
  const { list, unknown, unmapped, later } = run('2026-03-07 12:00');
  expect(list).toEqual([
    'A-1 02 05',
    // Reopened: its finish on Tuesday does not exist any more.
    'A-2 02 -',
    'A-3 04 04',
    // Without a status change there is no start; the done instant is a finish.
    'A-4 - 23',
    'A-5 - -',
    'A-6 02 06',
    'A-7 06 -',
  ]);
  expect(Array.from(unknown)).toEqual([0, 0, 0, 1, 0, 0, 0]);
  expect(Array.from(unmapped)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  expect(Array.from(later)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

it('as of a day between, the finish before the reopening exists', () => {
  const { list, later } = run('2026-03-03 18:00');
  expect(list[1]).toBe('A-2 02 03');
  expect(list[0]).toBe('A-1 02 -');
  expect(Array.from(later)).toEqual([0, 0, 0, 0, 0, 0, 1]);
});

it('a change at the very instant counts', () => {
  expect(run('2026-03-05 12:00').list[0]).toBe('A-1 02 05');
});

it('the last entry begins anew after a reopening and after a status without a column', () => {
  const { list } = run('2026-03-07 12:00', { startRule: 'last' });
  expect(list.slice(1, 3)).toEqual(['A-2 06 -', 'A-3 04 04']);
  expect(list[5]).toBe('A-6 05 06');
});
