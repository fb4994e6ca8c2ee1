/**
 * `npm run lake:spark [-- --size N] [-- --workers 1,2,4]`: facts of an invented site, derived by Spark on a cluster of this machine: a
 * master and 1, 2 and 4 workers, and 2 of which one is killed midway. All must write the same bytes, from which the views give the
 * figures of the reports. `-- --small` derives one small set without a cluster. Needs Java and Python with pyspark; without them it says so.
 */
import { fileURLToPath } from 'node:url';
import { ensureInstalled, nodePath, run } from './lib/install.mjs';

await ensureInstalled();
const program = fileURLToPath(new URL('../apps/cli/lake/testing/spark-runs.ts', import.meta.url));
const { code } = await run(nodePath(), [program, ...process.argv.slice(2)], { show: true });
process.exit(code);
