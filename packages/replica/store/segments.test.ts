import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { BackupLine } from '../data/backup.ts';
import { storeContext } from '../data/context.ts';
import { newMirrorState } from '../data/mirror.ts';
import { openEngine } from '../data/open-engine.ts';
import type { RecordIssue, StoreRecord } from '../data/records.ts';
import { SEGMENT_SIZE } from '../data/segment-changes.ts';
import { type SegmentPlace, segmentStore } from '../data/segments.ts';
import type { Store } from './store.ts';
import { onBothEngines } from './testing/engines.ts';
import { openStore } from './testing/open-store.ts';
import { ana, now, smallSite } from './testing/small-site.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const needs = zstdCompressSync('{}');

const app = { projectId: '1000', position: 0 };
const ops = { projectId: '1001', position: 0 };

const readAll = async ({ segments }: Store) => segments.read(await segments.list());

/** Texts of the valid segments, in order, with the ids of their changed issues. */
async function textsOf(store: Store): Promise<string[]> {
  const listed = await store.segments.list();
  const read = await store.segments.read(listed);
  return read.map(({ bytes, ...place }) => {
    const state = listed.find(each => nameOf(each) === nameOf(place));
    const changed = [...(state?.changed ?? [])].sort((a, b) => a - b);
    return [new TextDecoder().decode(bytes), ...changed].join(' ');
  });
}

const nameOf = ({ projectId, position }: SegmentPlace) => `${projectId}/${position}`;

const both = ['app', 'ops'];

/** Makes all segments stale. */
const renameUser = (store: Store) =>
  store.catalogue.save('user', 'acc:ana', { ...ana, displayName: 'Ana May' });

