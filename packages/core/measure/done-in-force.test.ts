import { expect, it } from 'vitest';
import type { BoardId, StatusId } from '../model/ids.ts';
import { context } from '../testing/builders.ts';
import { datasetFromText } from '../testing/issues-from-text.ts';
import { doneInForce } from './done-in-force.ts';

/** A-1 has a resolution, A-2 a status of category Done, A-3 both. */
const STORY = datasetFromText(`
  status Shipped = in-progress
  A-1 | Tue resolved
  A-2 status:Done
  A-3 | Tue done
  A-4 status:Shipped
`);
const NOW = context();
const shipped = [...STORY.statuses.values()].find(({ name }) => name === 'Shipped')?.id as StatusId;

it("is the site's unless the report has its own", () => {
  const site = context({ doneRule: { kind: 'category' } });
  expect(doneInForce(STORY, { done: null }, site).inForce).toEqual({
    rule: { kind: 'category' },
    own: false,
    differs: false,
  });
  expect(doneInForce(STORY, { done: { kind: 'category' } }, site).inForce).toMatchObject({
    own: true,
    differs: false,
  });
  expect(doneInForce(STORY, { done: { kind: 'resolution' } }, site).inForce).toEqual({
    rule: { kind: 'resolution' },
    own: true,
    differs: true,
  });
});

it('counts the issues of the given rows on which the rules differ, and opens them', () => {
  const { notes } = doneInForce(STORY, { done: null }, NOW);
  expect(notes()).toMatchObject([
    {
      code: 'done-rules-differ',
      text: 'Done rules differ: 1 in status category Done without a resolution, 1 with a resolution in another status category.',
      issues: Uint32Array.of(0, 1),
    },
  ]);
  expect(notes(Uint32Array.of(1, 2))[0]?.issues).toEqual(Uint32Array.of(1));
  expect(notes(Uint32Array.of(2, 3))).toEqual([]);
});

it('uses the last column of the chosen or only board, and notes an unknown one', () => {
  const board = (id: number) => ({
    boardId: id as BoardId,
    filterId: null,
    columns: [{ name: 'Out', statusIds: id === 1 ? [shipped] : [] }],
    estimationField: null,
  });
  const last = { done: { kind: 'last-column' } } as const;
  const on = (boards: number[], chosen: number | null) => {
    const boardConfigurations = new Map(boards.map(id => [id as BoardId, board(id)]));
    const found = doneInForce({ ...STORY, boardConfigurations }, last, NOW, chosen as BoardId);
    return [found.inForce.rule.kind, found.rule.isDoneStatus(shipped), found.notes()[0]?.code];
  };
  const differ = 'done-rules-differ';
  expect(on([1, 2], 1)).toEqual(['last-column', true, differ]);
  expect(on([1, 2], 2)).toEqual(['last-column', false, differ]);
  expect(on([1], null)).toEqual(['last-column', true, differ]);
  expect(on([1, 2], null)).toEqual(['resolution-or-category', false, 'no-last-column']);
});

it('notes that no status has the name', () => {
  const of = (name: string) => doneInForce(STORY, { done: { kind: 'status', name } }, NOW).notes();
  expect(of('shipped').map(({ code }) => code)).toEqual(['done-rules-differ']);
  expect(of('Nowhere').map(({ code }) => code)).toEqual([
    'unknown-done-status',
    'done-rules-differ',
  ]);
});
