import { dashboardRecord } from '@tallyboard/replica/seed/dashboard.ts';
import { findReport } from '@tallyboard/reports/registry.ts';
import type { ReportId } from '@tallyboard/reports/report.ts';
import { expect, test } from 'vitest';

const REPORT_OF: Readonly<Record<string, ReportId>> = {
  status: 'overview',
  velocity: 'velocity',
  timesheets: 'timesheet',
  tracking: 'estimation',
  burn: 'burn',
  'time-status': 'time-in-status',
  text: 'text',
};

const record = dashboardRecord(Date.parse('2026-03-10T12:00:00Z'));
const gadgets = record.kind === 'dashboard' ? record.value.gadgets : [];

// The replica knows no report: it writes what Jira would hold. A name or code that no report knows would go unseen.
test.each(gadgets)('what the demo stores for $key is what its report stores', async gadget => {
  const stored = gadget.properties?.settings as Record<string, unknown>;
  const report = await findReport(REPORT_OF[gadget.key] ?? '');
  if (!report) throw new Error(`No report shows ${gadget.key}.`);
  const { value, problems } = report.settings.parse(stored);
  expect(problems).toEqual([]);
  const again = report.settings.serialize(value);
  const known = Object.keys(again).filter(key => key in stored);
  expect(known.length).toBeGreaterThan(0);
  for (const key of known) expect(again[key], key).toEqual(stored[key]);
});
