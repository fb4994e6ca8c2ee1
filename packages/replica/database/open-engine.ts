import type { Engine, EngineSettings, StorePlace } from './engine.ts';
import { postgresEngine } from './postgres-engine.ts';
import { sqliteEngine } from './sqlite-engine.ts';

export function openEngine(place: StorePlace, settings?: EngineSettings): Engine {
  return 'databaseUrl' in place
    ? postgresEngine(place.databaseUrl, settings)
    : sqliteEngine('file' in place ? place.file : ':memory:', settings);
}
