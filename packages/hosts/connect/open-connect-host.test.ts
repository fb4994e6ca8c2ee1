// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeConnectBridge } from '../testing/fake-connect-bridge.ts';
import type { ConnectBridge } from './bridge.ts';
import { openConnectHost } from './open-connect-host.ts';

const SITE = 'xdm_e=https%3A%2F%2Facme.atlassian.net&lic=active';
const CONTEXT = {
  jira: { dashboard: { id: '7' }, dashboardItem: { id: '70', viewType: 'default' } },
};

function bridge(more: Partial<ConnectBridge> = {}): ConnectBridge {
  const permissions = { permissions: { ADMINISTER: { havePermission: true } } };
  return fakeConnectBridge(() => ({ status: 200, body: JSON.stringify(permissions) }), {
    context: {
      getToken: done => done('a.b.c'),
      getContext: done => done(CONTEXT),
    },
    user: {
      getCurrentUser: done => done({ atlassianAccountId: '712020:1f' }),
      getTimeZone: done => done('Europe/Prague'),
    },
    jira: { isDashboardItemEditable: done => done(false) },
    ...more,
  });
}

let said: { status: number; token: string | null }[];

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    const status = url.includes('reports-lite') ? 401 : 200;
    said.push({ status, token: headers.authorization ?? null });
    return new Response('{}', { status });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

const scripts = () => [...document.head.querySelectorAll('script')];

test('loads the script of Atlassian, and waits for the bridge in it', async () => {
  const opening = openConnectHost(`?${SITE}`);
  expect(scripts().map(({ src }) => src)).toEqual(['https://connect-cdn.atl-paas.net/all.js']);
  expect(scripts()[0]?.dataset.options).toContain('resize:false');
  await vi.advanceTimersByTimeAsync(250);
  vi.stubGlobal('AP', bridge());
  await vi.advanceTimersByTimeAsync(100);
  const { info } = await opening;
  expect(info).toMatchObject({
    baseUrl: 'https://acme.atlassian.net',
    licensed: true,
    standalone: false,
    dashboardId: '7',
    dashboardItemId: '70',
    user: { id: '712020:1f', zone: 'Europe/Prague' },
  });
  expect(said).toEqual([{ status: 200, token: 'JWT a.b.c' }]);
});

test('asks whether the item may be edited and the reader administers', async () => {
  vi.stubGlobal('AP', bridge());
  const gadget = await openConnectHost(`?${SITE}&dashboard=7&dashboardItem=70&adminMode=true`);
  expect(gadget.info).toMatchObject({ editable: false, admin: true });
  vi.stubGlobal('AP', bridge({ request: () => Promise.reject({ xhr: { status: 401 } }) }));
  const page = await openConnectHost(`?${SITE}&adminMode=true`);
  expect(page.info).toMatchObject({ admin: false });
});

test('a bridge that leaves questions open does not hold the app up', async () => {
  const silent = { getToken() {}, getContext() {} };
  vi.stubGlobal(
    'AP',
    fakeConnectBridge(() => null, { context: silent }),
  );
  const opening = openConnectHost(`?${SITE}&projectKey=OPS`);
  await vi.advanceTimersByTimeAsync(3000);
  expect((await opening).info).toMatchObject({ projectKey: 'OPS', user: null, editable: true });
});

test('a site that our server does not know gets no app', async () => {
  vi.stubGlobal('AP', bridge());
  await expect(openConnectHost(`?${SITE}&edition=lite`)).rejects.toThrow(/has not installed/);
});

test('says so when no Jira is around', async () => {
  const onLate = vi.fn();
  const opening = openConnectHost(`?${SITE}`, onLate);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(onLate).toHaveBeenCalledWith(expect.stringContaining('no Jira answers around it'));
  vi.stubGlobal('AP', bridge());
  await vi.advanceTimersByTimeAsync(100);
  expect((await opening).info).toMatchObject({ standalone: false });
});
