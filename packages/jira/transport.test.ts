import { afterEach, describe, expect, it, vi } from 'vitest';
import { path, writeUrl } from './address.ts';
import { HttpError, httpError, loadFailureText, NetworkError, WireError } from './errors.ts';
import { createGate } from './gate.ts';
import type { HttpReply, HttpRequest } from './http.ts';
import { createFakeClock } from './testing/fake-clock.ts';
import { createFakeHost, failure, reply } from './testing/fake-jira.ts';
import { createTransport } from './transport.ts';

const READ: HttpRequest = { method: 'GET', path: '/rest/api/2/field' };
const WRITE: HttpRequest = { method: 'PUT', path: '/rest/agile/1.0/issue/rank', body: {} };

function setUp(answers: readonly (HttpReply | Error)[], random = 0.5) {
  const clock = createFakeClock();
  const host = createFakeHost([
    (_, count) => {
      const answer = answers[Math.min(count, answers.length - 1)] ?? reply(200, {});
      if (answer instanceof Error) throw answer;
      return answer;
    },
  ]);
  const transport = createTransport({ request: host.request, clock, random: () => random });
  return { transport, host, clock };
}

describe('addresses', () => {
  it.each([
    [{ path: '/a' }, '/a'],
    [{ path: '/a', query: { b: undefined } }, '/a'],
    [
      { path: '/a', query: { jql: 'x = "ä b"', n: 1, yes: true, id: [1, 'c&d'] } },
      '/a?jql=x%20%3D%20%22%C3%A4%20b%22&n=1&yes=true&id=1&id=c%26d',
    ],
  ])('%o', (request, url) => expect(writeUrl(request)).toBe(url));

  it('escapes what is put into a path', () => {
    expect(path`/issue/${'A/B 1'}/x/${7}`).toBe('/issue/A%2FB%201/x/7');
  });
});

it('tells the message of a field once where a server repeats it with its name', () => {
  const body = JSON.stringify({
    errorMessages: ['to: Nobody has this name.', 'Try again.'],
    errors: { to: 'Nobody has this name.' },
  });
  const error = httpError({ method: 'POST', path: '/x' }, { status: 400, headers: {}, body }, 0);
  expect(error.messages).toEqual(['Try again.', 'Nobody has this name.']);
});

