import { afterAll, beforeAll, describe } from 'vitest';
import { openEngine } from '../../data/open-engine.ts';
import type { Engine } from '../../data/tables.ts';
import type { Store } from '../store.ts';
import { openStoreOn } from '../store.ts';
import type { TestPostgres } from './postgres.ts';
import { sharedPostgres } from './shared-postgres.ts';

type Tests<S> = (open: () => Promise<S>, engine: Engine['name']) => void;

/** Runs the same tests on both engines; `open` gives an empty store, closed when the tests end. */
export const onBothEngines = (name: string, tests: Tests<Store>): void =>
  onEngines(name, openStoreOn, tests);

/** The same with stores of another package. */
export function onEngines<S extends Store>(
  name: string,
  openOn: (engine: Engine) => Promise<S>,
  tests: Tests<S>,
): void {
  describe(`${name} on SQLite`, () => {
    tests(
      opener(openOn, async () => openEngine({ memory: true })),
      'sqlite',
    );
  });
  describe(`${name} on PostgreSQL`, () => {
    let postgres: TestPostgres;
    beforeAll(() => {
      postgres = sharedPostgres(databaseUrl => openOn(openEngine({ databaseUrl })));
    });
    afterAll(() => postgres.stop());
    tests(
      opener(openOn, () => postgres.engine()),
      'postgres',
    );
  });
}

function opener<S extends Store>(
  openOn: (engine: Engine) => Promise<S>,
  engine: () => Promise<Engine>,
): () => Promise<S> {
  const opened: S[] = [];
  afterAll(async () => {
    for (const store of opened) await store.close();
  });
  return async () => {
    const store = await openOn(await engine());
    opened.push(store);
    return store;
  };
}
