import { expect, it } from 'vitest';
import { fakeFetch } from '../testing/fake-fetch.ts';
import { describeHostContract } from '../testing/host-contract.ts';
import { type CardSettings, createCardHost, dashboardInfo } from './card-host.ts';
import { createStandaloneHost } from './standalone-host.ts';

const SETTINGS = '/rest/api/3/dashboard/7/items/70/properties/settings';

function open(answer: Parameters<typeof fakeFetch>[0], more: Partial<CardSettings> = {}) {
  const page = createStandaloneHost({ fetch: fakeFetch(answer) });
  const said: string[] = [];
  const card = createCardHost(page, {
    info: { ...dashboardInfo(page, '7', false), dashboardItemId: '70' },
    onStored: key => said.push(`stored ${key}`),
    onTitle: () => said.push('title'),
    dashboard: { suggestTitle: title => said.push(title), go: address => said.push(address) },
    onEditClosed: () => said.push('closed'),
    onWidth: width => said.push(`width ${width}`),
    ...more,
  });
  return { ...card, said };
}

describeHostContract('card', answer => open(answer).host);

it('hears what its card asks, also what was asked before anybody listened', async () => {
  const card = open(() => null);
  const heard: string[] = [];
  card.edit();
  card.host.onEdit(() => heard.push('edit'));
  card.host.onRefresh(() => heard.push('refresh'));
  const stop = card.host.onSettingsChange(() => heard.push('settings'));
  card.refresh();
  card.settingsChanged();
  await Promise.resolve();
  expect(heard.sort()).toEqual(['edit', 'refresh', 'settings']);
  stop();
  card.settingsChanged();
  expect(heard).toHaveLength(3);
});

it('stores its title before it says so, and tells its width only with one', async () => {
  const arrived: unknown[] = [];
  const { host, said } = open(({ method, url, body }) => {
    arrived.push([method, url, body]);
    return { status: 200, body: '{}' };
  });
  await host.setTitle('Mine');
  host.resize(300);
  host.resize(300, 240);
  host.closeEdit();
  expect(arrived).toEqual([
    ['PUT', SETTINGS.replace('settings', 'title').replace('/3/', '/2/'), 'Mine'],
  ]);
  expect(said).toEqual(['stored title', 'title', 'width 240', 'closed']);
});

it('stores over the version it has read', async () => {
  const sent: unknown[] = [];
  const { host } = open((_, { headers }) => {
    sent.push(new Headers(headers).get('if-match'));
    return { status: 200, body: '{}', headers: { ETag: `"${sent.length}"` } };
  });
  await host.request({ method: 'PUT', path: SETTINGS, body: {} });
  await host.request({ method: 'GET', path: SETTINGS });
  await host.request({ method: 'PUT', path: SETTINGS, body: {} });
  await host.request({ method: 'GET', path: '/rest/api/3/field' });
  expect(sent).toEqual([null, null, '"2"', null]);
});

it.each([
  [{ value: { gType: 1 }, version: 3 }, 200, { key: 'settings', value: { gType: 1 } }],
  [null, 404, { errorMessages: ['Nothing is stored yet.'] }],
])('asks once less for settings that the dashboard has read: %j', async (stored, status, body) => {
  const sent: unknown[] = [];
  const { host } = open(
    ({ method, url }, { headers }) => {
      sent.push([method, url.split('/').at(-1), new Headers(headers).get('if-match')]);
      return { status: 200, body: '{}' };
    },
    { stored },
  );
  await host.request({ method: 'GET', path: SETTINGS.replace('settings', 'title') });
  const reply = await host.request({ method: 'GET', path: SETTINGS });
  expect([reply.status, JSON.parse(reply.body)]).toEqual([status, body]);
  await host.request({ method: 'PUT', path: SETTINGS, body: {} });
  await host.request({ method: 'GET', path: SETTINGS });
  expect(sent).toEqual([
    ['GET', 'title', null],
    ['PUT', 'settings', status === 200 ? '"3"' : '"0"'],
    ['GET', 'settings', null],
  ]);
});
