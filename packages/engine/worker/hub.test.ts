import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { createMemoryStore } from '@tallyboard/dataset/testing/memory-store.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { expect, test } from 'vitest';
import { createEngineCache } from '../session/engine-cache.ts';
import { createSharedSessions } from '../session/shared-sessions.ts';
import { createFakeJira, type FakeIssue, ME, reply } from '../testing/fake-jira.ts';
import { createFakeLocks } from '../testing/fake-locks.ts';
import { createHub, type HubPort } from './hub.ts';
import { connectShared, type SharedWorkerLike } from './shared-port.ts';
import type { WorkerLike } from './worker-engine.ts';
import { createWorkerEngine } from './worker-engine.ts';

const AS_OF = Date.parse('2026-03-10T12:00:00Z');
const info = parseHostInfo('?lic=active');
const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana', points: 5 },
  { id: '2', key: 'AT-2', status: 'To Do' },
];
const ask = { jql: 'project = AT', requirement: NO_REQUIREMENT };
const count = (asked: readonly string[], ending: string) =>
  asked.filter(each => each.endsWith(ending)).length;

/** Two ends of a channel, cloning what crosses. */
function channel(): { readonly frame: SharedWorkerLike; readonly worker: HubPort } {
  const cross = (to: () => { onmessage: ((event: MessageEvent) => void) | null }) => {
    return (message: unknown) => {
      const data = structuredClone(message);
      queueMicrotask(() => to().onmessage?.({ data } as MessageEvent));
    };
  };
  const worker: HubPort = { onmessage: null, postMessage: cross(() => port), close: () => {} };
  const port: SharedWorkerLike['port'] = {
    onmessage: null,
    postMessage: cross(() => worker),
    close: () => {},
  };
  return { frame: { port, onerror: null }, worker };
}

function setUp({ cached = true } = {}) {
  const locks = createFakeLocks();
  const jira = createFakeJira(STORY);
  let now = AS_OF;
  const store = createMemoryStore();
  const cache = Promise.resolve(cached ? createEngineCache({ store, now: () => now }) : null);
  const sessions = createSharedSessions({ now: () => now, cache, shared: true });
  const connect = createHub({ sessions, locks, now: () => now, name: 'one' });
  let frames = 0;
  return {
    jira,
    locks,
    wait: (ms: number) => {
      now += ms;
    },
    openFrame(request: RequestFunction = jira.request) {
      const ends = channel();
      let worker: WorkerLike | null = null;
      const engine = createWorkerEngine(() => {
        worker = connectShared(ends.frame, locks, `${++frames}`);
        connect(ends.worker);
        return worker;
      }, request);
      return { engine, close: () => worker?.terminate() };
    },
  };
}

for (const cached of [true, false]) {
  const kept = cached ? 'with a cache' : 'without storage';
  test(`frames share one load, ${kept}`, async () => {
    const { jira, openFrame } = setUp({ cached });
    const frames = Array.from({ length: 12 }, () => openFrame());
    const loads = frames.map(async ({ engine }) => {
      await engine.start({ info, gadget: true });
      return engine.load(ask);
    });
    const loaded = await Promise.all(loads);
    expect(loaded.map(each => each?.issueCount)).toEqual(Array(12).fill(2));
    for (const ending of ['/field', '/status', '/myself', '/properties', '/bulkfetch', '/jql'])
      expect([ending, count(jira.asked, ending)]).toEqual([ending, 1]);
  });
}

