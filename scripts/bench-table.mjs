/** `npm run bench:table [-- SIZE ...]`: measures at these numbers of issues and writes the table of docs/benchmarks.md. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, fail, nodePath, root } from './lib/install.mjs';

const SIZES = ['10000', '100000'];

const given = process.argv.slice(2);
if (!given.every(size => /^[1-9]\d*$/.test(size)))
  fail('Sizes are numbers of issues, such as: npm run bench:table -- 10000 100000');
await ensureInstalled();
await ensureBuilt();

const program = join(root, 'apps/cli/bench/table-child.ts');
const child = spawn(nodePath(), [program, ...(given.length > 0 ? given : SIZES)], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, TALLYBOARD_BROWSER: await ensureBrowser() },
});
const table = await text(child.stdout);
if (table === '') fail('The benchmark has failed: see above.');
process.stdout.write(`${table}\n`);

const page = join(root, 'docs', 'benchmarks.md');
const MARKED = /(?<=^<!-- table -->\n).*(?=^<!-- table -->$)/ms;
writeFileSync(page, readFileSync(page, 'utf8').replace(MARKED, `\n${table}\n\n`));
