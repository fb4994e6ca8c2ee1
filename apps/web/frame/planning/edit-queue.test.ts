import type { Edit } from '@tallyboard/core/model/edit.ts';
import type { Engine, LoadedDataset } from '@tallyboard/engine/calls.ts';
import type { Flag } from '@tallyboard/ui/feedback/flags.tsx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportRun } from '../report-run.ts';
import { EditQueue } from './edit-queue.ts';

const WEB_1 = { id: '1', key: 'WEB-1' };
const WEB_2 = { id: '2', key: 'WEB-2' };
const sprintEdit = (issues: object[], to: object | null) =>
  ({ kind: 'sprint', issues, to }) as unknown as Edit;
const SPRINT = { id: 3, name: 'Sprint 3' };
const toBacklog = sprintEdit([WEB_1, WEB_2], null);
const back = sprintEdit([WEB_1, WEB_2], SPRINT);

const REFUSED =
  "Sorry, your changes weren't saved, to continue editing please copy your changes and refresh.";

/** A queue over an engine whose writes are settled by hand; datasets are named by what they show. */
function handQueue() {
  const shown: string[] = [];
  const names = new Map<number, string>();
  let lastId = 0;
  const loaded = (name: string) => {
    names.set(++lastId, name);
    return { id: lastId } as LoadedDataset;
  };
  let now = loaded('loaded');
  const nameOf = (edit: Edit) => (edit === toBacklog ? 'backlog' : 'sprint');
  const writes: {
    edit: Edit;
    settle: (refused?: object[], inverse?: Edit[], unknown?: string[]) => void;
  }[] = [];
  const engine = {
    previewEdits: async ({ dataset, edits }) =>
      loaded(`${names.get(dataset)} + ${edits.map(nameOf).join(' + ')}`),
    writeEdit: ({ edit }) =>
      new Promise(resolve => {
        const settle = (refused: object[] = [], inverse: Edit[] = [], unknown: string[] = []) =>
          resolve({ refused, unknown, inverse } as never);
        writes.push({ edit, settle });
      }),
    reloadIssues: vi.fn(async ({ issues }: { issues: readonly { key: string }[] }) =>
      loaded(`jira ${issues.map(({ key }) => key).join()}`),
    ),
  } satisfies Partial<Engine>;
  const run = {
    read: () => ({ shown: { loaded: now } }) as ReturnType<ReportRun['read']>,
    async showDataset(next: LoadedDataset) {
      now = next;
      shown.push(names.get(next.id) ?? '');
    },
    reload: vi.fn(),
  };
  const flags: Flag[] = [];
  const open = new Set<Flag>();
  const queue = new EditQueue(engine, run, flag => {
    flags.push(flag);
    open.add(flag);
    return () => void open.delete(flag);
  });
  return { queue, writes, shown, flags, open, run, engine };
}

const settle = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an edit is shown at once, written, and then shown as Jira has it', async () => {
  const { queue, writes, shown, open } = handQueue();
  queue.act(toBacklog, 'Moved');
  await settle();
  expect(shown).toEqual(['loaded + backlog']);
  writes[0]?.settle([], [back]);
  await queue.settled();
  expect(shown.at(-1)).toBe('jira WEB-1,WEB-2');
  // Undo is offered for 10 s.
  await vi.advanceTimersByTimeAsync(9_900);
  expect(open.size).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(open.size).toBe(0);
});

test('undo writes the inverse', async () => {
  const { queue, writes, shown, flags } = handQueue();
  queue.act(toBacklog, 'Moved');
  await settle();
  writes[0]?.settle([], [back]);
  await queue.settled();
  flags[0]?.action?.onSelect();
  await settle();
  expect(shown.at(-1)).toBe('jira WEB-1,WEB-2 + sprint');
  expect(writes[1]?.edit).toBe(back);
  writes[1]?.settle();
  await queue.settled();
  expect(flags).toHaveLength(1);
});

test('undo before the write has ended shows the former figure, and takes the write back', async () => {
  const { queue, writes, shown, flags } = handQueue();
  queue.act(toBacklog, 'Moved');
  await settle();
  flags[0]?.action?.onSelect();
  await settle();
  expect(shown.at(-1)).toBe('loaded');
  writes[0]?.settle([], [back]);
  await settle();
  expect(writes[1]?.edit).toBe(back);
  writes[1]?.settle();
  await queue.settled();
  expect(shown.slice(1)).toEqual(['loaded', 'jira WEB-1,WEB-2']);
  expect(writes).toHaveLength(2);
});

