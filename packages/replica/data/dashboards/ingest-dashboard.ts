import type { DbContext } from '../catalogue.ts';
import type { RecordDashboard } from '../records.ts';
import { insertItem } from './dashboard-items.ts';
import { createDashboard, readState } from './dashboards.ts';
import { itemScope, readProperty, writeProperty } from './properties.ts';

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
  trx: DbContext,
  source: string,
  record: RecordDashboard,
): Promise<void> {
  if (typeof record.name !== 'string') throw new Error('The dashboard has no name.');
  if (!Array.isArray(record.gadgets)) throw new Error('The dashboard has no list of gadgets.');
  const key = `${source}/${record.id}`;
  const before = (await readProperty(trx, scope, key))?.value as ImportedDashboard | undefined;
  const imported = before ? await refresh(trx, before, record) : await create(trx, record);
  if (imported) await writeProperty(trx, scope, key, imported);
}

async function create(trx: DbContext, record: RecordDashboard): Promise<ImportedDashboard> {
  const { name, description = '', layout = 'AA', at = 0 } = record;
  const { id } = await createDashboard(trx, { name, description, layout, ownerId: null, at });
  const gadgets: ImportedDashboard['gadgets'] = {};
  for (const { key, ...gadget } of record.gadgets) {
    const item = await insertItem(trx, id, layout.length, gadget);
    const versions = Object.keys(gadget.properties ?? {}).map(name => [name, 1] as const);
    gadgets[key] = { itemId: item.id, versions: Object.fromEntries(versions) };
  }
  return { id, gadgets };
}

async function refresh(
  trx: DbContext,
  imported: ImportedDashboard,
  record: RecordDashboard,
): Promise<ImportedDashboard | null> {
  const state = await readState(trx, imported.id);
  if (!state) return null;
  for (const { key, properties = {} } of record.gadgets) {
    const gadget = imported.gadgets[key];
    if (!gadget || !state.items.some(({ id }) => id === gadget.itemId)) continue;
    const place = itemScope(imported.id, gadget.itemId);
    for (const [name, value] of Object.entries(properties)) {
      const stored = await readProperty(trx, place, name);
      if (!stored || stored.version !== gadget.versions[name]) continue;
      if (JSON.stringify(stored.value) === JSON.stringify(value)) continue;
      gadget.versions[name] = (await writeProperty(trx, place, name, value)).version;
    }
  }
  return imported;
}