async function makeSegments(store: Store): Promise<void> {
  const revision = await store.segments.revision();
  const write = async (place: SegmentPlace, issues: number, text: string) => {
    const ids = await store.segments.issueIds(place);
    const { needs } = await store.segments.withNeeds(ids, async () => {});
    return store.segments.write(place, revision, { issues, bytes: bytes(text), needs });
  };
  expect(await write(app, 5, 'app')).toBe(true);
  expect(await write(ops, 2, 'ops')).toBe(true);
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
  it('keep their bytes', async () => {
    const store = await filled(await open());
    const states = (isValid: boolean, size: number) => [
      { ...app, issues: 5, isValid, changed: new Set(), size, revision: expect.any(Number) },
      { ...ops, issues: 2, isValid, changed: new Set(), size, revision: expect.any(Number) },
    ];
    expect(await store.segments.list()).toEqual(states(false, 0));
    expect(await readAll(store)).toEqual([]);
    await makeSegments(store);
    expect(await store.segments.list()).toEqual(states(true, 3));
    const revision = await store.segments.revision();
    const all = new Uint8Array(256).map((_, at) => at);
    await store.segments.write(app, revision, { issues: 5, bytes: all, needs });
    const [read] = (await readAll(store)) ?? [];
    expect([...(read?.bytes ?? [])]).toEqual([...all]);
    expect(await store.segments.revision()).toBe(revision);
  });

  it('keep their bytes when several of a project are read that come in many pieces', async () => {
    const store = await filled(await open());
    const issue = issueRecord('APP-1');
    const sizes = [300_000, 0, 70_000, 1_500_000, 1, 250_000];
    await store.ingest(
      sizes.map((_, position) => {
        const number = position * SEGMENT_SIZE + 900;
        return {
          ...issue,
          value: { ...issue.value, id: `${9000 + position}`, key: `APP-${number}` },
        };
      }),
    );
    const revision = await store.segments.revision();
    const written = sizes.map((size, position) =>
      new Uint8Array(size).map((_, at) => (at * 7 + (at >> 8) + position) % 256),
    );
    for (const [position, bytes] of written.entries()) {
      const place = { ...app, position };
      expect(await store.segments.write(place, revision, { issues: 1, bytes, needs })).toBe(true);
    }
    const read = await readAll(store);
    expect(read.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(read.map(({ bytes }, at) => Buffer.compare(bytes, written[at] ?? needs))).toEqual(
      sizes.map(() => 0),
    );
  });

  it('name the issues that a reader must not be shown', async () => {
    const store = await filled(await open());
    await makeSegments(store);
    const reader = store.as('acc:cid');
    expect(await readAll(reader)).toHaveLength(2);
    const permissions = [{ id: 1, holder: { type: 'reporter' }, permission: 'BROWSE_PROJECTS' }];
    await store.catalogue.save('permissionScheme', '0', { id: '0', name: 'Narrow', permissions });
    await store.catalogue.save('projectAccess', ops.projectId, {
      id: ops.projectId,
      permissionScheme: '0',
      securityScheme: null,
      roles: {},
    });
    expect(await textsOf(store)).toEqual(both);
    expect((await readAll(reader)).map(({ withheld }) => withheld.size)).toEqual([5, 2]);
  });

  it('tell whether the schemes hide anything from a reader', async () => {
    const store = await filled(await open());
    const [ana, ben] = [store.as('acc:ana'), store.as('acc:ben')];
    const extents = async () => [await ana.segments.extent(), await ben.segments.extent()];
    const permissions = [{ id: 1, holder: { type: 'anyone' }, permission: 'BROWSE_PROJECTS' }];
    await store.catalogue.save('permissionScheme', '0', { id: '0', name: 'Open', permissions });
    for (const { projectId: id } of [app, ops]) {
      const schemes = { permissionScheme: '0', securityScheme: '1' };
      await store.catalogue.save('projectAccess', id, { id, ...schemes, roles: {} });
    }
    const levels = [
      // Of an issue of the site.
      { id: '5', members: [{ holder: { type: 'anyone' } }] },
      { id: '9', members: [{ holder: { type: 'user', value: 'acc:ben' } }] },
    ];
    await store.catalogue.save('securityScheme', '1', { id: '1', name: 'Levels', levels });
    expect(await extents()).toEqual(['stored', 'stored']);
    const secret = issueRecord('APP-3');
    secret.value.fields.security = { id: '9', name: 'Secret' };
    await store.ingest([secret]);
    expect(await extents()).toEqual(['part', 'stored']);
    const logged = issueRecord('OPS-1');
    const visibility = { type: 'group', value: 'owners' };
    const started = '2026-03-10T09:00:00.000+0100';
    const worklog = { id: '9001', started, timeSpentSeconds: 60, visibility };
    logged.value.fields.worklog = { total: 1, worklogs: [worklog] };
    await store.ingest([logged]);
    expect(await extents()).toEqual(['part', 'part']);
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
    expect(await store.segments.placesOf(ids)).toEqual([app]);
    const far = issueRecord('APP-3');
    Object.assign(far.value, { id: '77', key: 'APP-5000' });
    await store.ingest([far]);
    const next = { ...app, position: 1 };
    expect(await store.segments.placesOf(['77'])).toEqual([next]);
    expect(await store.segments.issueIds(next)).toEqual([77]);
    expect(await store.segments.list()).toContainEqual({
      ...next,
      issues: 1,
      isValid: false,
      changed: new Set(),
      revision: -1,
      size: 0,
    });
    expect(await store.segments.issueIds(app)).toEqual(sorted);
  });

  it('name the issues that change, and are stale once their entities change', async () => {
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
    /** Writes, and the segments that stay valid with their changed issues. */
    const writes: Record<string, readonly [string[], () => Promise<unknown>]> = {
      edit: [
        ['app 3', 'ops'],
        () =>
          store.planning.edit({
            issueId: edited,
            author: null,
            at: now,
            edit(record) {
              record.fields.summary = 'Changed';
              return [];
            },
          }),
      ],
      'sprint change': [
        ['app 2 3', 'ops'],
        () => store.sprints.update(String(sprint?.id), { goal: 'Ship' }, now),
      ],
      'bulk import': [
        ['app 1 2 3 4 5', 'ops 6 7'],
        () => store.bulkLoad(() => store.ingest(smallSite())),
      ],
      worklog: [['app', 'ops 6'], () => store.ingest([logged])],
      'mirrored issue': [
        ['app 4', 'ops'],
        () => store.mirror.step({ ...step, records: [issueRecord('APP-4')] }),
      ],
      'issue that is gone': [
        ['app', 'ops 6'],
        () => store.mirror.step({ ...step, goneIssues: [issueRecord('OPS-1').value.id] }),
      ],
      'mirrored sprint': [
        ['app 2 3', 'ops'],
        () =>
          store.mirror.step({
            ...step,
            records: [{ kind: 'sprint', value: { ...sprint?.document, name: 'Renamed' } as never }],
          }),
      ],
      'version rename': [
        both,
        () =>
          store.catalogue.save('version', String(version?.id), {
            ...version?.document,
            name: 'Renamed',
          }),
      ],
      'user rename': [[], () => renameUser(store)],
      'new field': [
        [],
        () => store.catalogue.save('field', 'customfield_99', { id: 'customfield_99', name: 'X' }),
      ],
      'entity that is gone': [
        ['app 2 3', 'ops'],
        () =>
          store.mirror.step({
            ...step,
            goneEntities: [{ kind: 'sprint', id: String(sprint?.id) }],
          }),
      ],
      delete: [['app 2', 'ops'], () => store.issues.delete(['APP-2'])],
      restore: [
        [],
        async () => {
          const lines: BackupLine[] = [];
          for await (const line of store.backup(now)) lines.push(line);
          async function* from() {
            yield* lines;
          }
          await store.restore(from(), { replace: true });
        },
      ],
    };
    for (const [kind, [valid, write]] of Object.entries(writes)) {
      await makeSegments(store);
      await write();
      expect({ kind, valid: await textsOf(store) }).toEqual({ kind, valid });
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
    const revision = await store.segments.revision();
    for (const kind of ['field', 'status', 'user', 'version', 'sprint'] as const)
      for (const { id, document } of await store.catalogue.all(kind)) {
        const reordered = Object.fromEntries(Object.entries(document).reverse());
        await store.catalogue.save(kind, id, { ...reordered, nothing: undefined });
      }
    await store.ingest([...smallSite()].filter(({ kind }) => kind !== 'issue'));
    expect(await store.segments.revision()).toBe(revision);
    expect(await textsOf(store)).toEqual(both);
  });

  it('made from older data keep the issues that changed since, and are not written where all have', async () => {
    const store = await filled(await open());
    await makeSegments(store);
    const revision = await store.segments.revision();
    await store.issues.delete(['OPS-2']);
    const write = (place: SegmentPlace, at: number) =>
      store.segments.write(place, at, { issues: 1, bytes: bytes('new'), needs });
    expect(await write(ops, revision)).toBe(true);
    expect(await textsOf(store)).toEqual(['app', 'new 7']);
    expect(await write(ops, await store.segments.revision())).toBe(true);
    expect(await textsOf(store)).toEqual(['app', 'new']);
    await renameUser(store);
    expect(await write(ops, revision)).toBe(false);
    expect(await textsOf(store)).toEqual([]);
    expect(await write(app, await store.segments.revision())).toBe(true);
    expect(await textsOf(store)).toEqual(['new']);
  });

  it('are stale once more issues change than are worth reading beside them', async () => {
    const store = await filled(await open());
    await makeSegments(store);
    const many = Array.from({ length: 201 }, (_, at) => {
      const record = issueRecord('APP-3');
      Object.assign(record.value, { id: String(1_000 + at), key: `APP-${100 + at}` });
      return record;
    });
    await store.ingest(many.slice(0, 150));
    expect((await store.segments.list()).map(({ changed }) => changed.size)).toEqual([150, 0]);
    await store.ingest(many.slice(150));
    expect((await store.segments.list()).map(({ isValid }) => isValid)).toEqual([false, true]);
    await makeSegments(store);
    await store.ingest(many);
    expect((await store.segments.list()).map(({ isValid }) => isValid)).toEqual([false, true]);
  });

  it('are those of a revision or later for readers that began at it', async () => {
    const store = await filled(await open());
    await makeSegments(store);
    const since = await store.segments.revision();
    const listed = await store.segments.list(since);
    const read = async () => (await store.segments.read(listed))?.map(each => each.bytes.length);
    await renameUser(store);
    expect((await store.segments.list(since)).map(each => each.isValid)).toEqual([true, true]);
    expect((await store.segments.list(since + 1)).map(each => each.isValid)).toEqual([
      false,
      false,
    ]);
    expect(await read()).toEqual([3, 3]);
    const revision = await store.segments.revision();
    await store.segments.write(ops, revision, { issues: 1, bytes: bytes('newer'), needs });
    expect(await read()).toEqual([3, 5]);
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

it('another process changes issues and makes segments stale, and a database that cannot be written keeps its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-segments-'));
  const file = join(folder, 'shared.db');
  const store = await filled(await openStore({ file }));
  const other = await openStore({ file });
  await makeSegments(store);
  expect(await textsOf(other)).toEqual(both);
  const revision = await store.segments.revision();
  await other.issues.delete(['OPS-2']);
  for (const one of [store, other]) expect(await textsOf(one)).toEqual(['app', 'ops 7']);
  await renameUser(other);
  const late = { issues: 1, bytes: bytes('late'), needs };
  expect(await store.segments.write(ops, revision, late)).toBe(false);
  for (const one of [store, other]) expect(await textsOf(one)).toEqual([]);
  await makeSegments(store);
  await Promise.all([store.close(), other.close()]);

  const engine = openEngine({ file }, { readOnlyMs: 1000 });
  const reader = segmentStore(storeContext(engine));
  const written = await reader.write(app, await reader.revision(), { ...late, issues: 5 });
  expect(written).toBe(false);
  expect(await reader.read(await reader.list())).toHaveLength(2);
  await engine.close();
  rmSync(folder, { recursive: true });
});
