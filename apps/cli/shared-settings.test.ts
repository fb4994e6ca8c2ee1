import type { JiraClient } from '@tallyboard/jira/client.ts';
import { expect, test } from 'vitest';
import { fetchSharedSettings } from './shared-settings.ts';

const clientWith = (send: () => Promise<unknown>) =>
  ({ flavour: 'cloud', addonKey: 'a', send }) as unknown as JiraClient;

const calendar = { timezone: 'Europe/Berlin', days: { Monday: '09:00-17:00' } };

test('the calendar and the week that all share come from the site', async () => {
  const value = { workingCalendar: calendar, logjiraSettings: { firstDay: 1 } };
  const client = clientWith(async () => ({ key: 'global-settings', value }));
  expect(await fetchSharedSettings(client)).toEqual({ calendar, weekStart: 1 });
});

test.each([
  ['never saved', async () => ({ key: 'global-settings', value: null })],
  ['not to be read', () => Promise.reject(new Error('403'))],
  ['a mistake', async () => ({ key: 'x', value: { workingCalendar: { timezone: 'Mars' } } })],
])('%s: no calendar, weeks from Sunday', async (_, send) => {
  expect(await fetchSharedSettings(clientWith(send))).toEqual({ calendar: null, weekStart: 0 });
});
