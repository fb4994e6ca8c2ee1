/**
 * `npm run package:data-center [-- JAR [SETTINGS]]`: makes the jar for Jira Data Center; SETTINGS is a file with global
 * settings for it to carry. docs/data-center.md tells the rest.
 */
import { join, resolve } from 'node:path';
import { ensureInstalled, fail, nodePath, progressLine, root, run } from './lib/install.mjs';

await ensureInstalled();
const from = process.env.INIT_CWD ?? root;
const [jar = join(root, 'apps/data-center/dist/tallyboard.jar'), settings] = process.argv.slice(2);
const places = [jar, ...(settings ? [settings] : [])].map(place => resolve(from, place));
const line = progressLine('Packing the plugin for Jira Data Center');
const { code, output } = await run(nodePath(), [join(root, 'apps/data-center/pack.ts'), ...places]);
if (code !== 0) {
  process.stderr.write(`\n${output}\n`);
  fail('The plugin could not be packed. What stands in the way is above.');
}
line.done();
process.stdout.write(`Ready: ${places[0]}. In Jira: Manage apps, Upload app.\n`);