describe('repeating', () => {
  it.each([
    ['a read that succeeds at once', READ, [reply(200, {})], 1, []],
    ['a server that is busy for a moment', READ, [failure(503, ''), reply(200, {})], 2, [2_000]],
    ['a server that stays busy: four tries', READ, [failure(500, '')], 4, [2_000, 4_000, 8_000]],
    [
      'a wait that the host names',
      READ,
      [reply(503, '', { 'retry-after': '9' }), reply(200, {})],
      2,
      [9_000],
    ],
    ['a dropped connection: once more', READ, [new TypeError('reset'), reply(200, {})], 2, [2_000]],
    ['a reply that is cut: four tries', READ, [reply(200, '{"id":')], 4, [2_000, 4_000, 8_000]],
    ['a machine that is offline', READ, [new TypeError('offline')], 2, [2_000]],
    ['a write is never repeated', WRITE, [failure(503, '')], 1, []],
    ['nor is a refusal', READ, [failure(403, '')], 1, []],
    ['nor an address that is gone', READ, [failure(410, '')], 1, []],
    ['an hourly quota is not waited for', READ, [reply(429, '', { 'retry-after': '3000' })], 1, []],
  ] as const)('%s', async (_, request, answers, tries, waits) => {
    const { transport, host, clock } = setUp(answers);
    await transport.send(request).catch(() => {});
    expect(host.requests).toHaveLength(tries);
    expect(clock.slept).toEqual(waits);
  });

  it('asks a host that has answered as often after a dropped connection as after a 503', async () => {
    const dropped = new TypeError('reset');
    const answers = [reply(200, {}), dropped, dropped, dropped, reply(200, { id: 1 })];
    const { transport, host, clock } = setUp(answers);
    await transport.send(READ);
    expect(await transport.send(READ)).toEqual({ id: 1 });
    expect([host.requests.length, clock.slept]).toEqual([5, [2_000, 4_000, 8_000]]);
    vi.stubGlobal('navigator', { onLine: false });
    const offline = setUp([reply(200, {}), dropped]);
    await offline.transport.send(READ);
    await expect(offline.transport.send(READ)).rejects.toThrow(NetworkError);
    expect(offline.host.requests).toHaveLength(3);
    vi.unstubAllGlobals();
  });

  describe('a host that never answers', () => {
    afterEach(() => vi.useRealTimers());

    it('is given up, asked once more, and told to stop', async () => {
      vi.useFakeTimers();
      const signals: (AbortSignal | undefined)[] = [];
      const never = (_: HttpRequest, signal?: AbortSignal) => {
        signals.push(signal);
        return new Promise<HttpReply>(() => {});
      };
      const transport = createTransport({ request: never, random: () => 0.5 });
      const sent = transport.send(READ).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(2 * 120_000 + 2_000);
      expect(await sent).toBeInstanceOf(NetworkError);
      expect(signals.map(signal => signal?.aborted)).toEqual([true, true]);
    });
  });

  it('spreads its waits by 0.7 to 1.3', async () => {
    for (const [random, wait] of [
      [0, 1_400],
      [0.999, 2_598.8],
    ] as const) {
      const { transport, clock } = setUp([failure(503, ''), reply(200, {})], random);
      await transport.send(READ);
      expect(clock.slept[0]).toBeCloseTo(wait, 0);
    }
  });

  it('asks as often as it is told to while the host limits the number of calls', async () => {
    const clock = createFakeClock();
    const limits = (_: HttpRequest, count: number) =>
      count < 9 ? reply(429, '', { 'retry-after': '1' }) : reply(200, {});
    const { request } = createFakeHost([limits]);
    const patient = createTransport({ request, clock, triesOfLimit: 10 });
    expect(await patient.send(READ)).toEqual({});
    await expect(setUp([failure(429, '')]).transport.send(READ)).rejects.toThrow('429');
  });

  it('repeats a POST only when it reads', async () => {
    const search: HttpRequest = { method: 'POST', path: '/rest/api/3/search/jql', body: {} };
    const reading = setUp([failure(502, ''), reply(200, {})]);
    await reading.transport.send({ ...search, reads: true });
    expect(reading.host.requests).toHaveLength(2);
    const writing = setUp([failure(502, ''), reply(200, {})]);
    await expect(writing.transport.send(search)).rejects.toThrow(HttpError);
  });

  it('an exchange has the reply of any status; a host that asks to wait is asked again for two minutes', async () => {
    const waits = (status: number) => reply(status, '', { 'retry-after': '50' });
    const busy = setUp([waits(429), waits(503), reply(204, undefined)]);
    expect(await busy.transport.exchange(WRITE)).toMatchObject({ status: 204 });
    expect(busy.clock.now()).toBe(100_000);
    for (const answer of [failure(500, ''), failure(503, '')]) {
      const { transport, host } = setUp([answer]);
      expect(await transport.exchange(WRITE)).toMatchObject({ status: answer.status });
      expect(host.requests).toHaveLength(1);
    }
    await expect(setUp([waits(503)]).transport.exchange(WRITE)).rejects.toThrow('503');
  });

  it('pauses every queue after a 429, of any call', async () => {
    const clock = createFakeClock();
    const times: [string, number][] = [];
    const host = createFakeHost([
      ({ path: asked }, count) => {
        times.push([asked, clock.now()]);
        return count === 0 ? reply(429, '', { 'retry-after': '5' }) : reply(200, {});
      },
    ]);
    const gate = createGate({ width: 1, clock });
    const first = createTransport({ request: host.request, clock, gate });
    const second = createTransport({ request: host.request, clock, gate });
    const limited = first.send({ method: 'PUT', path: '/write' }).catch(error => error.status);
    await Promise.all([limited, second.send({ ...READ, path: '/read' })]);
    expect(await limited).toBe(429);
    expect(times).toEqual([
      ['/write', 0],
      ['/read', 5_000],
    ]);
  });

  it('keeps to eight calls in flight', async () => {
    const clock = createFakeClock();
    const host = createFakeHost([() => reply(200, {})], { clock, latency: 10 });
    const transport = createTransport({ request: host.request, clock });
    await Promise.all(Array.from({ length: 40 }, () => transport.send(READ)));
    expect(host.widest).toBe(8);
    expect(clock.now()).toBe(50);
  });
});

