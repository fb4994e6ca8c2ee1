import { createJiraClient } from '@tallyboard/jira/client.ts';
import { fetchAppSetting, putAppSetting } from '@tallyboard/jira/endpoints/app-settings.ts';
import { fetchItemProperty, putItemProperty } from '@tallyboard/jira/endpoints/dashboard.ts';
import { describe, expect, it } from 'vitest';
import { fakeFetch } from '../testing/fake-fetch.ts';
import {
  type Answer,
  type ArrivedRequest,
  describeHostContract,
} from '../testing/host-contract.ts';
import { contextPathIn, createDataCenterHost } from './data-center-host.ts';

const BASE = 'https%3A%2F%2Fjira.example%2Fjira';
const GADGET = `?server&lic=active&xdm_e=${BASE}&dashboard=7&dashboardItem=70`;
const PAGE = { origin: 'https://jira.example', pathname: '/reports' };
const JAR = {
  ...PAGE,
  pathname: '/jira/download/resources/com.tallyboard.reports:app/index.html',
};

describeHostContract('data center', answer =>
  createDataCenterHost({ search: GADGET, page: PAGE, fetch: fakeFetch(answer, '/jira') }),
);

describeHostContract('data center, from a plugin', answer =>
  createDataCenterHost({
    search: '?server&lic=active&dashboard=7&dashboardItem=70',
    page: JAR,
    fetch: fakeFetch(answer, '/jira'),
  }),
);

function open(answer: (request: ArrivedRequest) => Answer, page = PAGE) {
  const arrived: [string, string, Headers][] = [];
  const far = fakeFetch((request, init) => {
    arrived.push([request.method, request.url, new Headers(init.headers)]);
    return answer(request);
  });
  const host = createDataCenterHost({ search: GADGET, page, fetch: far });
  const { info, request } = host;
  return { host, arrived, client: createJiraClient({ ...info, request }) };
}

describe('data center', () => {
  it('asks below the context path, as a script that may change things', async () => {
    const { arrived, client } = open(() => ({ status: 200, body: '{}' }));
    await client.send({ method: 'PUT', path: '/rest/agile/1.0/issue/rank', body: {} });
    const [method, url, headers] = arrived[0] ?? [];
    expect([method, url]).toEqual(['PUT', '/jira/rest/agile/1.0/issue/rank']);
    expect(headers?.get('x-atlassian-token')).toBe('no-check');
  });

  it('keeps the settings of a gadget as base64, and those of all with the servlet', async () => {
    const kept = new Map<string, string>();
    const { client, arrived } = open(({ method, url, body }) => {
      if (method === 'PUT') kept.set(url, JSON.stringify(body));
      return { status: 200, body: `{"key":"k","value":${kept.get(url) ?? 'null'}}` };
    });
    const item = { dashboardId: '7', itemId: '70' };
    const settings = { jql: 'text ~ "ü"' };
    await putItemProperty(client, item, 'settings', settings);
    const [[path, stored] = ['', '']] = kept;
    expect(path).toBe('/jira/rest/api/2/dashboard/7/items/70/properties/settings');
    expect(JSON.parse(Buffer.from(JSON.parse(stored), 'base64').toString())).toEqual(settings);
    expect(await fetchItemProperty(client, item, 'settings')).toEqual(settings);
    await putAppSetting(client, 'global-settings', { a: 1 });
    expect(arrived.at(-1)?.[1]).toBe(
      '/jira/plugins/servlet/com.tallyboard.reports/settings?key=global-settings',
    );
  });

  it('reads settings from the plugin where it has no servlet, and cannot change them', async () => {
    const { client } = open(({ url }) => {
      const packed = '/jira/download/resources/com.tallyboard.reports:app/settings/';
      if (url === `${packed}global-settings.json`) return { status: 200, body: '{"a":1}' };
      return { status: 404, body: '<h1>Oops</h1>' };
    }, JAR);
    expect(await fetchAppSetting(client, 'global-settings')).toEqual({ a: 1 });
    expect(await fetchAppSetting(client, 'enabled-fields')).toBeUndefined();
    await expect(putAppSetting(client, 'global-settings', {})).rejects.toMatchObject({
      status: 404,
    });
  });

  it('links to where Jira says it is, else to where the page is', () => {
    expect(open(() => ({ status: 200, body: '' })).host.info).toMatchObject({
      baseUrl: 'https://jira.example/jira',
      flavour: 'data-center',
      standalone: false,
    });
    const alone = createDataCenterHost({ search: '?server', page: JAR });
    expect(alone.info).toMatchObject({ baseUrl: 'https://jira.example/jira', licensed: false });
  });

  it.each([
    ['/jira/download/resources/com.tallyboard.reports:app/index.html', '/jira'],
    ['/download/resources/com.tallyboard.reports:app/index.html', ''],
    ['/a/b/s/en_US-x/813000/1/0.1.0/_/download/resources/x:app/index.html', '/a/b'],
    ['/jira/plugins/servlet/com.tallyboard.reports/reports', '/jira'],
    ['/reports', ''],
  ])('%s is below "%s"', (pathname, path) => expect(contextPathIn(pathname)).toBe(path));
});
