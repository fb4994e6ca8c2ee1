import { describe, expect, it, vi } from 'vitest';
import { openSavedReports } from '../saved/open-saved-reports.ts';
import { fakeFetch } from '../testing/fake-fetch.ts';
import { describeHostContract, type HostFactory } from '../testing/host-contract.ts';
import { createForgeHost, type ForgeBridge, readForgeContext } from './forge-host.ts';

const GADGET = {
  accountId: '712020:1f',
  cloudId: 'c-1',
  moduleKey: 'velocity',
  siteUrl: 'https://x.atlassian.net',
  timezone: 'Europe/Oslo',
  environmentType: 'PRODUCTION',
  license: { active: true },
  theme: { colorMode: 'dark' },
  extension: {
    type: 'jira:dashboardGadget',
    dashboard: { id: '7' },
    gadget: { id: '70' },
    gadgetConfiguration: { boardId: 3 },
  },
};
const EDITED = { ...GADGET, extension: { ...GADGET.extension, entryPoint: 'edit' } };

function fakeBridge(answer: Parameters<typeof fakeFetch>[0]) {
  const fetch = fakeFetch(answer);
  return {
    view: {
      submit: vi.fn(async () => {}),
      close: vi.fn(async () => {}),
      theme: { enable: vi.fn(async () => {}) },
    },
    router: { open: vi.fn(async () => {}) },
    events: {
      on: vi.fn(async (_: string, _listener: (payload: unknown) => void) => ({
        unsubscribe: vi.fn(),
      })),
    },
    requestJira: vi.fn((url: string, init: RequestInit) => fetch(url, init)),
    invoke: vi.fn(async (_: string, __: unknown): Promise<unknown> => undefined),
    showFlag: vi.fn(() => ({ close: vi.fn(async () => true) })),
  } satisfies ForgeBridge;
}

const open = (context: unknown = GADGET) => {
  const bridge = fakeBridge(() => ({ status: 200, body: '{}' }));
  return { bridge, host: createForgeHost(bridge, context) };
};

/** With the storage of shared reports and board sets, which has the addresses of our server. */
function withStorage(answer: Parameters<HostFactory>[0]): ForgeBridge {
  const methods: Record<string, string> = {
    save: 'PUT',
    delete: 'DELETE',
    list: 'GET',
    read: 'GET',
  };
  return {
    ...fakeBridge(answer),
    async invoke(key, { id, body }) {
      const [, verb = '', kind] = /^(\w+)-(report|board-set)s?$/.exec(key) ?? [];
      const list = kind === 'report' ? '/replica/saved-reports' : '/replica/board-sets';
      const url = id === undefined ? list : `${list}/${id}`;
      const reply = answer({ method: methods[verb] ?? '', url, body });
      return reply && { status: reply.status, body: reply.body && JSON.parse(reply.body) };
    },
  };
}

describeHostContract('Forge', answer => createForgeHost(withStorage(answer), GADGET));
describeHostContract('Forge, editing', answer => createForgeHost(withStorage(answer), EDITED));

it('asks the backend for subscriptions and releases of shared reports', async () => {
  const { bridge, host } = open();
  bridge.invoke.mockResolvedValue({ status: 200, body: { secrets: {}, runs: [] } });
  const { subscriptions } = openSavedReports(host) ?? {};
  const of = { kind: 'report', id: 'weekly01' } as const;
  const made = { cron: '0 8 * * 1', zone: 'UTC', to: ['watchers'], file: 'none', issue: 'OPS-1' };
  await subscriptions?.add(of, made);
  await subscriptions?.setReleased(of, true);
  await subscriptions?.setReleased(of, false);
  await subscriptions?.setState('weekly01_a', 'paused');
  await subscriptions?.test('weekly01_a', null);
  await subscriptions?.history('weekly01_a');
  await subscriptions?.remove('weekly01_a');
  const [report, id] = ['weekly01', 'weekly01_a'];
  expect(bridge.invoke.mock.calls).toEqual([
    ['add-mail', { report, body: made }],
    ['set-released', { report, on: true }],
    ['set-released', { report, on: false }],
    ['change-mail', { id, body: { state: 'paused' } }],
    ['test-mail', { id }],
    ['mail-history', { id }],
    ['remove-mail', { id, body: undefined }],
  ]);
});

it('has the form of a step in a rule of Automation, and no other frame has it', async () => {
  const extension = { type: 'automation:action', data: { inputs: { report: 'weekly01' } } };
  const { bridge, host } = open({ ...GADGET, moduleKey: 'report-figures', extension });
  expect(host.ruleForm?.inputs).toEqual({ report: 'weekly01' });
  await host.ruleForm?.submit({ report: 'monthly1' });
  expect(bridge.view.submit).toHaveBeenCalledWith({ report: 'monthly1' });
  let asked = 0;
  host.ruleForm?.onNext(() => asked++);
  const [event, listener] = bridge.events.on.mock.calls.at(-1) ?? [];
  expect(event).toBe('AUTOMATION_ACTION_SUBMIT');
  listener?.({});
  expect(asked).toBe(1);
  expect(open().host.ruleForm).toBeUndefined();
});

