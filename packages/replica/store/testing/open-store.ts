import { openEngine, type StorePlace } from '../../data/engine.ts';
import { openStoreOn, type Store } from '../store.ts';

/** Opens a store and migrates its database. The caller closes it. */
export const openStore = (place: StorePlace): Promise<Store> => openStoreOn(openEngine(place));
