import { writeUrl } from '@tallyboard/jira/address.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { describe, expect, it, vi } from 'vitest';
import { createDemoHost } from './demo/demo-host.ts';
import { parseHostInfo } from './info.ts';
import { createFetchRequest } from './standalone/fetch-request.ts';
import { createStandaloneHost } from './standalone/standalone-host.ts';
import { fakeFetch } from './testing/fake-fetch.ts';
import { type ArrivedRequest, describeHostContract } from './testing/host-contract.ts';

const GADGET = '?dashboard=7&dashboardItem=70';
const BASE = 'https://jira.example.net/jira';

describeHostContract('standalone, same origin', answer =>
  createStandaloneHost({ search: GADGET, fetch: fakeFetch(answer) }),
);

describeHostContract('standalone, another address', answer =>
  createStandaloneHost({ search: GADGET, baseUrl: `${BASE}/`, fetch: fakeFetch(answer, BASE) }),
);

describeHostContract('demo', answer => {
  // What reaches the far end is the original request, unpacked as the demo's server does.
  const unpacked = (request: ArrivedRequest) => {
    const { method, body, ...address } = request.body as HttpRequest;
    return answer({ method, url: writeUrl(address), body });
  };
  const either = (request: ArrivedRequest) =>
    request.url === '/f_demo' ? unpacked(request) : answer(request);
  return createDemoHost({ search: GADGET, fetch: fakeFetch(either) });
});

describe('demo', () => {
  const arriving = (body: string) => {
    const arrived: ArrivedRequest[] = [];
    const answer = (request: ArrivedRequest) => {
      arrived.push(request);
      return { status: 200, body };
    };
    const host = createDemoHost({
      fetch: fakeFetch(answer),
      search: '?dashboard=1&dashboardItem=2',
    });
    return { host, arrived };
  };

  it('posts every request but those of dashboards', async () => {
    const { host, arrived } = arriving('[]');
    const search = { method: 'GET', path: '/rest/api/2/field' } as const;
    const property = {
      method: 'GET',
      path: '/rest/api/2/dashboard/1/items/2/properties/x',
    } as const;
    await host.request(search);
    await host.request(property);
    await host.setTitle('Mine');
    expect(arrived).toEqual([
      { method: 'POST', url: '/f_demo', body: search },
      { method: 'GET', url: property.path, body: undefined },
      { method: 'PUT', url: '/rest/api/2/dashboard/1/items/2/properties/title', body: 'Mine' },
    ]);
  });

  it.each([
    ['wrapped as a string', JSON.stringify('{"a":1}')],
    ['as it is', '{"a":1}'],
  ])('takes the body %s', async (_, body) => {
    const { host } = arriving(body);
    expect((await host.request({ method: 'GET', path: '/x' })).body).toBe('{"a":1}');
  });
});

describe('fetch', () => {
  it('is sent with the XSRF check off, and with the session of the own origin', async () => {
    const inits: RequestInit[] = [];
    const answer = (_: ArrivedRequest, init: RequestInit) => {
      inits.push(init);
      return { status: 200, body: '{}' };
    };
    const request = createFetchRequest({ fetch: fakeFetch(answer) });
    await request({ method: 'GET', path: '/x' });
    expect(inits[0]).toMatchObject({
      credentials: 'same-origin',
      headers: { 'x-atlassian-token': 'no-check' },
    });
  });
});

describe('opening addresses', () => {
  it('opens a new tab that knows nothing of this one', () => {
    const open = vi.fn();
    vi.stubGlobal('open', open);
    createStandaloneHost().open('https://x/browse/OPS-1');
    expect(open).toHaveBeenCalledWith('https://x/browse/OPS-1', '_blank', 'noopener');
    vi.unstubAllGlobals();
  });
});

describe('query parameters', () => {
  it('reads all of them', () => {
    const search =
      '?projectKey=OPS&dashboard=100&dashboardItem=7&server&xdm_c=channel-app-demo-1&edition=lite&lic=active&adminMode=true&fType=custom&isStandalone=true&cloudId=c&xdm_e=https%3A%2F%2Fx.atlassian.net%2F&app=burn&gadget=tracking';
    expect(parseHostInfo(search)).toEqual({
      flavour: 'data-center',
      baseUrl: 'https://x.atlassian.net',
      edition: 'lite',
      licensed: true,
      demo: true,
      admin: true,
      standalone: true,
      wallboard: false,
      editable: true,
      projectKey: 'OPS',
      dashboardId: '100',
      dashboardItemId: '7',
      initialTab: 'custom',
      gadget: 'tracking',
      app: 'burn',
      cloudId: 'c',
      addonKey: 'com.tallyboard.reports-lite',
      user: null,
      columns: false,
    });
  });

  it('has its defaults: Cloud, standard, no licence', () => {
    expect(parseHostInfo('')).toMatchObject({
      flavour: 'cloud',
      baseUrl: '',
      edition: 'standard',
      licensed: false,
      demo: false,
      admin: false,
      standalone: false,
      projectKey: null,
      addonKey: 'com.tallyboard.reports',
    });
  });

  it.each([
    ['?lic=none', { licensed: false }],
    // The host of the demo needs no license; others show real issues.
    ['?lic=none&xdm_c=app-demo', { licensed: false, demo: true }],
    ['?adminMode=1', { admin: false }],
    ['?isStandalone=false', { standalone: false }],
    ['?xdm_e=javascript:alert(1)', { baseUrl: '' }],
    ['?xdm_e=nonsense', { baseUrl: '' }],
    ['?xdm_e=https://jira.example.net/jira/', { baseUrl: 'https://jira.example.net/jira' }],
  ])('%s', (search, info) => expect(parseHostInfo(search)).toMatchObject(info));

  it('lets a host say what it knows better', () => {
    const info = createStandaloneHost({
      baseUrl: `${BASE}/`,
      known: { flavour: 'data-center' },
    }).info;
    expect(info).toMatchObject({
      licensed: true,
      standalone: true,
      baseUrl: BASE,
      flavour: 'data-center',
    });
  });
});
