import { afterEach, expect, test } from 'vitest';
import type { Faults } from './faults.ts';
import { asOf, type DemoReplica, openDemoReplica } from './testing/demo-replica.ts';

let demo: DemoReplica | null = null;
afterEach(async () => {
  await demo?.close();
  demo = null;
});

/** On a real port, since connections are dropped. */
async function listen(faults: Faults, now: () => number = () => asOf): Promise<string> {
  demo = await openDemoReplica({ faults, now, size: 20 });
  return demo.app.listen({ port: 0, host: '127.0.0.1' });
}

const statuses = (base: string, count: number): Promise<(number | string)[]> =>
  Array.from({ length: count }).reduce<Promise<(number | string)[]>>(async before => {
    const seen = await before;
    const status = await fetch(`${base}/rest/api/3/myself`).then(
      reply => reply.status,
      () => 'dropped',
    );
    return [...seen, status];
  }, Promise.resolve([]));

test('errors have the configured rate and are reproducible', async () => {
  const first = await statuses(await listen({ errorRate: 0.3, seed: 7 }), 40);
  const failed = first.filter(status => status === 503).length;
  expect(failed).toBeGreaterThan(4);
  expect(failed).toBeLessThan(20);
  await demo?.close();
  expect(await statuses(await listen({ errorRate: 0.3, seed: 7 }), 40)).toEqual(first);
});

test('calls above the limit per second are 429 with Retry-After', async () => {
  let now = asOf;
  const base = await listen({ rateLimit: 3 }, () => now);
  expect(await statuses(base, 4)).toEqual([200, 200, 200, 429]);
  const reply = await fetch(`${base}/rest/api/3/myself`);
  expect(reply.headers.get('retry-after')).toBe('1');
  expect(reply.headers.get('ratelimit-reason')).toBe('jira-burst-based');
  now += 1000;
  expect(await statuses(base, 1)).toEqual([200]);
});

test('connections drop and replies are truncated', async () => {
  expect(await statuses(await listen({ dropRate: 1 }), 2)).toEqual(['dropped', 'dropped']);
  await demo?.close();
  const base = await listen({ truncateRate: 1 });
  const reply = await fetch(`${base}/rest/api/3/field`);
  await expect(reply.json()).rejects.toThrow();
});

test('pages have no faults', async () => {
  const base = await listen({ errorRate: 1 });
  expect((await fetch(`${base}/issues/?jql=`)).status).toBe(200);
});