describe('where the app is', () => {
  const infoOf = (context: unknown) => readForgeContext(context).info;

  it('is said by the platform', () => {
    expect(infoOf(GADGET)).toMatchObject({
      flavour: 'cloud',
      baseUrl: 'https://x.atlassian.net',
      gadget: 'velocity',
      cloudId: 'c-1',
      user: { id: '712020:1f', zone: 'Europe/Oslo' },
      editable: false,
      admin: false,
      standalone: false,
    });
    expect(infoOf(EDITED).editable).toBe(true);
    const page = { type: 'jira:projectPage', project: { id: '1', key: 'OPS' } };
    expect(infoOf({ ...GADGET, extension: page })).toMatchObject({
      projectKey: 'OPS',
      gadget: null,
      dashboardId: null,
      admin: false,
    });
    const admin = infoOf({ ...GADGET, extension: { type: 'jira:adminPage' } });
    expect(admin).toMatchObject({ admin: true, initialTab: 'settings' });
  });

  it.each([null, 'x', {}, { extension: 7, license: 'y', siteUrl: 3 }])('is unknown in %j', value =>
    expect(infoOf(value)).toMatchObject({ baseUrl: '', gadget: null, user: null, licensed: true }),
  );

  it.each([
    ['PRODUCTION', { active: true }, true],
    ['PRODUCTION', { active: false }, false],
    ['PRODUCTION', undefined, true],
    ['STAGING', { active: false }, true],
  ])('%s with the licence %j: %s', (environmentType, license, licensed) =>
    expect(infoOf({ ...GADGET, environmentType, license }).licensed).toBe(licensed),
  );
});

describe('the settings of a gadget', () => {
  it('are those of the platform, none before the first time', async () => {
    expect(await open().host.gadgetSettings?.read()).toEqual({ boardId: 3 });
    const fresh = { ...GADGET, extension: { ...GADGET.extension, gadgetConfiguration: {} } };
    expect(await open(fresh).host.gadgetSettings?.read()).toBeUndefined();
  });

  it('are submitted, which leaves the edit mode; leaving without them closes it', async () => {
    const { bridge, host } = open(EDITED);
    const edits = vi.fn();
    host.onEdit(edits);
    await Promise.resolve();
    expect(edits).toHaveBeenCalledOnce();
    await host.gadgetSettings?.save({ boardId: 4 });
    host.closeEdit();
    expect(bridge.view.submit).toHaveBeenCalledWith({ boardId: 4 });
    expect(bridge.view.close).not.toHaveBeenCalled();

    const left = open(EDITED);
    left.host.closeEdit();
    expect(left.bridge.view.close).toHaveBeenCalledOnce();
  });

  it.each([
    [
      { refreshMinutes: 30, refresh: 60 },
      { refreshMinutes: 30, refresh: 30 },
    ],
    [{ refreshMinutes: 0, refresh: 60 }, { refreshMinutes: 0 }],
  ])('%j give the platform its refresh interval: %j', async (saved, submitted) => {
    const { bridge, host } = open(EDITED);
    await host.gadgetSettings?.save(saved);
    expect(bridge.view.submit).toHaveBeenCalledWith(submitted);
  });

  it('reject where the platform takes none', async () => {
    const { bridge, host } = open();
    bridge.view.submit.mockRejectedValue(new Error('not submittable'));
    await expect(host.gadgetSettings?.save({})).rejects.toThrow('not submittable');
  });
});

it('refreshes on its own refresh event and on that of the dashboard', () => {
  const { bridge, host } = open();
  const refreshed = vi.fn();
  host.onRefresh(refreshed);
  const [event, fire] = bridge.events.on.mock.calls[0] ?? [];
  expect(event).toBe('JIRA_DASHBOARD_GADGET_REFRESH');
  fire?.({ origin: 'gadget', gadgetId: '71' });
  fire?.(null);
  expect(refreshed).not.toHaveBeenCalled();
  fire?.({ origin: 'gadget', gadgetId: '70' });
  fire?.({ origin: 'dashboard' });
  expect(refreshed).toHaveBeenCalledTimes(2);
});

it.each([
  ['https://x.atlassian.net/plugins/servlet/Wallboard/?dashboardId=7', true],
  ['https://x.atlassian.net/jira/dashboards/7', false],
  [undefined, false],
])('on %s a gadget is on a wallboard: %s', (location, wallboard) => {
  const extension = { ...GADGET.extension, location };
  expect(readForgeContext({ ...GADGET, extension }).info.wallboard).toBe(wallboard);
});