describe('cancelling', () => {
  const reason = new DOMException('enough', 'AbortError');

  it('ends a call that runs, waits for its turn, or waits to be repeated', async () => {
    const clock = createFakeClock();
    const never = () => new Promise<HttpReply>(() => {});
    const gate = createGate({ width: 1, clock });
    const transport = createTransport({ request: never, clock, gate });
    const controller = new AbortController();
    const running = transport.send(READ, { signal: controller.signal });
    const queued = transport.send(READ, { signal: controller.signal });
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await expect(queued).rejects.toBe(reason);

    const busy = setUp([failure(503, '')]);
    const later = new AbortController();
    const repeating = busy.transport.send(READ, { signal: later.signal });
    while (busy.clock.slept.length === 0) await Promise.resolve();
    later.abort(reason);
    await expect(repeating).rejects.toBe(reason);
    expect(busy.host.requests).toHaveLength(1);
  });

  it('frees the place of a cancelled call', async () => {
    const gate = createGate({ width: 1 });
    let isFirst = true;
    const request = () => {
      if (!isFirst) return Promise.resolve(reply(200, { ok: true }));
      isFirst = false;
      return new Promise<HttpReply>(() => {});
    };
    const transport = createTransport({ request, gate });
    const controller = new AbortController();
    const stuck = transport.send(READ, { signal: controller.signal });
    const next = transport.send(READ);
    while (isFirst) await Promise.resolve();
    controller.abort(reason);
    await expect(stuck).rejects.toBe(reason);
    expect(await next).toEqual({ ok: true });
  });
});

describe('failures', () => {
  const failed = async (answer: HttpReply | Error) =>
    setUp([answer])
      .transport.send(WRITE)
      .catch((error: unknown) => error);

  it.each([
    [
      "Jira's own words",
      reply(400, { errorMessages: ['A.'], errors: { x: 'B.' } }),
      ['A.', 'B.'],
      null,
    ],
    ['a gateway', reply(401, { code: 401, message: 'Unauthorized' }), ['Unauthorized'], null],
    [
      'a page',
      reply(500, '<html><h1>HTTP Status <b>500</b> &ndash;  Oops &amp; so</h1></html>'),
      [],
      'HTTP Status 500 &ndash; Oops & so',
    ],
    ['nothing', reply(500, ''), [], null],
  ])('reads the words of %s', async (_, answer, messages, heading) => {
    expect(await failed(answer)).toMatchObject({ messages, heading });
  });

  it('takes the value of a host in the same process', async () => {
    const value = { id: 1 };
    const { transport } = setUp([{ ...reply(200, {}), value }]);
    expect(await transport.send(READ)).toBe(value);
  });

  it('knows an offline host and a reply that is no JSON', async () => {
    expect(await failed(new TypeError('offline'))).toBeInstanceOf(NetworkError);
    expect(await failed(reply(0, ''))).toBeInstanceOf(NetworkError);
    expect(await failed(reply(200, '<html>sign in</html>'))).toBeInstanceOf(WireError);
  });

  it('reads a reply with a byte order mark', async () => {
    const { transport } = setUp([reply(200, '\uFEFF{"id":1}')]);
    expect(await transport.send(READ)).toEqual({ id: 1 });
  });

  it('asks again for a reply that was cut', async () => {
    const { transport } = setUp([reply(200, '{"id":'), reply(200, { id: 1 })]);
    expect(await transport.send(READ)).toEqual({ id: 1 });
  });

  it('says why a load failed', async () => {
    const text = async (answer: HttpReply | Error) => loadFailureText(await failed(answer));
    expect(await text(reply(502, '<h1>Bad gateway</h1>'))).toBe('Bad gateway. Try again later.');
    expect(await text(failure(400, "Field 'x' does not exist."))).toBe("Field 'x' does not exist.");
    expect(await text(reply(500, ''))).toBe('Jira answered with an error (500). Try again later.');
    const own = httpError({ ...READ, path: '/replica/dashboards/1' }, reply(500, ''), 0);
    expect(loadFailureText(own)).toBe('Tallyboard answered with an error (500). Try again later.');
    expect(await text(reply(403, ''))).toBe(
      'Jira refused access. Ask a Jira administrator for access.',
    );
    const unlinked = 'This account has no user of Jira. Ask an administrator.';
    expect(await text(failure(403, unlinked))).toBe(unlinked);
    expect(await text(reply(401, { message: 'Please sign in again.' }))).toBe(
      'Please sign in again.',
    );
    expect(await text(reply(429, '', { 'retry-after': '3600' }))).toMatch(/in 60 minutes\.$/);
    expect(await text(reply(429, '', { 'retry-after': '0' }))).toMatch(/in a moment\.$/);
    expect(await text(reply(503, '', { 'retry-after': '3600' }))).toMatch(/in 60 minutes\.$/);
    expect(await text(reply(200, '<html>sign in</html>'))).toMatch(/a web page instead of data/);
    expect(await text(new TypeError('offline'))).toMatch(/could not be reached/);
  });
});
