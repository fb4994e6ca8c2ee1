/** After any write, columns show what JSON shows: no segment of older data stays valid. */

import { IssueRow } from '@tallyboard/dataset/columns/issue-row.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { loadMetadata } from '@tallyboard/dataset/load/metadata.ts';
import { first } from '@tallyboard/dataset/source.ts';
import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import { requireAll } from '@tallyboard/dataset/stream/select-columns.ts';
import { fetchedColumns } from '@tallyboard/dataset/stream/stream-source.ts';
import { plainDataset } from '@tallyboard/dataset/testing/plain-dataset.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { newMirrorState } from '@tallyboard/replica/data/mirror.ts';
import type { RecordIssue, StoreRecord } from '@tallyboard/replica/data/records.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { onBothEngines } from '@tallyboard/replica/store/testing/engines.ts';
import { ana, now, smallSite } from '@tallyboard/replica/store/testing/small-site.ts';
import { expect, it } from 'vitest';
import { type ColumnsReply, columnSegments } from './columns.ts';
import { openInnerJira } from './inner-jira.ts';

const EPIC_LINK = 'customfield_10014';
const EPIC_NAME = 'customfield_10011';
const ANY = 'customfield_10090';

const issueRecord = (id: string, key: string, fields: Record<string, unknown>): StoreRecord => {
  const records = [...smallSite()].flatMap(each => (each.kind === 'issue' ? each.value : []));
  const like = structuredClone(records.find(record => record.key === 'OPS-1')) as RecordIssue;
  // Without the list, stored worklogs would stay, of an unknown total.
  const worklog = { total: 0, worklogs: [] };
  const all = { ...like.fields, worklog, ...fields };
  return { kind: 'issue', value: { ...like, id, key, fields: all } };
};

const named = (field: string, from: string, to: string) => ({
  id: '8001',
  author: ana,
  created: '2026-03-11T11:40:00.000+0100',
  items: [{ field, fieldtype: 'jira', from: null, fromString: from, to: null, toString: to }],
});

/** The small site, with issues that name others and entities in more ways. */
function* site(): Generator<StoreRecord> {
  const custom = 'com.pyxis.greenhopper.jira:gh-epic-link';
  yield {
    kind: 'field',
    value: { id: EPIC_LINK, name: 'Epic Link', custom: true, schema: { type: 'any', custom } },
  };
  const label = 'com.pyxis.greenhopper.jira:gh-epic-label';
  yield {
    kind: 'field',
    value: {
      id: EPIC_NAME,
      name: 'Epic Name',
      custom: true,
      schema: { type: 'string', custom: label },
    },
  };
  for (const record of smallSite()) {
    if (record.kind === 'issue' && record.value.key === 'APP-1')
      record.value.fields[EPIC_NAME] = 'Another name than as a parent';
    yield record;
  }
  yield issueRecord('60', 'OPS-60', { [EPIC_LINK]: 'APP-1' });
  yield issueRecord('61', 'OPS-61', { [EPIC_LINK]: 'APP-3' });
  yield issueRecord('62', 'OPS-62', { [EPIC_LINK]: 'APP-5001' });
  const byName = issueRecord('63', 'OPS-5063', {
    [ANY]: { who: { displayName: 'Eve', accountId: 'acc:eve' }, value: 'x' },
  });
  const histories = [named('component', 'Web', 'Later'), named('status', 'Gone', 'To Do')];
  Object.assign(byName.value, { changelog: { histories } });
  yield byName;
}

const edit = (store: Store, id: string, fields: Record<string, unknown>, changed?: string) =>
  store.planning.edit({
    issueId: id,
    author: ana,
    at: now,
    edit(record) {
      Object.assign(record.fields, fields);
      return changed ? [{ ...named(changed, 'Old', 'New').items[0], field: changed } as never] : [];
    },
  });

type Write = (store: Store, pick: <T>(from: readonly T[]) => T) => Promise<unknown>;

