/**
 * `npm run lake:engines [-- DATA...]`: are the views of the lake, cell for cell, the figures of the reports on every engine? On the
 * data folders that are named, else on `fixtures/data` and the demo. Needs Python with duckdb, chdb, pyspark (and Java), psycopg2 and pyarrow; what
 * is missing is named and left out. Fails where a cell differs.
 */
import { fileURLToPath } from 'node:url';
import { ensureInstalled, nodePath, run } from './lib/install.mjs';

await ensureInstalled();
const program = fileURLToPath(
  new URL('../apps/cli/lake/testing/compare-engines.ts', import.meta.url),
);
const { code } = await run(nodePath(), [program, ...process.argv.slice(2)], { show: true });
process.exit(code);
