import type { Engine, EngineSettings, StorePlace } from './engine.ts';
import { postgresEngine } from './postgres/engine.ts';
import { sqliteEngine } from './sqlite/engine.ts';
import type { RowsOf, Tables } from './tables.ts';

/** Opens a database with these tables, which need not exist yet. */
export function openEngine<Declared extends Tables>(
  place: StorePlace,
  tables: Declared,
  settings?: EngineSettings,
): Engine<RowsOf<Declared>> {
  return 'databaseUrl' in place
    ? postgresEngine(place.databaseUrl, tables, settings)
    : sqliteEngine('file' in place ? place.file : ':memory:', tables, settings);
}
