/** What a JSON report of Playwright counts. A test that passes at its second try is flaky: counted apart, by title. */
export function browserCounts({ stats, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: suites.flatMap(suite => flakyTitles(suite, [])),
  };
}

function flakyTitles({ title, specs = [], suites = [] }, above) {
  const path = [...above, title];
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(spec => [...path, spec.title].join(' > ')),
    ...suites.flatMap(suite => flakyTitles(suite, path)),
  ];
}
