import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Host } from '../host.ts';
import { createFetchRequest } from '../standalone/fetch-request.ts';
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

const requestTo = (answer: Parameters<typeof fakeFetch>[0]) =>
  createFetchRequest({ fetch: fakeFetch(answer) });

describeHostContract('framed', answer =>
  createFramedHost({ frame: windows().frame, search: SEARCH, request: requestTo(answer) }, STATE),
);

describe('a gadget in a frame of our dashboard item', () => {
  async function connect(answer: (request: ArrivedRequest) => unknown = () => null) {
    const { frame, page, child, intruder } = windows();
    const said: FromFrame[] = [];
    const colors: string[] = [];
    const bridge = openGadgetBridge({
      page,
      frame: () => child,
      state: () => STATE,
      onMessage: message => said.push(message),
    });
    bridge.edit();
    const host = (await openFramedHost({
      frame,
      search: SEARCH,
      request: requestTo(request => {
        answer(request);
        return { status: 200, body: '{}' };
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
    const stop = host.onEdit(() => heard.push('edit'));
    bridge.showColorMode('light');
    await settle();
    expect(heard).toEqual(['edit']);
    expect(colors).toEqual(['dark', 'light']);
    intruder.postMessage(writeMessage({ kind: 'edit' }), ORIGIN);
    await settle();
    stop();
    bridge.edit();
    await settle();
    expect(heard).toHaveLength(1);
  });

  it('says its height once, its title once stored, and that the form is closed', async () => {
    const stored: unknown[] = [];
    const { host, said } = await connect(request => stored.push([request.url, request.body]));
    host.resize(299.2);
    host.resize(300);
    host.resize(310);
    await host.setTitle('Mine');
    host.closeEdit();
    await settle();
    expect(stored).toEqual([['/rest/api/2/dashboard/7/items/70/properties/title', 'Mine']]);
    expect(said).toEqual([
      { kind: 'ready' },
      { kind: 'resize', height: 300 },
      { kind: 'resize', height: 310 },
      { kind: 'saved', key: 'title' },
      { kind: 'title', title: 'Mine' },
      { kind: 'edit-closed' },
    ]);
  });

  it('is a page of its own when nobody answers', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const opening = openFramedHost({
      frame: windows().frame,
      search: SEARCH,
      request: requestTo(() => null),
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await opening).toBeNull();
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
