import { beforeEach, expect, it } from 'vitest';
import { answerStorage, type Kept } from '../testing/storage.ts';
import { boardSetStore, reportStore } from './item-store.ts';
import { mailStore } from './mail-store.ts';
import { ownedItems, ownedMails, ownedPins, reportAccounts } from './personal-data.ts';
import { pinStore } from './pin-store.ts';
import { listPins } from './pins.ts';
import { boardSets } from './shared-board-sets.ts';
import { reports } from './shared-reports.ts';

const browsable = async (ids: readonly string[]) => new Map(ids.map(id => [id, `P${id}`]));
const as = (account: string) => ({ store: reportStore, account, browsable });
const setsAs = (account: string) => ({ store: boardSetStore, account, browsable });

let kept: Kept;
beforeEach(() => {
  kept = new Map();
  Object.assign(globalThis, {
    __forge_fetch__: async (_: unknown, path: string, init: { body: string }) =>
      answerStorage(kept, path, JSON.parse(init.body)),
  });
});

const EVERYONE = [{ kind: 'everyone', edit: true }];

async function share(owner: string, id: string) {
  const body = { version: 0, name: `Of ${owner}`, view: { report: 'age' }, shares: EVERYONE };
  expect(await reports.save(as(owner), { id, body })).toMatchObject({ status: 200 });
}

it('reports the owners of everything that is stored, and takes closed accounts out of it', async () => {
  // More than a page.
  for (let at = 10; at < 60; at++) await share(at < 55 ? 'ana' : 'bo', `report${at}`);
  const set = { version: 0, name: 'Train', unit: 'points', members: [{ board: 1 }] };
  await boardSets.save(setsAs('cy'), { id: 'boards01', body: { ...set, shares: EVERYONE } });
  const figures = { asOf: '2026-03-08T10:00:00Z', headline: [], figures: [] };
  for (let at = 10; at < 60; at++)
    await pinStore.save({
      id: `pinned${at}`,
      report: 'report10',
      ownerId: at === 59 ? 'dee' : 'ana',
      note: 'Before',
      figures,
      issues: [],
    });

  const asked: { accountId: string; updatedAt: string }[][] = [];
  const closed = await reportAccounts({
    places: [ownedItems(reportStore), ownedItems(boardSetStore), ownedPins(pinStore)],
    now: () => Date.parse('2026-11-29T12:00:00Z'),
    async report(accounts) {
      asked.push(accounts);
      return [
        { accountId: 'ana', status: 'closed' },
        { accountId: 'bo', status: 'updated' },
      ];
    },
  });
  expect(closed).toEqual(['ana']);
  const updatedAt = '2026-11-29T12:00:00.000Z';
  expect(asked).toEqual([['ana', 'bo', 'cy', 'dee'].map(accountId => ({ accountId, updatedAt }))]);

  expect(JSON.stringify([...kept])).not.toContain('"ana"');
  expect((await reports.read(as('bo'), { id: 'report10' })).body).toMatchObject({
    name: 'Of ana',
    ownerId: '',
    mine: false,
    editable: true,
    manageable: true,
  });
  expect((await reports.read(as('bo'), { id: 'report55' })).body).toMatchObject({ mine: true });
  expect((await reports.remove(as('bo'), { id: 'report10' })).status).toBe(200);
  expect((await boardSets.read(setsAs('cy'), { id: 'boards01' })).body).toMatchObject({
    mine: true,
  });
});

it('reports authors and recipients of mails, and takes closed accounts out of them', async () => {
  const mail = {
    report: 'report10',
    cron: '0 8 * * *',
    zone: 'UTC',
    issue: '1',
    issueKey: 'AT-1',
    state: 'active' as const,
    due: 1,
  };
  const user = (id: string) => ({ kind: 'user' as const, id, name: `Name of ${id}` });
  await mailStore.save({ ...mail, id: 'report10_a', ownerId: 'ana', to: [user('bo'), user('cy')] });
  await mailStore.save({ ...mail, id: 'report10_b', ownerId: 'cy', to: [user('ana')] });
  const asked: string[] = [];
  await reportAccounts({
    places: [ownedMails(mailStore)],
    now: Date.now,
    async report(accounts) {
      asked.push(...accounts.map(({ accountId }) => accountId));
      return ['ana', 'bo'].map(accountId => ({ accountId, status: 'closed' }));
    },
  });
  expect(asked).toEqual(['ana', 'bo', 'cy']);
  // A mail to nobody else is gone.
  expect(await mailStore.all()).toEqual([
    { ...mail, id: 'report10_a', ownerId: '', to: [user('cy')] },
  ]);
});

it('reports nothing of an empty app, and no closed account a second time', async () => {
  await share('ana', 'report10');
  const pins = { pins: pinStore, visible: async () => new Set<string>() };
  const places = [ownedItems(reportStore), ownedPins(pinStore)];
  const asked: string[][] = [];
  const report = async (accounts: { readonly accountId: string }[]) => {
    asked.push(accounts.map(({ accountId }) => accountId));
    return accounts.map(({ accountId }) => ({ accountId, status: 'closed' as const }));
  };
  await reportAccounts({ places, report, now: Date.now });
  await reportAccounts({ places, report, now: Date.now });
  expect(asked).toEqual([['ana'], []]);
  expect(await listPins({ ...as('bo'), ...pins }, { report: 'report10' })).toMatchObject({
    status: 200,
  });
});
