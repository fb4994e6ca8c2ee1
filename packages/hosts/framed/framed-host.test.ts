import { describe, expect, it, vi } from 'vitest';
import type { Host } from '../host.ts';
import { fakeFetch } from '../testing/fake-fetch.ts';
import { type ArrivedRequest, describeHostContract } from '../testing/host-contract.ts';
import { createFramedHost, type FrameWindow, openFramedHost } from './framed-host.ts';
import { openGadgetBridge } from './gadget-bridge.ts';
import { type FrameState, type FromFrame, readMessage, writeMessage } from './protocol.ts';

const ORIGIN = 'https://tally.example';
const STATE: FrameState = {
  flavour: 'data-center',
  edition: 'lite',
  editable: true,
  wallboard: false,
  colorMode: 'dark',
};
const SEARCH = '?dashboard=7&dashboardItem=70&gadget=status';

/** Two windows that post to one another as a browser does: later, and with the sender and its origin. */
function windows() {
  const make = () => {
    const target = new EventTarget();
    const from = (source: unknown, origin = ORIGIN) => ({
      postMessage: (data: unknown, targetOrigin: string) => {
        if (targetOrigin !== ORIGIN) return;
        const event = Object.assign(new Event('message'), {
          data: structuredClone(data),
          origin,
          source,
        });
        queueMicrotask(() => target.dispatchEvent(event));
      },
    });
    return { target, from };
  };
  const [outer, inner] = [make(), make()];
  const parent: Record<string, unknown> = {};
  const child: Record<string, unknown> = {};
  Object.assign(parent, outer.from(child));
  Object.assign(child, inner.from(parent));
  const location = { origin: ORIGIN };
  const frame = Object.assign(inner.target, { parent, location }) as unknown as FrameWindow;
  const page = Object.assign(outer.target, { location }) as unknown as Window;
  return {
    frame,
    page,
    child: child as unknown as Window,
    intruder: inner.from({}, 'https://evil.example'),
  };
}

const settle = () => new Promise(resolve => setTimeout(resolve, 0));

describeHostContract('framed', answer =>
  createFramedHost({ frame: windows().frame, search: SEARCH, fetch: fakeFetch(answer) }, STATE),
);

describe('a gadget in a frame of our dashboard', () => {
  async function connect(
    answer: (request: ArrivedRequest, init: RequestInit) => unknown = () => null,
    state: unknown = STATE,
  ) {
    const { frame, page, child, intruder } = windows();
    const said: FromFrame[] = [];
    const colors: string[] = [];
    const bridge = openGadgetBridge({
      page,
      frame: () => child,
      state: () => state as FrameState,
      onMessage: message => said.push(message),
    });
    bridge.edit();
    const host = (await openFramedHost({
      frame,
      search: SEARCH,
      fetch: fakeFetch((request, init) => {
        answer(request, init);
        return { status: 200, body: '{}', headers: { ETag: `"${said.length}"` } };
      }),
    })) as Host;
    host.onColorMode(mode => colors.push(mode));
    return { host, bridge, said, colors, intruder };
  }

  it('learns how it is shown', async () => {
    const { host, said, colors } = await connect();
    expect(host.info).toMatchObject({ dashboardId: '7', dashboardItemId: '70', gadget: 'status' });
    expect(host.info).toMatchObject({
      flavour: 'data-center',
      edition: 'lite',
      licensed: true,
      standalone: false,
      editable: true,
      wallboard: false,
    });
    expect([said, colors]).toEqual([[{ kind: 'ready' }], ['dark']]);
  });

  it('hears what the dashboard asks, also what was asked before anybody listened', async () => {
    const { host, bridge, colors, intruder } = await connect();
    const heard: string[] = [];
    await settle();
    host.onEdit(() => heard.push('edit'));
    host.onRefresh(() => heard.push('refresh'));
    const stopPrint = host.onPrintLayout?.(on => heard.push(`print ${on}`));
    const stop = host.onSettingsChange(() => heard.push('settings'));
    bridge.refresh();
    bridge.settingsChanged();
    bridge.showColorMode('light');
    bridge.printLayout(true);
    await settle();
    expect(heard.sort()).toEqual(['edit', 'print true', 'refresh', 'settings']);
    stopPrint?.();
    bridge.printLayout(false);
    expect(colors).toEqual(['dark', 'light']);
    stop();
    bridge.settingsChanged();
    intruder.postMessage(writeMessage({ kind: 'edit' }), ORIGIN);
    await settle();
    expect(heard).toHaveLength(4);
  });

  it('says its height once, its title once stored, and that the form is closed', async () => {
    const stored: unknown[] = [];
    const { host, said } = await connect(request => stored.push([request.url, request.body]));
    host.resize(299.2);
    host.resize(300);
    host.resize(300, 240);
    await host.setTitle('Mine');
    host.closeEdit();
    await settle();
    expect(stored).toEqual([['/rest/api/2/dashboard/7/items/70/properties/title', 'Mine']]);
    expect(said).toEqual([
      { kind: 'ready' },
      { kind: 'resize', height: 300 },
      { kind: 'resize', height: 300, width: 240 },
      { kind: 'saved', key: 'title' },
      { kind: 'title', title: 'Mine' },
      { kind: 'edit-closed' },
    ]);
  });

  it('stores over the version it has read', async () => {
    const sent: unknown[] = [];
    const { host } = await connect((_, { headers }) =>
      sent.push(new Headers(headers).get('if-match')),
    );
    const path = '/rest/api/2/dashboard/7/items/70/properties/settings';
    await host.request({ method: 'PUT', path, body: {} });
    await host.request({ method: 'GET', path });
    await host.request({ method: 'PUT', path, body: {} });
    await host.request({ method: 'GET', path: '/rest/api/2/field' });
    expect(sent).toEqual([null, null, expect.stringMatching(/^"\d+"$/), null]);
  });

  it.each([
    [{ value: { gType: 1 }, version: 3 }, 200, { key: 'settings', value: { gType: 1 } }],
    [null, 404, { errorMessages: ['Nothing is stored yet.'] }],
  ])(
    'asks once less for settings that the dashboard has read: %j',
    async (stored, status, body) => {
      const sent: unknown[] = [];
      const { host } = await connect(
        ({ method, url }, { headers }) =>
          sent.push([method, url.split('/').at(-1), new Headers(headers).get('if-match')]),
        { ...STATE, stored },
      );
      const path = '/rest/api/2/dashboard/7/items/70/properties/settings';
      await host.request({ method: 'GET', path: path.replace('settings', 'title') });
      const reply = await host.request({ method: 'GET', path });
      expect([reply.status, JSON.parse(reply.body)]).toEqual([status, body]);
      await host.request({ method: 'PUT', path, body: {} });
      await host.request({ method: 'GET', path });
      expect(sent).toEqual([
        ['GET', 'title', null],
        ['PUT', 'settings', status === 200 ? '"3"' : '"0"'],
        ['GET', 'settings', null],
      ]);
    },
  );

  it('is a page of its own when nobody answers', async () => {
    vi.useFakeTimers();
    const opening = openFramedHost({ frame: windows().frame, search: SEARCH });
    await vi.runAllTimersAsync();
    expect(await opening).toBeNull();
    vi.useRealTimers();
  });
});

describe('messages', () => {
  it.each([
    [null],
    ['resize'],
    [{ kind: 'ready' }],
    [{ 'tallyboard-gadget-0': { kind: 'ready' } }],
  ])('%j is none of ours', data => expect(readMessage(data)).toBeNull());
});
