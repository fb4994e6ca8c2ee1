import type { JiraClient } from '@tallyboard/jira/client.ts';
import { expect, test } from 'vitest';
import { fetchSharedSettings } from './shared-settings.ts';

const clientWith = (send: () => Promise<unknown>) =>
  ({ flavour: 'cloud', addonKey: 'a', send }) as unknown as JiraClient;

const calendar = { timezone: 'Europe/Berlin', days: { Monday: '09:00-17:00' } };

test('what all share comes from the site', async () => {
  const logjiraSettings = { firstDay: 1 };
  const commonSettings = { dateFormat: ' D.M.YYYY ' };
  const value = { workingCalendar: calendar, logjiraSettings, commonSettings };
  const client = clientWith(async () => ({ key: 'global-settings', value }));
  expect(await fetchSharedSettings(client)).toMatchObject({
    calendar,
    weekStart: 1,
    dateFormat: 'D.M.YYYY',
    sections: { logjiraSettings },
  });
});

test.each([
  ['never saved', async () => ({ key: 'global-settings', value: null })],
  ['not to be read', () => Promise.reject(new Error('403'))],
  ['a mistake', async () => ({ key: 'x', value: { workingCalendar: { timezone: 'Mars' } } })],
])('%s: as by default', async (_, send) => {
  expect(await fetchSharedSettings(clientWith(send))).toMatchObject({
    calendar: null,
    doneRule: { kind: 'resolution-or-category' },
    weekStart: 0,
    dateFormat: 'MMM D, YYYY',
  });
});
