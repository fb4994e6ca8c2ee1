/**
 * `npm test`: installs what is missing (a browser too) and runs every check; `npm run check` runs those without tests.
 * A failing check does not stop the others. The last line counts the tests of all runners, with flaky ones above it: a test
 * that passes only at its second try fails the run too.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { browserCounts, exitCode } from './lib/browser-counts.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, nodePath, root, run } from './lib/install.mjs';

await ensureInstalled();
const reports = mkdtempSync(join(tmpdir(), 'tallyboard-test-'));
const counts = { passed: 0, failed: 0, skipped: 0 };
const flaky = [];
const failures = [];
const left = [];
const times = [];
/** Test files and how long their tests took, waiting included. */
const files = [];
const SLOWEST = 12;

const SHOWN_LINES = 16;

/** The end of a long output is what is read: it names what failed, with its first words. */
function fail(name, output) {
  counts.failed += 1;
  const lines = output.split('\n').filter(line => line.trim() !== '');
  failures.push(`${name}:\n    ${lines.slice(0, SHOWN_LINES).join('\n    ')}`);
}

/** Runs a package's program under the product's Node and counts it as one check, or by its own counts. */
async function check(name, program, args, { show = true, count, env } = {}) {
  const begun = Date.now();
  if (show) process.stdout.write(`\n== ${name}\n`);
  const path = join(root, 'node_modules', program);
  const { code, output } = await run(nodePath(), [path, ...args], { show, env });
  if (!show) process.stdout.write(`\n== ${name}\n${output}`);
  times.push(`${name} ${Math.round((Date.now() - begun) / 1000)} s`);
  const own = count?.(output);
  if (own) {
    for (const key of Object.keys(counts)) counts[key] += own[key];
    flaky.push(...(own.flaky ?? []));
    failures.push(...(own.failures ?? []));
    left.push(...(own.left ?? []));
    files.push(...(own.seconds ?? []));
    // A runner that fails without a failed test (a file that does not load, a crash) still fails.
    if (code !== 0 && own.failed === 0) fail(name, output);
  } else if (code === 0) counts.passed += 1;
  else fail(name, output);
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

const STATIC = {
  lint: ['Format and lint', '@biomejs/biome/bin/biome', ['check', '--diagnostic-level=warn', '.']],
  types: ['Types', 'typescript/bin/tsc', ['--noEmit']],
  unused: ['Unused code and dependencies', 'knip/bin/knip.js', []],
  'unused in production': ['Code that only tests use', 'knip/bin/knip.js', ['--production']],
};
await Promise.all(
  Object.keys(STATIC)
    .filter(name => wanted(name.split(' ')[0]))
    .map(name => check(...STATIC[name], { show: false })),
);
if (wanted('unit')) {
  // Files of reports are made of the built page.
  await ensureBuilt();
  const file = join(reports, 'unit.json');
  const reporter = join(root, 'scripts/lib/skipped-reporter.mjs');
  const args = ['run', '--reporter=dot', `--reporter=${reporter}`, '--reporter=json'];
  const count = () =>
    readCounts('unit.json', r => ({
      passed: r.numPassedTests,
      failed: r.numFailedTests,
      skipped: r.numPendingTests + r.numTodoTests,
      left: readCounts('skipped.json', lines => lines) ?? [],
      seconds: r.testResults.map(({ name, startTime, endTime }) => [
        relative(root, name),
        (endTime - startTime) / 1000,
      ]),
      failures: r.testResults.flatMap(({ name, message, assertionResults }) =>
        [
          ...(message ? [`${relative(root, name)}: ${message}`] : []),
          ...assertionResults
            .filter(({ status }) => status === 'failed')
            .map(each => `${relative(root, name)} > ${each.title}: ${each.failureMessages[0]}`),
        ].map(line => line.slice(0, 300)),
      ),
    }));
  const env = { TALLYBOARD_SKIPPED: join(reports, 'skipped.json') };
  const all = [...args, `--outputFile.json=${file}`];
  await check('Unit and contract tests', 'vitest/vitest.mjs', all, { count, env });
}
/** Beside the browser tests, which wait for pages half of the time. */
async function checkSpark() {
  if (!wanted('spark')) return;
  const modules = join(root, 'node_modules');
  const program = relative(modules, join(root, 'apps/cli/lake/testing/spark-runs.ts'));
  const count = output => {
    const [, why] = /Spark is left out: (.*)/.exec(output) ?? [];
    return why ? { passed: 0, failed: 0, skipped: 1, left: [`Facts on Spark: ${why}`] } : null;
  };
  await check('Facts on Spark', program, ['--small'], { count, show: false });
}

const spark = checkSpark();
if (wanted('e2e')) {
  await ensureBuilt();
  const env = {
    TALLYBOARD_BROWSER: await ensureBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json'),
  };
  const count = () => readCounts('e2e.json', browserCounts);
  const args = ['test', '--reporter=line,json'];
  await check('Browser tests', '@playwright/test/cli.js', args, { count, env });
}

await spark;
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${times.join(', ')}\n`);
if (files.length > 0) {
  const slowest = files.sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  const words = slowest.map(([file, seconds]) => `${file} ${Math.round(seconds)} s`);
  process.stdout.write(`Slowest files: ${words.join(', ')}\n`);
}
if (failures.length > 0) process.stdout.write(`Failed:\n  ${failures.join('\n  ')}\n`);
if (left.length > 0) process.stdout.write(`Skipped:\n  ${left.join('\n  ')}\n`);
if (flaky.length > 0)
  process.stdout.write(
    `${flaky.length} flaky, passed at the second try:\n  ${flaky.join('\n  ')}\n`,
  );
process.stdout.write(
  `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
);
process.exit(exitCode(counts, flaky));
