import { describe, expect, it, vi } from 'vitest';
import { parseHostInfo } from '../info.ts';
import { fakeConnectBridge } from '../testing/fake-connect-bridge.ts';
import {
  type Answer,
  type ArrivedRequest,
  describeHostContract,
} from '../testing/host-contract.ts';
import type { BridgeFlag, BridgeRequest, ConnectBridge } from './bridge.ts';
import { createConnectHost } from './connect-host.ts';

const GADGET = '?dashboard=7&dashboardItem=70&lic=active&xdm_e=https%3A%2F%2Facme.atlassian.net';
const FLAG = { create: () => ({ close() {} }) };

describeHostContract('connect', answer =>
  createConnectHost(fakeConnectBridge(answer, { flag: FLAG }), parseHostInfo(GADGET)),
);

const OK: Answer = { status: 200, body: '{}' };
const open = (
  more: Partial<ConnectBridge> = {},
  answer: (r: ArrivedRequest, s: BridgeRequest) => Answer = () => OK,
) => createConnectHost(fakeConnectBridge(answer, more), parseHostInfo(GADGET));

describe('connect', () => {
  it('sends no header that the bridge refuses, and JSON as such', async () => {
    const sent: BridgeRequest[] = [];
    const host = open({}, (_, request) => {
      sent.push(request);
      return OK;
    });
    await host.request({ method: 'GET', path: '/rest/api/3/myself' });
    await host.request({ method: 'POST', path: '/rest/api/3/search/jql', body: { jql: 'x' } });
    const headers = { Accept: 'application/json' };
    expect(sent).toEqual([
      { url: '/rest/api/3/myself', type: 'GET', headers, experimental: true },
      {
        url: '/rest/api/3/search/jql',
        type: 'POST',
        headers,
        experimental: true,
        data: '{"jql":"x"}',
        contentType: 'application/json',
      },
    ]);
  });

  it.each([
    ['a refusal without a body', { xhr: { status: 403 } }, { status: 403, body: '' }],
    [
      'a body that came inside the copy',
      { xhr: { status: 400, responseText: '{"a":1}' } },
      { status: 400, body: '{"a":1}' },
    ],
  ])('takes %s for a reply', async (_, failure, reply) => {
    const host = open({ request: () => Promise.reject(failure) });
    expect(await host.request({ method: 'GET', path: '/x' })).toMatchObject(reply);
  });

  it.each([['a text'], [{ xhr: null }], [undefined]])('takes %j for no reply', async failure => {
    const host = open({ request: () => Promise.reject(failure) });
    await expect(host.request({ method: 'GET', path: '/x' })).rejects.toMatchObject({ status: 0 });
  });

  it('gives the headers that the bridge lets through', async () => {
    const xhr = {
      status: 429,
      getResponseHeader: (name: string) => (name === 'retry-after' ? '7' : null),
    };
    const host = open({ request: () => Promise.reject({ xhr }) });
    const reply = await host.request({ method: 'GET', path: '/x' });
    expect(reply.headers).toEqual({ 'retry-after': '7' });
  });

  it('hears edits and refreshes of the dashboard', () => {
    let edit = () => {};
    let refresh = () => {};
    const host = open({
      jira: {
        DashboardItem: {
          onDashboardItemEdit: listener => {
            edit = listener;
          },
          onDashboardItemRefreshed: listener => {
            refresh = listener;
          },
        },
      },
    });
    const heard: string[] = [];
    const stop = host.onEdit(() => heard.push('edit'));
    host.onRefresh(() => heard.push('refresh'));
    edit();
    refresh();
    stop();
    edit();
    expect(heard).toEqual(['edit', 'refresh']);
  });

  it('hears edits by their broadcast where the bridge has no call for them', async () => {
    const broadcast: Record<string, (data: unknown) => void> = {};
    const host = open({ register: listeners => void Object.assign(broadcast, listeners) });
    const heard = vi.fn();
    broadcast.jira_dashboard_item_edit?.(undefined);
    host.onEdit(heard);
    await Promise.resolve();
    expect(heard).toHaveBeenCalledOnce();
  });

  it('asks for a height once', () => {
    const resize = vi.fn();
    const host = open({ resize });
    host.resize(299.2);
    host.resize(300);
    host.resize(301);
    expect(resize.mock.calls).toEqual([
      ['100%', '300px'],
      ['100%', '301px'],
    ]);
  });

  it('shows a title once the dashboard keeps it', async () => {
    const shown = vi.fn();
    const asked: ArrivedRequest[] = [];
    const host = open({ jira: { setDashboardItemTitle: shown } }, request => {
      asked.push(request);
      return { status: 204, body: '' };
    });
    await host.setTitle('Mine');
    expect(asked).toEqual([
      { method: 'PUT', url: '/rest/api/3/dashboard/7/gadget/70', body: { title: 'Mine' } },
    ]);
    expect(shown).toHaveBeenCalledWith('Mine');
  });

  it('shows messages in the host, whose buttons call back', () => {
    const created: BridgeFlag[] = [];
    const close = vi.fn();
    let clicked: (data: unknown) => void = () => {};
    const host = open({
      flag: {
        create: flag => {
          created.push(flag);
          return { close };
        },
      },
      events: {
        on: (_, listener) => {
          clicked = listener;
        },
      },
    });
    const undo = vi.fn();
    host.showFlag?.({ kind: 'error', title: 'Forbidden', text: 'No.' });
    host.showFlag?.({
      kind: 'information',
      title: 'Gone',
      action: { label: 'Undo', onSelect: undo },
    });
    expect(created[0]).toEqual({ title: 'Forbidden', body: 'No.', type: 'error', close: 'manual' });
    expect(created[1]).toMatchObject({ type: 'info', close: 'auto' });
    const [name] = Object.keys(created[1]?.actions ?? {});
    clicked({ actionIdentifier: 'of another app' });
    clicked({ actionIdentifier: name });
    clicked({ actionIdentifier: name });
    expect([undo.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
  });

  it('opens the dialog for queries, and takes the one of before for left', async () => {
    const callbacks: ((chosen: { jql?: string }) => void)[] = [];
    const init = vi.fn();
    const host = open({
      jira: { initJQLEditor: init, showJQLEditor: (_, callback) => void callbacks.push(callback) },
    });
    const first = host.editJql?.('a = 1');
    const second = host.editJql?.('a = 1');
    callbacks[1]?.({ jql: 'a = 2' });
    expect(await Promise.all([first, second])).toEqual([null, 'a = 2']);
    expect(init).toHaveBeenCalledOnce();
    expect(open().editJql).toBeNull();
  });

  it('leaves the colours to the bridge', () => {
    const initializeTheming = vi.fn();
    const told = vi.fn();
    open({ theming: { initializeTheming } }).onColorMode(told);
    expect([initializeTheming.mock.calls.length, told.mock.calls.length]).toEqual([1, 0]);
  });
});
