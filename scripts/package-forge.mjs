/** `npm run package:forge [-- FOLDER]`: makes the folder that `forge deploy` takes. docs/forge.md tells the rest. */
import { join, resolve } from 'node:path';
import { ensureInstalled, fail, nodePath, progressLine, root, run } from './lib/install.mjs';

await ensureInstalled();
const folder = resolve(
  process.env.INIT_CWD ?? root,
  process.argv[2] ?? join(root, 'apps/forge/dist'),
);
const line = progressLine('Packing the app for Jira Cloud');
const { code, output } = await run(nodePath(), [join(root, 'apps/forge/pack.ts'), folder]);
if (code !== 0) {
  process.stderr.write(`\n${output}\n`);
  fail('The app could not be packed. What stands in the way is above.');
}
line.done();
process.stdout.write(
  `Ready in ${folder}. There, run: forge register, forge deploy, forge install\n`,
);