describe('shared settings', () => {
  const address =
    '/rest/atlassian-connect/1/addons/com.tallyboard.reports/properties/enabled-fields';

  it('go to the backend of the app, which is asked for each', async () => {
    const { bridge, host } = open();
    const list = await host.request({ method: 'GET', path: address.replace(/\/[^/]+$/, '') });
    expect(list.body).toContain('{"key":"enabled-fields"}');
    expect(bridge.invoke).not.toHaveBeenCalled();
    bridge.invoke.mockResolvedValueOnce({ status: 200, body: { key: 'k', value: [1] } });
    const read = await host.request({ method: 'GET', path: address });
    expect(read).toEqual({ status: 200, headers: {}, body: '{"key":"k","value":[1]}' });
    bridge.invoke.mockResolvedValueOnce({ status: 403, body: { errorMessages: ['No.'] } });
    const written = await host.request({ method: 'PUT', path: address, body: { a: 1 } });
    expect(written.status).toBe(403);
    expect(bridge.invoke.mock.calls).toEqual([
      ['read-setting', { key: 'enabled-fields' }],
      ['write-setting', { key: 'enabled-fields', value: { a: 1 } }],
    ]);
    expect(bridge.requestJira).not.toHaveBeenCalled();
  });

  it('have no reply where the backend gives none', async () => {
    const { host } = open();
    await expect(host.request({ method: 'GET', path: address })).rejects.toMatchObject({
      name: 'NetworkError',
    });
  });
});

it('pins a shared report in the storage of the app, and others with the user', async () => {
  const properties = new Map<string, string>();
  const bridge = fakeBridge(({ method, url, body }) => {
    if (url.includes('/myself')) return { status: 200, body: '{"accountId":"a-1"}' };
    if (url.includes('/user/bulk'))
      return { status: 200, body: '{"values":[{"accountId":"a-2","displayName":"Bo"}]}' };
    const [, key = ''] = /\/user\/properties\/([\w-]+)/.exec(url) ?? [];
    if (method === 'PUT') properties.set(key, JSON.stringify({ value: body }));
    const value = properties.get(key);
    return value ? { status: 200, body: value } : { status: 404, body: '{}' };
  });
  const rights = { owner: null, ownerId: 'a-2', mine: false, manageable: false, shares: [] };
  const report = { name: 'Weekly', description: '', view: {}, version: 1, ...rights };
  const editable: Record<string, boolean> = { sharedaa: true, readonly: false };
  const stored = { id: 'p1', asOf: '2026-03-01T10:00:00Z', author: null, authorId: 'a-2' };
  const pin = { ...stored, note: 'theirs', removable: false, shown: false };
  bridge.invoke.mockImplementation(async (key, payload) => {
    const { id } = payload as { id: string };
    if (key === 'read-report')
      return { status: 200, body: { ...report, id, editable: editable[id] } };
    return { status: 200, body: key === 'list-pins' ? { pins: [pin] } : pin };
  });
  const pins = openSavedReports(createForgeHost(bridge, GADGET))?.pins;
  const figures = {
    asOf: '2026-03-08T10:00:00Z',
    question: { report: 'overview', jql: '', settings: {}, timeZone: 'Etc/UTC' },
    headline: [],
    figures: [],
  };
  await pins?.add('sharedaa', 'ours', async () => ({ figures, issues: ['1'] }));
  expect(bridge.invoke).toHaveBeenCalledWith('add-pin', {
    report: 'sharedaa',
    body: { figures, issues: ['1'], id: expect.stringMatching(/^[a-z\d]{8,40}$/), note: 'ours' },
  });
  expect(properties.size).toBe(0);
  await pins?.add('readonly', 'mine', async () => ({ figures, issues: ['1'] }));
  expect(properties.get('tallyboard-pins')).toContain('mine');
  expect(await pins?.list('readonly')).toMatchObject([
    { note: 'theirs', author: 'Bo', shown: false },
    { note: 'mine', author: null, shown: true },
  ]);
  await pins?.remove('readonly', 'p1');
  expect(bridge.invoke).toHaveBeenCalledWith('remove-pin', { report: 'readonly', pin: 'p1' });
});

it('shows messages and opens addresses in the way of the platform', () => {
  const { bridge, host } = open();
  const onSelect = vi.fn();
  const action = { label: 'Undo', onSelect };
  host.showFlag?.({ kind: 'success', title: 'Saved', text: 'All of it.', action });
  expect(bridge.showFlag).toHaveBeenCalledWith({
    id: 'tallyboard-1',
    type: 'success',
    title: 'Saved',
    description: 'All of it.',
    isAutoDismiss: true,
    actions: [{ text: 'Undo', onClick: onSelect }],
  });
  host.open('https://x.atlassian.net/browse/OPS-1');
  expect(bridge.router.open).toHaveBeenCalledWith('https://x.atlassian.net/browse/OPS-1');
});

it('takes the colours of the platform', () => {
  const { bridge, host } = open();
  const modes: string[] = [];
  host.onColorMode(mode => modes.push(mode));
  expect(modes).toEqual(['dark']);
  expect(bridge.view.theme.enable).toHaveBeenCalledOnce();
});

it('a read-only app changes nothing in Jira', () => {
  expect(
    createForgeHost(
      fakeBridge(() => ({ status: 200, body: '{}' })),
      GADGET,
    ).can.write,
  ).toBe(true);
  expect(
    createForgeHost(
      fakeBridge(() => ({ status: 200, body: '{}' })),
      GADGET,
      false,
    ).can.write,
  ).toBe(false);
});
