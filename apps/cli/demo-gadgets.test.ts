import { dashboardRecords } from '@tallyboard/replica/seed/demo.ts';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { expect, test } from 'vitest';

const gadgets = dashboardRecords(Date.parse('2026-03-10T12:00:00Z')).flatMap(
  ({ value }) => value.gadgets,
);

// The replica knows no report: it writes what Jira would hold. A name or code that no report knows would go unseen.
test.each(gadgets)('what the demo stores for $key is what its report stores', async gadget => {
  const stored = gadget.properties.settings as Record<string, unknown>;
  const found = GADGETS.find(({ name }) => name === gadget.key);
  const report = await findReport(found?.reportOf(stored) ?? '');
  if (!report) throw new Error(`No report shows ${gadget.key}.`);
  const { value, problems } = report.settings.parse(stored);
  expect(problems).toEqual([]);
  const again = report.settings.serialize(value);
  const known = Object.keys(again).filter(key => key in stored);
  expect(known.length).toBeGreaterThan(0);
  for (const key of known) expect(again[key], key).toEqual(stored[key]);
});
