import { syntheticRecords } from '../../bench/synthetic.ts';
import { openStore } from './open-store.ts';

// Ingests until it is killed; prints the number of records written.
const [file = '', mode] = process.argv.slice(2);
const store = await openStore({ file });
const ingest = () =>
  store.ingest(syntheticRecords(1_000_000), {
    onProgress: written => process.stdout.write(`${written}\n`),
  });
await (mode === 'bulk' ? store.bulkLoad(ingest) : ingest());