test('the boards of all frames are asked for while their session starts', async () => {
  const { openFrame, jira } = setUp();
  let isStarted = false;
  const early: string[] = [];
  const request: RequestFunction = (http, signal) => {
    if (!isStarted && http.path.includes('/board/')) early.push(http.path.replace(/.*board\//, ''));
    return jira.request(http, signal);
  };
  const boards = [null, { id: 7, sprints: true }, { id: 8, sprints: false }];
  const starts = boards.map(board =>
    openFrame(request).engine.start({ info, gadget: true, board }),
  );
  await Promise.race(starts);
  isStarted = true;
  await Promise.all(starts);
  expect(early.sort()).toEqual(['7/configuration', '7/sprint', '8/configuration']);
});

test('a load continues in another frame when its frame closes', async () => {
  const { openFrame, jira } = setUp();
  let isStuck = false;
  const stuck: RequestFunction = (http, signal) =>
    isStuck ? new Promise(() => {}) : jira.request(http, signal);
  const first = openFrame(stuck);
  const second = openFrame();
  await Promise.all([first, second].map(({ engine }) => engine.start({ info, gadget: true })));
  isStuck = true;
  const lost = first.engine.load(ask).catch(() => null);
  const load = second.engine.load(ask);
  await expect.poll(() => count(jira.asked, '/myself')).toBe(1);
  first.close();
  expect(await load).toMatchObject({ issueCount: 2 });
  void lost;
});

test('a gadget that goes from its page closes its engine: the others load, and it asks nothing any more', async () => {
  const { openFrame, jira } = setUp();
  const [gone, left] = [openFrame(), openFrame()];
  await Promise.all([gone, left].map(({ engine }) => engine.start({ info, gadget: true })));
  const load = gone.engine.load(ask);
  gone.engine.close();
  await expect(load).rejects.toMatchObject({ name: 'AbortError' });
  await expect(gone.engine.load(ask)).rejects.toMatchObject({ name: 'AbortError' });
  expect(await left.engine.load(ask)).toMatchObject({ issueCount: 2 });
  expect(count(jira.asked, '/myself')).toBe(1);
});

test('requests are aborted when all frames are closed', async () => {
  const { openFrame, jira } = setUp();
  let given: AbortSignal | undefined;
  const stuck: RequestFunction = (http, signal) => {
    if (!http.path.endsWith('/search/jql')) return jira.request(http, signal);
    given = signal;
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const frame = openFrame(stuck);
  await frame.engine.start({ info, gadget: true });
  frame.engine.load(ask).catch(() => {});
  await expect.poll(() => given).toBeDefined();
  frame.close();
  // A later frame does not wait for them.
  const next = openFrame();
  await next.engine.start({ info, gadget: true });
  expect(await next.engine.load(ask)).toMatchObject({ issueCount: 2 });
});

test('a later frame asks again who the user is', async () => {
  const { openFrame, jira, wait } = setUp();
  const first = openFrame();
  await first.engine.start({ info, gadget: true });
  await first.engine.load(ask);
  wait(11_000);
  jira.answer = ({ path }) =>
    path.endsWith('/myself') ? reply({ ...ME, accountId: 'u-bo', displayName: 'Bo' }) : null;
  const second = openFrame();
  const site = await second.engine.start({ info, gadget: true });
  expect(site.currentUser?.name).toBe('Bo');
  const before = count(jira.asked, '/bulkfetch');
  expect(await second.engine.load({ ...ask, earlier: true })).toBeNull();
  await second.engine.load(ask);
  expect(count(jira.asked, '/bulkfetch')).toBe(before + 1);
});

test('a failed start is shared for a moment; a retry or a later frame asks again', async () => {
  const failing = () => {
    const page = setUp();
    const site = { isDown: true };
    page.jira.answer = ({ path }) =>
      site.isDown && path.endsWith('/field') ? reply({}, 403) : null;
    const start = ({ engine } = page.openFrame()) => engine.start({ info, gadget: true });
    const told = (starting: Promise<unknown>) =>
      expect(starting).rejects.toMatchObject({ failure: { status: 403 } });
    return { ...page, site, start, told, asked: () => count(page.jira.asked, '/field') };
  };
  const { openFrame, site, start, told, asked, wait } = failing();
  const first = openFrame();
  await told(start(first));
  site.isDown = false;
  wait(1_000);
  await told(start());
  expect(asked()).toBe(1);
  await start(first);
  expect(asked()).toBe(2);

  const later = failing();
  await later.told(later.start());
  later.site.isDown = false;
  later.wait(2_000);
  await later.start();
  expect(later.asked()).toBe(2);
});

test('a shared worker that ends or never answers counts as a crash', async () => {
  const locks = createFakeLocks();
  const { frame, worker } = channel();
  let end = () => {};
  void locks.request('tallyboard engine x', () => new Promise<void>(resolve => (end = resolve)));
  const like = connectShared(frame, locks, 'a');
  const ended = new Promise<string>(resolve => {
    like.onerror = ({ message }) => resolve(message);
  });
  worker.postMessage({ kind: 'lives', lock: 'tallyboard engine x' });
  await new Promise(resolve => setTimeout(resolve));
  end();
  expect(await ended).toBe('The shared worker has ended.');

  const silent = connectShared(channel().frame, locks, 'b', 1);
  const unheard = new Promise<string>(resolve => {
    silent.onerror = ({ message }) => resolve(message);
  });
  expect(await unheard).toBe('The shared worker does not answer.');
});

test('a write whose frame closes before the reply is not sent again, and is told as unknown', async () => {
  const { jira, openFrame } = setUp({ cached: false });
  const writes: string[] = [];
  const through =
    (hangs: boolean): RequestFunction =>
    async (request, ...more) => {
      if (request.method !== 'PUT') return jira.request(request, ...more);
      writes.push(request.path);
      return hangs ? new Promise(() => {}) : reply(204, undefined);
    };
  const [first, second] = [openFrame(through(true)), openFrame(through(false))] as const;
  await Promise.all([first, second].map(({ engine }) => engine.start({ info, gadget: true })));
  const edit = { kind: 'assign', issues: [{ id: '2', key: 'AT-2' }], to: null };
  const written = second.engine.writeEdit({ edit } as never);
  await expect.poll(() => writes).toHaveLength(1);
  first.close();
  expect(await written).toEqual({ refused: [], unknown: ['AT-2'], inverse: [] });
  expect(writes).toHaveLength(1);
});
