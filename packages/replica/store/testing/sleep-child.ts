import { sql } from 'kysely';
import { openEngine } from '../../data/open-engine.ts';

// Runs a long statement until it is killed.
const [databaseUrl = ''] = process.argv.slice(2);
await sql`select pg_sleep(300)`.execute(openEngine({ databaseUrl }).db);