test('a refused edit is rolled back, with the text of the product, and cannot be undone', async () => {
  const { queue, writes, shown, flags, open } = handQueue();
  queue.act(toBacklog, 'Moved');
  await settle();
  writes[0]?.settle([WEB_1, WEB_2]);
  await queue.settled();
  expect(shown).toEqual(['loaded + backlog', 'loaded']);
  expect(flags[1]).toEqual({ kind: 'error', title: 'Something went wrong', text: REFUSED });
  expect([...open]).toEqual([flags[1]]);
});

test('issues that were refused are named; the others are changed', async () => {
  const { queue, writes, shown, flags } = handQueue();
  queue.act(toBacklog, 'Moved');
  await settle();
  writes[0]?.settle([WEB_2], [sprintEdit([WEB_1], SPRINT)]);
  await queue.settled();
  expect(shown.at(-1)).toBe('jira WEB-1');
  expect(flags[1]?.text).toBe(`${REFUSED} Not changed: WEB-2.`);
});

test('an edit without an answer is told as unknown, its issues are read again, and it cannot be undone', async () => {
  const { queue, writes, shown, flags, open } = handQueue();
  queue.act(toBacklog, 'Moved');
  await settle();
  writes[0]?.settle([], [], ['WEB-2']);
  await queue.settled();
  expect(shown.at(-1)).toBe('jira WEB-1,WEB-2');
  expect(flags[1]?.title).toBe('Jira did not answer');
  expect(flags[1]?.text).toContain('It is unknown whether the change was written: WEB-2.');
  expect([...open]).toEqual([flags[1]]);
});

test('an edit of a form is confirmed once it is written; its failures are the answer, not flags', async () => {
  const { queue, writes, flags, open } = handQueue();
  const first = queue.submit(toBacklog, 'Moved');
  await settle();
  expect(flags).toEqual([]);
  writes[0]?.settle([
    { key: 'WEB-1', message: 'No.' },
    { key: 'WEB-2', message: 'No.' },
  ]);
  expect(await first).toEqual([expect.objectContaining({ title: 'Something went wrong' })]);
  const second = queue.submit(toBacklog, 'Moved');
  await settle();
  writes[1]?.settle([], [], ['WEB-2']);
  expect(await second).toEqual([expect.objectContaining({ title: 'Jira did not answer' })]);
  expect(flags).toEqual([]);
  const third = queue.submit(toBacklog, 'Moved');
  await settle();
  writes[2]?.settle([], [back]);
  expect(await third).toEqual([]);
  await queue.settled();
  expect([...open].map(({ title }) => title)).toEqual(['Moved']);
});

test('a refused edit takes only itself back, and later ones wait for their turn', async () => {
  const { queue, writes, shown } = handQueue();
  queue.act(toBacklog, 'Moved');
  queue.act(back, 'Moved back');
  await settle();
  expect(shown.at(-1)).toBe('loaded + backlog + sprint');
  expect(writes).toHaveLength(1);
  writes[0]?.settle([WEB_1, WEB_2]);
  await settle();
  expect(shown.at(-1)).toBe('loaded + sprint');
  expect(writes[1]?.edit).toBe(back);
});

test('all issues are loaded again where the changed ones cannot be', async () => {
  const { queue, writes, run, engine } = handQueue();
  engine.reloadIssues.mockRejectedValue(new Error('offline'));
  queue.act(toBacklog, 'Moved');
  await settle();
  writes[0]?.settle([], [back]);
  await queue.settled();
  expect(run.reload).toHaveBeenCalledOnce();
});

test('the order by rank follows an edit, and goes back where it is refused', async () => {
  const { queue, writes } = handQueue();
  const [from, to] = [
    ['WEB-1', 'WEB-2'],
    ['WEB-2', 'WEB-1'],
  ];
  queue.act({ kind: 'rank', issues: [WEB_2], from, to } as unknown as Edit, 'Ranked');
  expect(queue.order.read()).toEqual(to);
  await settle();
  writes[0]?.settle([WEB_2]);
  await queue.settled();
  expect(queue.order.read()).toEqual(from);
});
