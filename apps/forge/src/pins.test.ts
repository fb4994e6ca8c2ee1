import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerStorage, type Kept } from '../testing/storage.ts';
import { reportStore } from './item-store.ts';
import { pinStore } from './pin-store.ts';
import { addPin, deleteWithPins, listPins, type PinLocation, removePin } from './pins.ts';
import { reports } from './shared-reports.ts';

const report = 'weekly01';
const figures = (asOf: string) => ({
  asOf,
  question: { report: 'overview', jql: 'project = OPS', settings: {}, timeZone: 'Etc/UTC' },
  headline: [{ key: 'resolved', label: 'Resolved', text: '40%' }],
  figures: [{ key: 'resolved', value: 40 }],
});
const body = (id: string, issues: readonly string[], more: object = {}) => ({
  report,
  body: { id, note: ` Note of ${id} `, figures: figures('2026-03-08T10:00:00Z'), issues, ...more },
});

/** Who sees which issues. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  ana: ['1', '2'],
  bo: ['1', '2', '3'],
  cy: ['1'],
};

let asked: string[] = [];
const as = (account: string): PinLocation => ({
  store: reportStore,
  pins: pinStore,
  account,
  browsable: async ids => new Map(ids.map(id => [id, `P${id}`])),
  visible: async ids => {
    asked.push(...ids);
    return new Set(ids.filter(id => SEEN[account]?.includes(id)));
  },
});

beforeEach(async () => {
  asked = [];
  const kept: Kept = new Map();
  Object.assign(globalThis, {
    __forge_fetch__: async (_: unknown, path: string, init: { body: string }) =>
      answerStorage(kept, path, JSON.parse(init.body)),
  });
  const shares = [{ kind: 'everyone', edit: false }];
  await reports.save(as('ana'), {
    id: report,
    body: { version: 0, name: 'Weekly', view: {}, shares },
  });
});
afterEach(() => void Reflect.deleteProperty(globalThis, '__forge_fetch__'));

const listed = async (account: string) => {
  const { body: found } = await listPins(as(account), { report });
  return Reflect.get(Object(found), 'pins');
};

it('shows a pin to its author and to whom sees every issue of it, and no id to anybody', async () => {
  expect(await addPin(as('ana'), body('pinnedaa', ['1', '2']))).toMatchObject({
    status: 200,
    body: { id: 'pinnedaa', note: 'Note of pinnedaa', mine: true, removable: true, shown: true },
  });
  const early = { figures: figures('2026-03-01T10:00:00Z') };
  await addPin(as('ana'), body('pinnedbb', ['1'], early));
  expect(asked).toEqual([]);
  const own = await listed('ana');
  expect(own.map(({ id }: { id: string }) => id)).toEqual(['pinnedbb', 'pinnedaa']);
  expect(await listed('bo')).toMatchObject([
    { authorId: 'ana', shown: true, mine: false, removable: false },
    { shown: true, figures: [{ key: 'resolved', value: 40 }] },
  ]);
  const [seen, hidden] = await listed('cy');
  expect(seen).toMatchObject({ id: 'pinnedbb', shown: true });
  expect(hidden).toEqual({
    id: 'pinnedaa',
    asOf: '2026-03-08T10:00:00Z',
    author: null,
    authorId: 'ana',
    note: 'Note of pinnedaa',
    mine: false,
    removable: false,
    shown: false,
  });
  for (const account of ['ana', 'bo', 'cy'])
    expect(JSON.stringify(await listed(account))).not.toContain('issues');
});

it('is made by who may change the report, and removed by its author or who may delete the report', async () => {
  expect(await addPin(as('bo'), body('pinnedaa', ['1']))).toMatchObject({ status: 403 });
  await addPin(as('ana'), body('pinnedaa', ['1']));
  const place = { report, pin: 'pinnedaa' };
  expect(await removePin(as('bo'), place)).toMatchObject({ status: 403 });
  expect(await removePin(as('ana'), { report, pin: 'other' })).toMatchObject({ status: 404 });
  expect(await removePin(as('ana'), place)).toMatchObject({ status: 200 });
  expect(await listed('ana')).toEqual([]);
});

it('is gone with its report', async () => {
  await addPin(as('ana'), body('pinnedaa', ['1']));
  expect(await deleteWithPins(as('bo'), { id: report })).toMatchObject({ status: 403 });
  expect(await pinStore.ofReport(report)).toHaveLength(1);
  expect(await deleteWithPins(as('ana'), { id: report })).toMatchObject({ status: 200 });
  expect(await pinStore.ofReport(report)).toEqual([]);
  expect(await listPins(as('ana'), { report })).toMatchObject({ status: 404 });
});

it('cannot say otherwise than the backend who made it', async () => {
  const forged = { ...figures('2026-03-08T10:00:00Z'), authorId: 'bo', shown: true, mine: true };
  await addPin(as('ana'), body('pinnedaa', ['3'], { figures: forged }));
  expect(await listed('cy')).toMatchObject([{ authorId: 'ana', shown: false, mine: false }]);
});

it.each([
  ['no id', { id: '../1' }, /^The id of a pin/],
  ['no note', { note: ' ' }, /^Say in a note why/],
  ['a long note', { note: 'x'.repeat(501) }, /longer than 500/],
  ['no figures', { figures: null }, /nothing to store/],
  ['no time', { figures: {} }, /time of the figures/],
  ['figures beyond the limit', { figures: { asOf: 'x'.repeat(33_000) } }, /the limit is 32768/],
  ['keys for ids', { issues: ['OPS-1'] }, /issues are missing/],
  ['too many issues', { issues: Array.from({ length: 1001 }, (_, at) => `${at}`) }, /at most 1000/],
])('refuses %s', async (_, more, text) => {
  const refused = await addPin(as('ana'), body('pinnedaa', ['1'], more));
  expect(refused).toMatchObject({ status: 400 });
  expect(String(Reflect.get(Object(refused.body), 'errorMessages'))).toMatch(text);
  expect(await pinStore.ofReport(report)).toEqual([]);
});

it('has room for 20', async () => {
  for (let at = 10; at < 30; at++) await addPin(as('ana'), body(`pinned${at}`, ['1']));
  expect(await addPin(as('ana'), body('pinnedaa', ['1']))).toMatchObject({ status: 409 });
});
