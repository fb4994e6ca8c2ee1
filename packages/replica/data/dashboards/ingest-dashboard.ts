import type { Kysely } from 'kysely';
import type { RecordDashboard } from '../records.ts';
import type { Database } from '../schema.ts';
import { insertItem, itemScope } from './dashboard-items.ts';
import { createDashboard, readState } from './dashboards.ts';
import { readProperty, writeProperty } from './properties.ts';

type Db = Kysely<Database>;

/** Stored in databases: keep. */
const scope = 'dashboards brought';

/** What an earlier ingest wrote: the ids of the gadgets and the versions of their properties. */
interface ImportedDashboard {
  id: string;
  gadgets: Record<string, { itemId: string; versions: Record<string, number> }>;
}

/**
 * Inserts a dashboard. At a later ingest people's changes stay: deleted dashboards and gadgets are not created again, and
 * properties that somebody else wrote are not overwritten.
 */
export async function ingestDashboard(
  db: Db,
  source: string,
  record: RecordDashboard,
): Promise<void> {
  if (typeof record.name !== 'string') throw new Error('The dashboard has no name.');
  if (!Array.isArray(record.gadgets)) throw new Error('The dashboard has no list of gadgets.');
  const key = `${source}/${record.id}`;
  const before = (await readProperty(db, scope, key))?.value as ImportedDashboard | undefined;
  const imported = before ? await refresh(db, before, record) : await create(db, record);
  if (imported) await writeProperty(db, scope, key, imported);
}

async function create(db: Db, record: RecordDashboard): Promise<ImportedDashboard> {
  const { name, description = '', layout = 'AA', at = 0 } = record;
  const { id } = await createDashboard(db, { name, description, layout, ownerId: null, at });
  const gadgets: ImportedDashboard['gadgets'] = {};
  for (const { key, ...gadget } of record.gadgets) {
    const item = await insertItem(db, id, layout.length, gadget);
    const versions = Object.keys(gadget.properties ?? {}).map(name => [name, 1] as const);
    gadgets[key] = { itemId: item.id, versions: Object.fromEntries(versions) };
  }
  return { id, gadgets };
}

async function refresh(
  db: Db,
  imported: ImportedDashboard,
  record: RecordDashboard,
): Promise<ImportedDashboard | null> {
  const state = await readState(db, imported.id);
  if (!state) return null;
  for (const { key, properties = {} } of record.gadgets) {
    const gadget = imported.gadgets[key];
    if (!gadget || !state.items.some(({ id }) => id === gadget.itemId)) continue;
    const place = itemScope(imported.id, gadget.itemId);
    for (const [name, value] of Object.entries(properties)) {
      const stored = await readProperty(db, place, name);
      if (!stored || stored.version !== gadget.versions[name]) continue;
      if (JSON.stringify(stored.value) === JSON.stringify(value)) continue;
      gadget.versions[name] = (await writeProperty(db, place, name, value)).version;
    }
  }
  return imported;
}
