/**
 * `npm run package:forge [-- FOLDER] [--pictures URL] [--error-reports URL] [--read-only]` makes the folder for `forge deploy`
 * (docs/jira/forge.md).
 * `npm run package:npm [-- FOLDER]` makes tallyboard-VERSION.tgz, which runs without a checkout (docs/install.md).
 * `npm run package:data-center [-- JAR [SETTINGS]]` makes the jar for Jira Data Center (docs/jira/data-center.md).
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, fail, nodePath, progressLine, root, run } from './lib/install.mjs';

const TARGETS = {
  forge: {
    name: 'the app for Jira Cloud',
    output: 'apps/forge/dist',
    options: {
      pictures: { type: 'string' },
      'error-reports': { type: 'string' },
      'read-only': { type: 'boolean' },
    },
    next: 'In this folder, run: forge register, forge deploy, forge install',
  },
  npm: {
    name: 'the package',
    output: 'apps/npm/dist',
    options: {},
    next: 'In an empty folder, run: npx PATH/tallyboard-VERSION.tgz serve (docs/install.md).',
  },
  'data-center': {
    name: 'the app for Jira Data Center',
    output: 'apps/data-center/dist/tallyboard.jar',
    options: {},
    next: 'docs/jira/data-center.md says how to install it.',
  },
};

await ensureInstalled();
const [target, ...given] = process.argv.slice(2);
const { name, next, output: usual, options } = TARGETS[target];
const { values, positionals } = readArguments();
const [output, ...inputs] = positionals;
const from = process.env.INIT_CWD ?? root;
const to = output === undefined ? join(root, usual) : resolve(from, output);
const line = progressLine(`Packing ${name}`);
const args = [
  join(root, 'apps', target, 'pack.ts'),
  to,
  ...inputs.map(path => resolve(from, path)),
  ...Object.entries(values).flatMap(([option, value]) =>
    value === true ? [`--${option}`] : [`--${option}`, value],
  ),
];
const result = await run(nodePath(), args);
if (result.code !== 0) {
  process.stderr.write(`\n${result.output}\n`);
  fail(`Packing ${name} failed; see above.`);
}
line.done();
process.stdout.write(`Ready: ${to}. ${next}\n`);

function readArguments() {
  try {
    return parseArgs({ args: given, options, allowPositionals: true });
  } catch (error) {
    fail(error.message);
  }
}
