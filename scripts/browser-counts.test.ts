import { expect, test } from 'vitest';

const { browserCounts, exitCode } = await import(
  new URL('lib/browser-counts.mjs', import.meta.url).href
);

test('flaky and failed tests are named with file, group and error', () => {
  const error = { message: '\u001b[31mError: too late\u001b[39m' };
  const results = [{ error, duration: 4_000 }, { duration: 500 }];
  const spec = (title: string, status: string) => ({ title, tests: [{ status, results }] });
  const counts = browserCounts({
    stats: { expected: 1, unexpected: 1, skipped: 1, flaky: 2 },
    suites: [
      {
        title: 'gadgets.spec.ts',
        specs: [spec('opens', 'expected'), spec('saves', 'flaky'), spec('waits', 'skipped')],
        suites: [{ title: 'on a phone', specs: [spec('fits', 'flaky'), spec('x', 'unexpected')] }],
      },
    ],
  });
  expect(counts).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    left: ['gadgets.spec.ts > waits: Error: too late'],
    flaky: [
      'gadgets.spec.ts > saves: Error: too late',
      'gadgets.spec.ts > on a phone > fits: Error: too late',
    ],
    failures: ['gadgets.spec.ts > on a phone > x: Error: too late'],
    // Of both tries of five tests.
    seconds: [['gadgets.spec.ts', 22.5]],
  });
});

test('a run fails by a failed test, by a flaky one, and without any', () => {
  const counts = { passed: 9, failed: 0, skipped: 1 };
  expect(exitCode(counts, [])).toBe(0);
  expect(exitCode(counts, ['gadgets.spec.ts > saves: Error: too late'])).toBe(1);
  expect(exitCode({ ...counts, failed: 1 }, [])).toBe(1);
  expect(exitCode({ passed: 0, failed: 0, skipped: 1 }, [])).toBe(1);
});
