/**
 * `npm run gallery`: takes pictures of all reports, gadgets and states and shows them in one page.
 * `npm run gallery -- record`: replaces the pictures that the browser tests compare with.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, nodePath, root, run } from './lib/install.mjs';

await ensureInstalled();
await ensureBuilt();
const record = process.argv[2] === 'record';
const folder = join(root, 'test-results', 'gallery');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const output = join(root, 'test-results', 'pictures');
const program = join(root, 'node_modules/@playwright/test/cli.js');
const args = [program, 'test', 'pictures.spec.ts', '--reporter=line', '--output', output];
const { code } = await run(nodePath(), record ? [...args, '--update-snapshots=all'] : args, {
  env: {
    TALLYBOARD_BROWSER: await ensureBrowser(),
    ...(!record && { TALLYBOARD_GALLERY: folder }),
  },
  show: true,
});
if (code !== 0) process.exit(code);
if (!record) process.stdout.write(`\n${pathToFileURL(writePage())}\n`);

function writePage() {
  const sections = subfolders('').flatMap(group => [
    `<h2>${group}</h2>`,
    ...subfolders(group).map(look => `<section>${figures(join(group, look)).join('')}</section>`),
  ]);
  const file = join(folder, 'index.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Tallyboard: gallery</title>
<style>
  body { font: 14px system-ui; margin: 24px }
  section { display: flex; flex-wrap: wrap; gap: 16px; margin-bottom: 16px }
  figure { margin: 0 }
  img { height: 480px; border: 1px solid #8888 }
</style>
<h1>Gallery</h1>${sections.join('')}`,
  );
  return file;
}

function subfolders(path) {
  const entries = readdirSync(join(folder, path), { withFileTypes: true });
  return entries.flatMap(entry => (entry.isDirectory() ? [entry.name] : [])).sort();
}

function figures(path) {
  return readdirSync(join(folder, path))
    .sort()
    .map(name => {
      const words = `${name.replace('.png', '')} ${path}`.replaceAll(/[-/\\]/g, ' ');
      return `<figure><a href="${path}/${name}"><img src="${path}/${name}" alt="" loading="lazy"></a><figcaption>${words}</figcaption></figure>`;
    });
}
