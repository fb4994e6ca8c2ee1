/**
 * `npm test`: installs what is missing (a browser too) and runs every check, one after another. A failing check does
 * not stop the ones after it. The last line counts the tests of all runners; flaky ones are named above it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { browserCounts } from './lib/browser-counts.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, nodePath, root, run } from './lib/install.mjs';

await ensureInstalled();
const reports = mkdtempSync(join(tmpdir(), 'tallyboard-test-'));
const counts = { passed: 0, failed: 0, skipped: 0 };
const flaky = [];
const failures = [];
const times = [];

/** Runs a package's program under the product's Node and counts it as one check, or by its own counts. */
async function check(name, program, args, count, env) {
  const begun = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  const { code } = await run(nodePath(), [join(root, 'node_modules', program), ...args], {
    show: true,
    env,
  });
  times.push(`${name} ${Math.round((Date.now() - begun) / 1000)} s`);
  const own = count?.();
  if (own) {
    for (const key of Object.keys(counts)) counts[key] += own[key];
    flaky.push(...(own.flaky ?? []));
    failures.push(...(own.failures ?? []));
    // A runner that fails without a failed test (a file that does not load, a crash) still fails.
    if (code !== 0 && own.failed === 0) counts.failed += 1;
  } else counts[code === 0 ? 'passed' : 'failed'] += 1;
}

function readCounts(file, pick) {
  try {
    return pick(JSON.parse(readFileSync(join(reports, file), 'utf8')));
  } catch {
    return null;
  }
}

const only = new Set(process.argv.slice(2));
const wanted = name => only.size === 0 || only.has(name);

if (wanted('lint'))
  await check('Format and lint', '@biomejs/biome/bin/biome', [
    'check',
    '--diagnostic-level=warn',
    '.',
  ]);
if (wanted('types')) await check('Types', 'typescript/bin/tsc', ['--noEmit']);
if (wanted('unused')) await check('Unused code and dependencies', 'knip/bin/knip.js', []);
if (wanted('unit')) {
  await check(
    'Unit and contract tests',
    'vitest/vitest.mjs',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${join(reports, 'unit.json')}`],
    () =>
      readCounts('unit.json', r => ({
        passed: r.numPassedTests,
        failed: r.numFailedTests,
        skipped: r.numPendingTests + r.numTodoTests,
        failures: r.testResults.flatMap(({ name, message, assertionResults }) =>
          [
            ...(message ? [`${relative(root, name)}: ${message}`] : []),
            ...assertionResults
              .filter(({ status }) => status === 'failed')
              .map(each => `${relative(root, name)} > ${each.title}: ${each.failureMessages[0]}`),
          ].map(line => line.slice(0, 300)),
        ),
      })),
  );
}
if (wanted('e2e')) {
  await ensureBuilt();
  const browser = await ensureBrowser();
  await check(
    'Browser tests',
    '@playwright/test/cli.js',
    ['test', '--reporter=line,json'],
    () => readCounts('e2e.json', browserCounts),
    { TALLYBOARD_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json') },
  );
}

rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${times.join(', ')}\n`);
if (failures.length > 0) process.stdout.write(`Failed:\n  ${failures.join('\n  ')}\n`);
if (flaky.length > 0)
  process.stdout.write(
    `${flaky.length} flaky, passed at the second try:\n  ${flaky.join('\n  ')}\n`,
  );
process.stdout.write(
  `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
