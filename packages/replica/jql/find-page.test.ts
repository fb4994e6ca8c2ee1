import { beforeAll, expect, it } from 'vitest';
import type { StoreRecord } from '../data/records.ts';
import { Random } from '../seed/random.ts';
import type { Store } from '../store/store.ts';
import { onBothEngines } from '../store/testing/engines.ts';

const viewer = { userId: 'person-1', zone: 'UTC' };
const now = Date.parse('2026-06-01T12:00:00Z');

const numbered = <Item>(count: number, make: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => make(at));
/** Two of each name. */
const people = numbered(12, at => ({
  accountId: `person-${at}`,
  displayName: `Person ${at % 6}`,
}));
const reporters = numbered(300, at => ({
  accountId: `reporter-${at}`,
  displayName: `Reporter ${at % 100}`,
}));
const statuses = numbered(5, at => ({ id: `${at + 1}`, name: `Status ${at}` }));
const priorities = numbered(4, at => ({ id: `${at + 1}`, name: `Priority ${at}` }));
const projects = numbered(3, at => ({ id: `${at + 1}`, key: `P${at}`, name: `Project ${2 - at}` }));

/** Longer than a value of PostgreSQL's indexes may be, also compressed. */
const letters = new Random(5);
const longText = numbered(4000, () => String.fromCharCode(0x4e00 + letters.int(20_000))).join('');

/** More than are sorted, with many ties and empty values. */
function* records(): Generator<StoreRecord> {
  const random = new Random(4);
  for (const value of priorities) yield { kind: 'priority', value };
  for (const value of statuses) yield { kind: 'status', value };
  const day = () => new Date(now - random.int(20) * 86_400_000).toISOString();
  for (let id = 1; id <= 2400; id++) {
    const project = random.pick(projects);
    const fields = {
      project,
      summary: id === 1 ? longText : `Issue ${random.int(50)}`,
      status: random.pick(statuses),
      issuetype: { id: '1', name: 'Task' },
      priority: random.chance(0.3) ? null : random.pick(priorities),
      assignee: random.chance(0.3) ? null : random.pick(people),
      reporter: random.pick(reporters),
      duedate: random.chance(0.6) ? null : day().slice(0, 10),
      created: day(),
      updated: day(),
    };
    const value = {
      id: `${id}`,
      key: `${project.key}-${id}`,
      fields,
      changelog: { histories: [] },
    };
    yield { kind: 'issue', value };
  }
}

onBothEngines('pages of a large result', open => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.bulkLoad(() => store.ingest(records()));
    // Issues name it still.
    await store.catalogue.delete('user', 'person-5');
  });

  it.each([
    'ORDER BY assignee',
    'ORDER BY assignee DESC, created',
    'ORDER BY reporter',
    'due is EMPTY ORDER BY reporter DESC, assignee',
    'priority is EMPTY ORDER BY priority',
    'ORDER BY priority DESC, updated DESC',
    'ORDER BY priority ASC, summary',
    'ORDER BY summary DESC',
    'ORDER BY due',
    'ORDER BY due ASC, key DESC',
    'ORDER BY status',
    'ORDER BY project DESC, assignee',
    'created >= -18d AND status != "Status 1" ORDER BY assignee ASC',
    'status != "Status 0" ORDER BY status',
    'assignee is not EMPTY AND due is not EMPTY ORDER BY due',
  ])('are those of the sorted whole: %s', async jql => {
    const { ids: whole } = await store.jql.search({ jql, viewer, now });
    for (const offset of [0, 7, 300, 1111, whole.length - 20]) {
      const { ids } = await store.jql.search({ jql, viewer, now, offset, limit: 51 });
      expect(ids).toEqual(whole.slice(offset, offset + 51));
    }
  });
});
