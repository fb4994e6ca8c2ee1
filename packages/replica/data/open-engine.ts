import type { EngineSettings, StorePlace } from '@tallyboard/database/engine.ts';
import { openEngine as openWith } from '@tallyboard/database/open-engine.ts';
import { type Engine, tables } from './tables.ts';

export const openEngine = (place: StorePlace, settings?: EngineSettings): Engine =>
  openWith(place, tables, settings);
