/**
 * `npm run bench [-- small] [-- NAME] [-- --issues N] [-- --data DIR]`: runs each *.bench.ts in its own process and prints
 * results and limits, after the source lines of each part. The issues of site.bench.ts and readers.bench.ts are N of a demo, or those of a folder that
 * `tallyboard demo` has filled.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, nodePath, root, run } from './lib/install.mjs';

await ensureInstalled();
await ensureBuilt();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { issues: { type: 'string' }, data: { type: 'string' } },
});
const size = positionals.includes('small') ? 'small' : 'full';
const names = positionals.filter(name => name !== 'small');
const site = {
  ...(values.issues && { issues: Number(values.issues) }),
  ...(values.data && { data: resolve(values.data) }),
};

function* benches(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* benches(path);
    else if (entry.name.endsWith('.bench.ts')) yield path;
  }
}

/** Source lines of a folder, without tests. */
function linesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (/^(node_modules|dist|testing|bench|\..*)$/.test(entry.name)) return sum;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + linesOf(path);
    if (!/\.(ts|tsx|mjs|css)$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) return sum;
    return sum + readFileSync(path, 'utf8').split('\n').length - 1;
  }, 0);
}

for (const part of ['packages', 'apps'].flatMap(each =>
  readdirSync(join(root, each)).map(name => join(each, name)),
))
  process.stdout.write(`${part}: ${linesOf(join(root, part)).toLocaleString('en')} lines\n`);

/** Benches that need a browser. */
const IN_BROWSER = join('apps', 'web');

const MARK = '@@bench ';
const script = path =>
  `import(${JSON.stringify(`file://${path}`)}).then(m => m.default(${JSON.stringify(size)}, ${JSON.stringify(site)})).then(rows => { console.log(${JSON.stringify(MARK)} + JSON.stringify(rows)); process.exit(0); }, error => { console.error(error); process.exit(1); });`;

let missed = 0;
for (const folder of ['packages', 'apps']) {
  for (const path of [...benches(join(root, folder))].sort()) {
    const name = relative(root, path);
    if (names.length && !names.some(n => name.includes(n))) continue;
    const flags = ['--expose-gc', '--max-old-space-size=12288'];
    const env = name.startsWith(IN_BROWSER) ? { TALLYBOARD_BROWSER: await ensureBrowser() } : {};
    const { code, output } = await run(nodePath(), [...flags, '-e', script(path)], { env });
    const line = output.split('\n').find(l => l.startsWith(MARK));
    process.stdout.write(`\n${name}\n`);
    if (code !== 0 || !line) {
      missed += 1;
      process.stdout.write(`  failed\n${output}\n`);
      continue;
    }
    for (const row of JSON.parse(line.slice(MARK.length))) {
      const ok = row.value <= row.limit;
      if (!ok) missed += 1;
      process.stdout.write(
        `  ${ok ? 'ok  ' : 'OVER'} ${row.name}: ${Number(row.value.toPrecision(3))} (limit ${row.limit}) ${row.unit}\n`,
      );
    }
  }
}
process.stdout.write(
  `\n${missed === 0 ? 'All within their limits.' : `${missed} over their limit or failed.`}\n`,
);
process.exit(missed === 0 ? 0 : 1);
