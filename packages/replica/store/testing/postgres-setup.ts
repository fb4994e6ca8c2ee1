import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the PostgreSQL server of this run; null where there is none. */
    postgresUrl: string | null;
  }
}

/** Starts one PostgreSQL for all tests of a run. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres();
  project.provide('postgresUrl', await postgres.database());
  return () => postgres.stop();
}
