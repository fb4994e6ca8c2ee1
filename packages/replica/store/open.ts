import { Catalogue } from './catalogue.ts';
import { type Engine, postgresEngine, sqliteEngine } from './engine.ts';
import { migrate } from './migrations.ts';
import type { Store, StorePlace } from './store.ts';
import { storeOn } from './store-on.ts';

/** Opens a store, bringing its tables up to date. The caller closes it. */
export async function openStore(place: StorePlace): Promise<Store> {
  const engine =
    'databaseUrl' in place
      ? postgresEngine(place.databaseUrl)
      : sqliteEngine('file' in place ? place.file : ':memory:');
  return openStoreOn(engine);
}

/** The same on an engine that the caller made; closing the store closes it. */
export async function openStoreOn(engine: Engine): Promise<Store> {
  try {
    await migrate(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return storeOn(engine, new Catalogue());
}
