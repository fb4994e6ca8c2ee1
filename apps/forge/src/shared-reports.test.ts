import { describe, expect, it } from 'vitest';
import type { ItemLocation, ItemStore } from './shared-items.ts';
import { reports, type SharedReport } from './shared-reports.ts';

const { list: listReports, read: readReport, save: saveReport, remove: deleteReport } = reports;

const id = 'weekly01';
const view = { report: 'velocity', jql: 'project = OPS' };
const OPS = { kind: 'project', name: '10', edit: false };

/** A site whose people browse the projects with these ids. */
function site(people: Record<string, readonly string[]>) {
  const kept = new Map<string, SharedReport>();
  const store: ItemStore<SharedReport> = {
    get: async id => kept.get(id) ?? null,
    async list(cursor) {
      const all = [...kept.values()];
      const at = Number(cursor ?? 0);
      return {
        items: all.slice(at, at + 1),
        next: at + 1 < all.length ? `${at + 1}` : undefined,
      };
    },
    async save(report, version) {
      if ((kept.get(report.id)?.version ?? 0) !== version) return false;
      kept.set(report.id, report);
      return true;
    },
    remove: async id => void kept.delete(id),
  };
  const as = (account: string): ItemLocation<SharedReport> => ({
    store,
    account,
    browsable: async ids =>
      new Map(ids.filter(each => people[account]?.includes(each)).map(each => [each, `P${each}`])),
  });
  return { kept, as };
}

async function shared(shares: unknown = [OPS]) {
  const { kept, as } = site({ ana: ['10', '20'], bo: ['10'], cy: [] });
  const body = { version: 0, name: ' Weekly ', view, shares };
  expect(await saveReport(as('ana'), { id, body })).toMatchObject({
    status: 200,
    body: { name: 'Weekly', version: 1, mine: true, manageable: true },
  });
  return { kept, as };
}

it('a shared report is there for those who browse its project, and for nobody else', async () => {
  const { as } = await shared([OPS, { kind: 'project', name: '20', edit: false }]);
  const read = await readReport(as('bo'), { id });
  // The other project is out of sight.
  expect(read).toMatchObject({
    status: 200,
    body: { ownerId: 'ana', view, mine: false, editable: false, manageable: false },
  });
  expect(read.body).toHaveProperty('shares', [{ ...OPS, label: 'P10' }]);
  expect(await readReport(as('cy'), { id })).toMatchObject({ status: 404 });
  const listed = async (account: string) => (await listReports(as(account), {})).body;
  expect(await listed('bo')).toMatchObject({ reports: [{ id }] });
  expect(await listed('cy')).toMatchObject({ reports: [] });
});

it('the list goes on where its page ended', async () => {
  const { as } = await shared([{ kind: 'everyone' }]);
  await saveReport(as('bo'), { id: 'monthly1', body: { version: 0, name: 'M', view, shares: [] } });
  expect((await listReports(as('cy'), {})).body).toMatchObject({ reports: [{ id }], next: '1' });
  expect((await listReports(as('bo'), { cursor: '1' })).body).toMatchObject({
    reports: [{ id: 'monthly1' }],
  });
});

it('others change it only where the share says so; sharing and deleting are the owner’s', async () => {
  const { as } = await shared();
  const write = (account: string, body: object) => saveReport(as(account), { id, body });
  expect(await write('bo', { version: 1, name: 'Mine' })).toMatchObject({ status: 403 });
  await write('ana', { version: 1, shares: [{ ...OPS, edit: true }] });
  expect(await write('bo', { version: 2, name: 'Ours' })).toMatchObject({
    status: 200,
    body: { name: 'Ours', version: 3, ownerId: 'ana' },
  });
  expect(await write('bo', { version: 3, shares: [] })).toMatchObject({ status: 403 });
  expect(await write('cy', { version: 3, name: 'No' })).toMatchObject({ status: 404 });
  expect(await deleteReport(as('bo'), { id })).toMatchObject({ status: 403 });
  expect(await deleteReport(as('ana'), { id })).toMatchObject({ status: 200 });
  expect(await readReport(as('ana'), { id })).toMatchObject({ status: 404 });
});

it('of two who write at once, the later one is refused', async () => {
  const { kept, as } = await shared();
  const write = (name: string) => saveReport(as('ana'), { id, body: { version: 1, name } });
  const replies = await Promise.all([write('First'), write('Second')]);
  expect(replies.map(({ status }) => status)).toEqual([200, 409]);
  expect(kept.get(id)).toMatchObject({ name: 'First', version: 2 });
});

describe('refused are', () => {
  it.each([
    ['no id', undefined, {}],
    ['an id of objects', '__proto__', {}],
    ['no version', 'monthly1', { version: undefined }],
    ['no name', 'monthly1', { name: ' ' }],
    ['no view', 'monthly1', { view: null }],
    ['too long a view', 'monthly1', { view: { jql: 'x'.repeat(32_768) } }],
    ['a project out of sight', 'monthly1', { shares: [{ ...OPS, name: '30' }] }],
    ['a share with a person', 'monthly1', { shares: [{ kind: 'account', name: 'bo' }] }],
    ['a project by a query', 'monthly1', { shares: [{ ...OPS, name: '10&id=20' }] }],
  ])('%s', async (_, id, more) => {
    const { kept, as } = site({ ana: ['10'] });
    const body = { version: 0, name: 'N', view, ...more };
    expect(await saveReport(as('ana'), { id, body })).toMatchObject({ status: 400 });
    expect(kept.size).toBe(0);
  });
});
