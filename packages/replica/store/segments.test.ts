import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BackupLine } from '../data/backup.ts';
import { storeContext } from '../data/context.ts';
import { openEngine } from '../data/engine.ts';
import { newMirrorState } from '../data/mirror.ts';
import type { RecordIssue, StoreRecord } from '../data/records.ts';
import { segmentStore } from '../data/segments.ts';
import type { Store } from './store.ts';
import { onBothEngines } from './testing/engines.ts';
import { openStore } from './testing/open-store.ts';
import { now, smallSite } from './testing/small-site.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const app = '1000';
const ops = '1001';

async function textsOf({ segments }: Store): Promise<Record<string, string[]>> {
  const read = (await segments.read(null)) ?? [];
  return Object.fromEntries(
    read.map(({ projectId, bytes: list }) => [
      projectId,
      list.map(each => new TextDecoder().decode(each)),
    ]),
  );
}

const both = { [app]: ['app'], [ops]: ['ops'] };

async function makeSegments(store: Store): Promise<void> {
  const revision = await store.segments.revision();
  expect(await store.segments.write(app, revision, [bytes('app')])).toBe(true);
  expect(await store.segments.write(ops, revision, [bytes('ops')])).toBe(true);
  expect(await textsOf(store)).toEqual(both);
}

async function filled(store: Store): Promise<Store> {
  await store.ingest(smallSite());
  return store;
}

const recordOf = (kind: StoreRecord['kind'], isIt: (value: RecordIssue) => boolean) => {
  const record = [...smallSite()].find(
    each => each.kind === kind && isIt(each.value as unknown as RecordIssue),
  );
  if (!record) throw new Error(`The site has no such ${kind}.`);
  return structuredClone(record);
};

const issueRecord = (key: string) => {
  const record = recordOf('issue', value => value.key === key);
  if (record.kind !== 'issue') throw new Error('No issue.');
  return record;
};

