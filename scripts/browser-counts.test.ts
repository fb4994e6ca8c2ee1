import { expect, test } from 'vitest';

const { browserCounts } = await import(new URL('lib/browser-counts.mjs', import.meta.url).href);

test('a flaky test has not passed, and is named with the file and group that it is in', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const counts = browserCounts({
    stats: { expected: 1, unexpected: 1, skipped: 0, flaky: 2 },
    suites: [
      {
        title: 'gadgets.spec.ts',
        specs: [spec('opens', 'expected'), spec('saves', 'flaky')],
        suites: [{ title: 'on a phone', specs: [spec('fits', 'flaky'), spec('x', 'unexpected')] }],
      },
    ],
  });
  expect(counts).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    flaky: ['gadgets.spec.ts > saves', 'gadgets.spec.ts > on a phone > fits'],
  });
});