const someone = async (store: Store, pick: <T>(from: readonly T[]) => T): Promise<string> => {
  const viewer = { userId: null, zone: 'UTC' };
  const { ids } = await store.jql.search({ jql: 'order by id', viewer, now });
  return String(pick(ids));
};

let count = 0;
const next = () => String(++count);

const step = async (store: Store, more: object) => {
  await store.mirror.claim('me');
  const state = newMirrorState({ site: 'https://a.example.com', flavour: 'cloud', jql: '' });
  return store.mirror.step({ holder: 'me', state, ...more });
};

const WRITES: Readonly<Record<string, Write>> = {
  summary: async (store, pick) =>
    edit(store, await someone(store, pick), { summary: `Summary ${next()}` }, 'summary'),
  'summary of an epic': store => edit(store, '3', { summary: `Epic ${next()}` }, 'summary'),
  worklog: async (store, pick) => {
    const issueId = await someone(store, pick);
    return store.planning.edit({
      issueId,
      author: ana,
      at: now,
      edit(record, { worklog: id }) {
        const list = record.fields.worklog as { worklogs: unknown[]; total: number | null };
        const started = '2026-03-10T09:00:00.000+0100';
        list.worklogs.push({ id, author: ana, started, timeSpentSeconds: 60 * count });
        if (list.total !== null) list.total += 1;
        return [];
      },
    });
  },
  rank: async (store, pick) => {
    const [issue, anchor] = [await someone(store, pick), await someone(store, pick)];
    await store.planning.rank({ issueIds: [issue], beforeId: anchor, author: ana, at: now });
  },
  'into a sprint': async (store, pick) => {
    const open = (await store.catalogue.all('sprint')).filter(
      ({ document }) => document.state !== 'closed',
    );
    const sprintId = pick([null, ...open.map(({ id }) => id)]);
    const issueIds = [await someone(store, pick)];
    await store.planning.moveToSprint({ issueIds, sprintId, author: ana, at: now });
  },
  'sprint goal': async (store, pick) => {
    const all = await store.catalogue.all('sprint');
    if (all.length > 0) await store.sprints.update(pick(all).id, { goal: `Goal ${next()}` }, now);
  },
  'sprint gone and back': async (store, pick) => {
    const sprint = pick(await store.catalogue.all('sprint'));
    if (!sprint) return;
    await step(store, { goneEntities: [{ kind: 'sprint', id: sprint.id }] });
    await expectEqual(store);
    await step(store, { records: [{ kind: 'sprint', value: sprint.document }] });
  },
  'user name': async (store, pick) => {
    const user = pick(await store.catalogue.all('user'));
    const name = `User ${next()}`;
    await store.catalogue.save('user', user.id, { ...user.document, displayName: name });
  },
  'user zone': async (store, pick) => {
    const user = pick(await store.catalogue.all('user'));
    const timeZone = pick(['Europe/Prague', 'Asia/Tokyo']);
    await store.catalogue.save('user', user.id, { ...user.document, timeZone });
  },
  'user gone and back': async (store, pick) => {
    const user = pick(await store.catalogue.all('user'));
    await step(store, { goneEntities: [{ kind: 'user', id: user.id }] });
    await expectEqual(store);
    await step(store, { records: [{ kind: 'user', value: user.document }] });
  },
  'user of a custom field': store =>
    store.catalogue.save('user', 'acc:eve', { accountId: 'acc:eve', displayName: `E ${next()}` }),
  'status category there and back': async (store, pick) => {
    const status = pick(await store.catalogue.all('status'));
    const statusCategory = { id: 4, key: 'indeterminate', name: 'In Progress' };
    await store.catalogue.save('status', status.id, { ...status.document, statusCategory });
    await expectEqual(store);
    await store.catalogue.save('status', status.id, status.document);
  },
  'status of a name': store =>
    store.catalogue.save('status', '77', {
      name: 'Gone',
      statusCategory: { id: 3, key: 'done', name: 'Done' },
    }),
  'component of a name': store =>
    store.catalogue.save('component', next(), { name: 'Later', projectId: 1001 }),
  'version name': async (store, pick) => {
    const version = pick(await store.catalogue.all('version'));
    await store.catalogue.save('version', version.id, { ...version.document, name: next() });
  },
  'new field': store => {
    const id = `customfield_${20_000 + Number(next())}`;
    const custom = 'com.atlassian.jira.plugin.system.customfieldtypes:float';
    const document = { id, name: 'Story Points', custom: true, schema: { type: 'number', custom } };
    return store.catalogue.save('field', id, document);
  },
  'imported issue': (store, pick) => {
    const id = next();
    const key = pick([`APP-${7000 + count}`, `OPS-${100 + count}`]);
    return store.ingest([issueRecord(String(5000 + Number(id)), key, { summary: key })]);
  },
  'a new epic': store => store.ingest([issueRecord('70', 'APP-5001', { summary: next() })]),
  moved: (store, pick) => {
    const key = pick(['APP-6001', 'APP-12001', 'OPS-61', 'NEW-1']);
    const fields: Record<string, unknown> = { [EPIC_LINK]: pick(['APP-3', 'APP-5001', null]) };
    if (key === 'NEW-1') fields.project = { id: '1002', key: 'NEW', name: 'New' };
    return store.ingest([issueRecord('61', key, fields)]);
  },
  deleted: (store, pick) => store.issues.delete([pick(['APP-5001', 'APP-6001', 'OPS-62'])]),
  'mirrored issue': (store, pick) =>
    step(store, {
      records: [issueRecord('62', 'OPS-62', { [EPIC_LINK]: pick(['APP-3', 'APP-5001']) })],
      goneIssues: pick([[], ['70']]),
    }),
};