onBothEngines('segments', open => {
  it('gives the bytes of each project in order', async () => {
    const store = await filled(await open());
    expect(await store.segments.read(null)).toEqual([]);
    const revision = await store.segments.revision();
    const all = new Uint8Array(256).map((_, at) => at);
    await store.segments.write(app, revision, [all, bytes('second')]);
    await store.segments.write(ops, revision, [bytes('ops')]);
    const [first] = (await store.segments.read([app, 'none'])) ?? [];
    expect(first?.bytes.map(each => [...each])).toEqual([[...all], [...bytes('second')]]);
    await store.segments.write(app, revision, [bytes('app')]);
    expect(await textsOf(store)).toEqual(both);
    expect(await store.segments.revision()).toBe(revision);
  });

  it('are given to readers who may see everything', async () => {
    const store = await filled(await open());
    await makeSegments(store);
    const reader = store.as('acc:cid');
    expect(await reader.segments.read(null)).toHaveLength(2);
    const permissions = [{ id: 1, holder: { type: 'reporter' }, permission: 'BROWSE_PROJECTS' }];
    await store.catalogue.save('permissionScheme', '0', { id: '0', name: 'Narrow', permissions });
    await store.catalogue.save('projectAccess', ops, {
      id: ops,
      permissionScheme: '0',
      securityScheme: null,
      roles: {},
    });
    await makeSegments(store);
    expect(await reader.segments.read([app])).toBeNull();
  });

  it('lists the issues that segments are made of', async () => {
    const store = await filled(await open());
    const { ids } = await store.jql.search({
      jql: 'project = APP',
      viewer: { userId: null, zone: 'UTC' },
      now,
    });
    const sorted = ids.map(Number).sort((a, b) => a - b);
    expect(await store.segments.issueIds(app)).toEqual(sorted);
    expect(await store.segments.issueCounts(null)).toEqual(
      new Map([
        [app, 5],
        [ops, 2],
      ]),
    );
    expect(await store.segments.issueCounts([ops])).toEqual(new Map([[ops, 2]]));
    expect(await store.segments.projectsOf(ids)).toEqual([app]);
  });

  it('are stale after each kind of write', async () => {
    const store = await filled(await open());
    const worklog = { id: '9001', started: '2026-03-10T09:00:00.000+0100', timeSpentSeconds: 60 };
    const logged = issueRecord('OPS-1');
    logged.value.fields.worklog = { total: 1, worklogs: [worklog] };
    const sprint = (await store.catalogue.all('sprint'))[0];
    const version = (await store.catalogue.all('version'))[0];
    const edited = issueRecord('APP-3').value.id;
    const holder = 'me';
    await store.mirror.claim(holder);
    const state = newMirrorState({ site: 'https://a.example.com', flavour: 'cloud', jql: '' });
    const step = { holder, state };
    const writes: Record<string, () => Promise<unknown>> = {
      edit: () =>
        store.planning.edit({
          issueId: edited,
          author: null,
          at: now,
          edit(record) {
            record.fields.summary = 'Changed';
            return [];
          },
        }),
      'sprint change': () => store.sprints.update(String(sprint?.id), { goal: 'Ship' }, now),
      'bulk import': () => store.bulkLoad(() => store.ingest(smallSite())),
      worklog: () => store.ingest([logged]),
      'mirrored issue': () => store.mirror.step({ ...step, records: [issueRecord('APP-4')] }),
      'issue that is gone': () => store.mirror.step({ ...step, goneIssues: ['424242'] }),
      'mirrored sprint': () =>
        store.mirror.step({
          ...step,
          records: [{ kind: 'sprint', value: { ...sprint?.document, name: 'Renamed' } as never }],
        }),
      'entity that is gone': () =>
        store.mirror.step({ ...step, goneEntities: [{ kind: 'sprint', id: String(sprint?.id) }] }),
      'version rename': () =>
        store.catalogue.save('version', String(version?.id), {
          ...version?.document,
          name: 'Renamed',
        }),
      delete: () => store.issues.delete(['OPS-2']),
      restore: async () => {
        const lines: BackupLine[] = [];
        for await (const line of store.backup(now)) lines.push(line);
        async function* from() {
          yield* lines;
        }
        await store.restore(from(), { replace: true });
      },
    };
    for (const [kind, write] of Object.entries(writes)) {
      await makeSegments(store);
      await write();
      expect({ kind, read: await textsOf(store) }).toEqual({ kind, read: {} });
    }
  });

  it('stay valid where no issue and no entity changes', async () => {
    const store = await filled(await open());
    await store.mirror.claim('me');
    await makeSegments(store);
    const state = newMirrorState({ site: 'https://a.example.com', flavour: 'cloud', jql: '' });
    await store.mirror.step({ holder: 'me', state });
    const same = recordOf('sprint', () => true);
    await store.mirror.step({ holder: 'me', state, records: [same] });
    await store.favourites.add('acc:ana', '500');
    await store.properties.set('addon:tallyboard', 'global-settings', { language: 'en' });
    await store.dashboards.create({ name: 'Board', ownerId: null, at: 1 });
    expect(await textsOf(store)).toEqual(both);
  });

  it('made from older data are not written', async () => {
    const store = await filled(await open());
    await makeSegments(store);
    const revision = await store.segments.revision();
    await store.issues.delete(['OPS-2']);
    expect(await store.segments.write(app, revision, [bytes('late')])).toBe(false);
    expect(await textsOf(store)).toEqual({});
    const current = await store.segments.revision();
    expect(await store.segments.write(app, current, [bytes('new')])).toBe(true);
    expect(await textsOf(store)).toEqual({ [app]: ['new'] });
  });

  it('survive a write that is rolled back', async () => {
    const store = await filled(await open());
    await makeSegments(store);
    await store.mirror.claim('another');
    const state = newMirrorState({ site: 'https://a.example.com', flavour: 'cloud', jql: '' });
    const refused = store.mirror.step({ holder: 'me', state, goneIssues: ['1'] });
    await expect(refused).rejects.toThrow('Another process');
    expect(await textsOf(store)).toEqual(both);
  });
});

it('another process makes segments stale, and a database that cannot be written keeps its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-segments-'));
  const file = join(folder, 'shared.db');
  const store = await filled(await openStore({ file }));
  const other = await openStore({ file });
  await makeSegments(store);
  expect(await textsOf(other)).toEqual(both);
  const revision = await store.segments.revision();
  await other.issues.delete(['OPS-2']);
  expect(await store.segments.write(app, revision, [bytes('late')])).toBe(false);
  for (const one of [store, other]) expect(await textsOf(one)).toEqual({});
  await makeSegments(store);
  await Promise.all([store.close(), other.close()]);

  const engine = openEngine({ file }, { readOnlyMs: 1000 });
  const reader = segmentStore(storeContext(engine));
  const written = await reader.write(app, await reader.revision(), [bytes('new')]);
  expect(written).toBe(false);
  expect(await reader.read(null)).toHaveLength(2);
  await engine.close();
  rmSync(folder, { recursive: true });
});
