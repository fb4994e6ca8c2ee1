import { stripVTControlCharacters } from 'node:util';

/**
 * Counts of a JSON report of Playwright. A test that passes at its second try is flaky and counted separately. Flaky and
 * failed tests are listed with the first line of their error.
 */
export function browserCounts({ stats, suites }) {
  const listed = status => suites.flatMap(suite => testsOf(suite, [], status));
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    left: listed('skipped').map(name => name.replace(/: no error message$/, '')),
    flaky: listed('flaky'),
    failures: listed('unexpected'),
    seconds: suites.map(suite => [suite.title, secondsOf(suite)]),
  };
}

/** Of all tries of the tests of a file. */
function secondsOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap(({ results = [] }) => results));
  const own = results.reduce((sum, { duration = 0 }) => sum + duration / 1000, 0);
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own);
}

function testsOf({ title, specs = [], suites = [] }, above, status) {
  const path = [...above, title];
  return [
    ...specs.flatMap(spec => {
      const found = spec.tests.find(each => each.status === status);
      return found ? [`${[...path, spec.title].join(' > ')}: ${firstError(found)}`] : [];
    }),
    ...suites.flatMap(suite => testsOf(suite, path, status)),
  ];
}

function firstError({ results = [] }) {
  const message = results.find(({ error }) => error)?.error.message ?? 'no error message';
  return stripVTControlCharacters(message).split('\n', 3).join(' ').slice(0, 300);
}

/** Of a run: a flaky test fails it too, as does a run without a test. */
export const exitCode = ({ passed, failed }, flaky) =>
  failed > 0 || passed === 0 || flaky.length > 0 ? 1 : 0;
