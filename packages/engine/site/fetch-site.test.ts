import { writePeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import { loadMetadata } from '@tallyboard/dataset/load/metadata.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { HttpReply } from '@tallyboard/jira/http.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFakeJira, reply } from '../testing/fake-jira.ts';
import { fetchSite } from './fetch-site.ts';

async function settingsWith(answer: HttpReply) {
  const { request } = createFakeJira([]);
  const client = createJiraClient({
    flavour: 'cloud',
    async request(http, signal) {
      if (http.path.endsWith('/properties')) return reply({ keys: [{ key: 'global-settings' }] });
      return http.path.endsWith('/global-settings') ? answer : request(http, signal);
    },
  });
  const warn = vi.fn();
  const site = await fetchSite({
    client,
    info: parseHostInfo(''),
    gadget: true,
    now: () => 0,
    warn,
    metadata: loadMetadata(client),
  });
  return { settings: site.settings, missing: site.missing, warned: warn.mock.calls.length };
}

const stored = (value: unknown) => reply({ key: 'global-settings', value });

test('settings that all users share', async () => {
  const calendar = { timezone: 'Europe/Berlin', days: { Monday: '09:00-17:00' } };
  const logjiraSettings = { firstDay: 0 };
  const commonSettings = { dateFormat: ' D.M.YYYY ' };
  const value = { workingCalendar: calendar, logjiraSettings, commonSettings };
  expect((await settingsWith(stored(value))).settings).toMatchObject({
    calendar,
    weekStart: 0,
    dateFormat: 'D.M.YYYY',
    sections: { logjiraSettings },
  });
});

test.each([
  ['never saved', stored(null), 0],
  ['without the app', reply({}, 404), 0],
  ['not readable', reply({}, 403), 1],
  ['a mistake', stored({ workingCalendar: { timezone: 'Mars' } }), 0],
])('settings %s: defaults', async (_, answer, warnings) => {
  const { settings, missing, warned } = await settingsWith(answer);
  expect(settings).toMatchObject({
    calendar: null,
    doneRule: { kind: 'resolution-or-category' },
    weekStart: 1,
    dateFormat: 'MMM D, YYYY',
  });
  expect(warned).toBe(warnings);
  expect(missing).toEqual(warnings > 0 ? ['sharedSettings'] : undefined);
});

test.each([
  ['that are stored', stored({ figuresOnPeople: 'groups-of:7' }), 'groups-of:7'],
  ['with an unknown policy', stored({ figuresOnPeople: 'teams' }), 'groups-of:5'],
  ['without the app', reply({}, 404), 'all'],
  ['that Jira does not hand out', reply({}, 403), 'all'],
  ['that fail', reply({}, 500), 'own-and-groups'],
])('policy of figures on people, by settings %s', async (_, answer, policy) => {
  const { settings } = await settingsWith(answer);
  expect(writePeoplePolicy(settings.figuresOnPeople)).toBe(policy);
});

test.each([
  [4_000, ['WEB board']],
  [60_000, []],
])('boards that come after %i ms', async (delay, names) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { request } = createFakeJira([]);
  const client = createJiraClient({
    flavour: 'cloud',
    async request(http, signal) {
      if (!http.path.endsWith('/board')) return request(http, signal);
      await new Promise(resolve => setTimeout(resolve, delay));
      return reply({ isLast: true, values: [{ id: 1, name: 'WEB board', type: 'scrum' }] });
    },
  });
  const info = parseHostInfo('', { standalone: true });
  const loading = fetchSite({ client, info, now: () => 0, metadata: loadMetadata(client) });
  let isLoading = true;
  const site = loading.finally(() => {
    isLoading = false;
  });
  // Modules are loaded meanwhile, in real time.
  while (isLoading) await vi.advanceTimersByTimeAsync(100);
  expect((await site).boards.map(({ name }) => name)).toEqual(names);
});

test('no timer holds up the end of the process', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await settingsWith(stored(null));
  expect(vi.getTimerCount()).toBe(0);
});
