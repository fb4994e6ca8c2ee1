import type { Kysely } from 'kysely';
import { insertItem, itemScope } from './dashboard-items.ts';
import { createDashboard, readState } from './dashboards.ts';
import { readProperty, writeProperty } from './properties.ts';
import type { RecordDashboard } from './records.ts';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

const scope = 'dashboards brought';

/** What was brought of a dashboard: where its gadgets went, and the version that each of their properties had then. */
interface Brought {
  id: string;
  gadgets: Record<string, { itemId: string; versions: Record<string, number> }>;
}

/**
 * Takes a dashboard in. Brought again, it leaves alone what people did with it since: a dashboard or gadget that was
 * deleted stays away, and so does a property that was written by somebody else; the others are brought up to date.
 */
export async function takeDashboard(
  db: Db,
  source: string,
  record: RecordDashboard,
): Promise<void> {
  if (typeof record.name !== 'string') throw new Error('The dashboard has no name.');
  if (!Array.isArray(record.gadgets)) throw new Error('The dashboard has no list of gadgets.');
  const key = `${source}/${record.id}`;
  const before = (await readProperty(db, scope, key))?.value as Brought | undefined;
  const brought = before ? await refresh(db, before, record) : await create(db, record);
  if (brought) await writeProperty(db, scope, key, brought);
}

async function create(db: Db, record: RecordDashboard): Promise<Brought> {
  const { name, description = '', layout = 'AA', at = 0 } = record;
  const { id } = await createDashboard(db, { name, description, layout, ownerId: null, at });
  const gadgets: Brought['gadgets'] = {};
  for (const { key, ...gadget } of record.gadgets) {
    const item = await insertItem(db, id, layout.length, gadget);
    const versions = Object.keys(gadget.properties ?? {}).map(name => [name, 1] as const);
    gadgets[key] = { itemId: item.id, versions: Object.fromEntries(versions) };
  }
  return { id, gadgets };
}

async function refresh(db: Db, brought: Brought, record: RecordDashboard): Promise<Brought | null> {
  const state = await readState(db, brought.id);
  if (!state) return null;
  for (const { key, properties = {} } of record.gadgets) {
    const gadget = brought.gadgets[key];
    if (!gadget || !state.items.some(({ id }) => id === gadget.itemId)) continue;
    const place = itemScope(brought.id, gadget.itemId);
    for (const [name, value] of Object.entries(properties)) {
      const stored = await readProperty(db, place, name);
      if (!stored || stored.version !== gadget.versions[name]) continue;
      if (JSON.stringify(stored.value) === JSON.stringify(value)) continue;
      gadget.versions[name] = (await writeProperty(db, place, name, value)).version;
    }
  }
  return brought;
}
