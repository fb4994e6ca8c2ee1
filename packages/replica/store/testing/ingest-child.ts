import { syntheticRecords } from '../../bench/synthetic.ts';
import { openStore } from './open-store.ts';

// Ingests until it is killed; prints the number of records written.
const [file = ''] = process.argv.slice(2);
const store = await openStore({ file });
await store.ingest(syntheticRecords(1_000_000), {
  onProgress: written => process.stdout.write(`${written}\n`),
});