const open = (store: Store) => ({
  jira: openInnerJira({ store, resources: [columnSegments], now: () => now }),
  loads: 0,
  loadsByColumns: 0,
});
const opened = new WeakMap<Store, ReturnType<typeof open>>();

async function expectEqual(store: Store): Promise<void> {
  const known = opened.get(store) ?? open(store);
  opened.set(store, known);
  const { jira } = known;
  const client = createJiraClient({ flavour: 'cloud', request: jira.request });
  const metadata = await loadMetadata(client);
  const requirement = requireAll(metadata);
  const asked = ['created >= 1970-01-01 ORDER BY created, id', requirement] as const;
  const site = { client, metadata: async () => metadata, now: () => now };
  const columns = fetchedColumns(async body => {
    const reply = await jira.request({ method: 'POST', path: COLUMNS_PATH, body });
    return (reply.value as ColumnsReply).columns;
  });
  const byColumns = await first(columns(site), json(site)).open(...asked);
  const byJson = await json(site).open(...asked);
  known.loads++;
  if (byColumns.issues[0] instanceof IssueRow) known.loadsByColumns++;
  expect(plainDataset(byColumns)).toEqual(plainDataset(byJson));
}

onBothEngines('segments', (openStore, engine) => {
  it('are never those of older data', async () => {
    const store = await openStore();
    await store.ingest(site());
    let state = engine === 'sqlite' ? 7 : 11;
    const pick = <T>(from: readonly T[]): T => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return from[Math.floor((state / 2 ** 32) * from.length)] as T;
    };
    const names = Object.keys(WRITES);
    for (let round = 0; round < (engine === 'sqlite' ? 80 : 25); round++) {
      // Each kind of write once, then in any order.
      const name = names[round] ?? pick(names);
      await WRITES[name]?.(store, pick);
      await expectEqual(store).catch((error: Error) => {
        error.message = `After '${name}' of round ${round}: ${error.message}`;
        throw error;
      });
    }
    const { loads, loadsByColumns } = opened.get(store) ?? open(store);
    expect(loadsByColumns / loads).toBeGreaterThan(0.8);
  });
});
