import { context } from '@tallyboard/core/testing/builders.ts';
import { expect, test } from 'vitest';
import { findReport } from './find-report.ts';

const site = context({ weekStart: 6 });

/** The first day of the weeks of a report's figures. */
async function weekStartOf(id: string, stored: Record<string, unknown>, result: object = {}) {
  const report = await findReport(id);
  const { value } = report!.settings.parse(stored);
  return report?.weekStart?.(value, site, result) ?? null;
}

test('figures by week name the first day of the site', async () => {
  for (const id of ['throughput', 'created-resolved', 'resolution-time']) {
    expect(await weekStartOf(id, {}, { unit: 'week' })).toBe(6);
    expect(await weekStartOf(id, {}, { unit: 'month' })).toBeNull();
  }
  expect(await weekStartOf('age', { date: 'week' })).toBe(6);
  expect(await weekStartOf('velocity', {}, { periodKind: 'interval' })).toBe(6);
  expect(await weekStartOf('velocity', {}, { periodKind: 'sprint' })).toBeNull();
  expect(await weekStartOf('overview', {})).toBe(6);
  expect(await weekStartOf('estimation', {})).toBeNull();
});

test('a timesheet has its own first day where it is set', async () => {
  expect(await weekStartOf('timesheet', { daySpan: 7 })).toBeNull();
  expect(await weekStartOf('timesheet', { eType: 1 })).toBe(6);
  expect(await weekStartOf('timesheet', { eType: 1, firstDay: 3 })).toBe(3);
});
