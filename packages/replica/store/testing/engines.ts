import { afterAll, beforeAll, describe } from 'vitest';
import { type Engine, sqliteEngine } from '../engine.ts';
import { openStoreOn } from '../open.ts';
import type { Store } from '../store.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** Runs the same tests on both engines; `open` gives an empty store, closed when the tests end. */
export function onBothEngines(name: string, tests: (open: () => Promise<Store>) => void): void {
  describe(`${name} on SQLite`, () => {
    tests(storesOf(async () => sqliteEngine(':memory:')));
  });
  describe(`${name} on PostgreSQL`, () => {
    let postgres: TestPostgres | undefined;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(async () => {
      await postgres?.stop();
    });
    tests(
      storesOf(() => {
        if (!postgres) throw new Error('PostgreSQL is not running yet.');
        return postgres.engine();
      }),
    );
  });
}

function storesOf(engine: () => Promise<Engine>): () => Promise<Store> {
  const opened: Store[] = [];
  afterAll(async () => {
    for (const store of opened) await store.close();
  });
  return async () => {
    const store = await openStoreOn(await engine());
    opened.push(store);
    return store;
  };
}
