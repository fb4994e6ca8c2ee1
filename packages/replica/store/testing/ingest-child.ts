import { syntheticRecords } from '../../bench/synthetic.ts';
import { openStore } from './open-store.ts';

// Ingests without end until it is killed; says on stdout how many records are safely in.
const [file = ''] = process.argv.slice(2);
const store = await openStore({ file });
await store.ingest(syntheticRecords(1_000_000), {
  onProgress: landed => process.stdout.write(`${landed}\n`),
});
