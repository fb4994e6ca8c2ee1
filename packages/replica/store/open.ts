import { type Engine, openEngine, type StorePlace } from '../data/engine.ts';
import { migrate } from '../data/migrations.ts';
import { type ForeignTables, type Store, storeOn } from './store.ts';

/** Opens a store and migrates its database. The caller closes it. */
export const openStore = (place: StorePlace): Promise<Store> => openStoreOn(openEngine(place));

const NO_TABLES: ForeignTables = { migrations: [], backup: [] };

/** The same on a given engine, which closes with the store, and with tables of another package. */
export async function openStoreOn(engine: Engine, foreign = NO_TABLES): Promise<Store> {
  try {
    await migrate(engine, foreign.migrations);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return storeOn(engine, foreign);
}
