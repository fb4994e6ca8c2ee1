import type { StorePlace } from '@tallyboard/database/engine.ts';
import { openEngine } from '../../data/open-engine.ts';
import { openStoreOn, type Store } from '../store.ts';

/** Opens a store and migrates its database. The caller closes it. */
export const openStore = (place: StorePlace): Promise<Store> => openStoreOn(openEngine(place));
