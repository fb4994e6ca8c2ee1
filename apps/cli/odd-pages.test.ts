/** Pages of lists that do not fit together: a list is whole, partial with its reason, or an error, and always ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { asObject, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSource, type Source } from './mirror/testing/source.ts';
import { run } from './testing/run.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const DOWN = { errorMessages: ['Something is down'], errors: {} };
const SEARCH = /\/rest\/api\/[23]\/search(\/jql)?(\?|$)/;
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Printed {
  readonly coverage: {
    readonly complete: boolean;
    readonly issues: { readonly fetched: number };
    readonly reasons: readonly string[];
  };
  readonly notes: readonly { readonly code?: string }[];
}

describe.each<[Flavour]>([['cloud'], ['data-center']])('%s', flavour => {
  const isCloud = flavour === 'cloud';
  let jira: Source;
  let searches = 0;
  beforeAll(async () => {
    process.env.TALLYBOARD_TOKEN = 'token-of-the-test';
    jira = await openSource(demoRecords({ seed: 5, asOf: now, size: 60 }), { now, flavour });
  });
  afterAll(async () => {
    delete process.env.TALLYBOARD_TOKEN;
    await jira.close();
  });
  beforeEach(() => {
    jira.answer = null;
    jira.spoils = null;
    searches = 0;
  });

  const report = (id: string, settings = {}) =>
    run(
      ...['report', id, '--jql', 'project in (WEB, APP, PLAT)', '--url', jira.url],
      ...['--settings', JSON.stringify(settings), '--format', 'json', '--result', '--no-issues'],
      ...(isCloud ? ['--user', 'a@example.com'] : []),
    );
  const printed = (out: string) => JSON.parse(out) as Printed;
  const mirror = (name: string) =>
    run(
      'mirror',
      '--site',
      jira.url,
      '--jql',
      'project = WEB',
      '--once',
      '--data',
      join(folder, name),
    );

  /** Answers searches alone. */
  const answerSearch = (answer: (body: JsonObject) => unknown) => {
    jira.answer = (path, body) => {
      if (!SEARCH.test(path)) return undefined;
      searches += 1;
      return answer(asObject(body) ?? {});
    };
  };

  test.each([
    ['an empty object', {}],
    ['an error in place of its list', DOWN],
    ['no list beside its end', { isLast: true, startAt: 0, maxResults: 50 }],
  ])('a search that is %s is an error', async (_, body) => {
    answerSearch(() => body);
    const { code, out, err } = await report('overview');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /^Jira answered in a form that is not understood: search\S* ?issues: expected/,
    );
  });

  test.each([
    ['an error', DOWN],
    ['an empty object', {}],
  ])('sprints of a board in a reply that is %s are missing, not none', async (_, body) => {
    jira.answer = path => (/\/board\/\d+\/sprint/.test(path) ? body : undefined);
    const { out, err } = await report('velocity', { boardId: 1 });
    expect(`${out}${err}`).toMatch(/board\/1\/sprint values: expected a list, found nothing/);
    expect(out).not.toMatch(/"complete": ?true/);
  });

  test('sprints without end are cut, and named', async () => {
    jira.answer = path =>
      /\/board\/\d+\/sprint/.test(path)
        ? { values: [], isLast: false, startAt: 0, maxResults: 50 }
        : undefined;
    const before = jira.asked.length;
    const { out, err } = await report('velocity', { boardId: 1 });
    expect(`${out}${err}`).toMatch(/board\/1\/sprint ends early, the rest is missing/);
    expect(jira.asked.length - before).toBeLessThan(40);
  });

  test('a page of issues that is cut on its way is asked for again', async () => {
    const whole = printed((await report('overview')).out).coverage;
    jira.spoils = { paths: SEARCH, spoil: body => ({ body: body.slice(0, body.length / 2) }) };
    expect(printed((await report('overview')).out).coverage).toMatchObject({
      complete: true,
      issues: whole.issues,
    });
  });

  if (!isCloud) {
    test('a total that never comes ends after a few pages', async () => {
      answerSearch(() => ({ issues: [], total: 1_000_000, startAt: 0, maxResults: 50 }));
      const { coverage } = printed((await report('overview')).out);
      expect(coverage).toMatchObject({ complete: false, issues: { fetched: 0 } });
      expect(searches).toBeLessThan(20);
    });
    return;
  }

  const first = { id: '10000' };

  test('an end that contradicts itself is partial', async () => {
    answerSearch(() => ({ issues: [first], isLast: false }));
    const { code, out } = await report('overview');
    expect(code).toBe(0);
    const { coverage } = printed(out);
    expect(coverage.complete).toBe(false);
    expect(coverage.reasons.join()).toMatch(
      /The list of issues ends early: Jira named no next page/,
    );
  });

  test('a token is followed, whatever isLast says', async () => {
    answerSearch(({ nextPageToken }) =>
      nextPageToken === undefined
        ? { issues: [first], isLast: true, nextPageToken: 'next' }
        : { issues: [{ id: '10001' }], isLast: true },
    );
    await report('overview');
    expect(searches).toBe(2);
  });

  test.each([
    ['empty pages', () => []],
    ['the same page again', () => [first]],
  ])('tokens that are new with each page end: %s', async (_, issues) => {
    answerSearch(() => ({ issues: issues(), isLast: false, nextPageToken: `t${searches}` }));
    const { coverage } = printed((await report('overview')).out);
    expect(coverage.complete).toBe(false);
    expect(coverage.reasons.join()).toMatch(/ends early: Jira sent 3 pages without anything new/);
    expect(searches).toBeLessThan(6);

    searches = 0;
    const { code, err } = await mirror('endless');
    expect(code).toBe(1);
    expect(err).toMatch(/A list of Jira ends early: Jira sent 3 pages without anything new/);
    expect(searches).toBeLessThan(6);
  });

  test.each([
    ['an error', DOWN],
    ['no issue', { issueChangeLogs: [] }],
    ['no end', { issueChangeLogs: [], nextPageToken: 'again' }],
  ])('histories in a reply that has %s are missing, not none', async (_, body) => {
    let calls = 0;
    jira.answer = path => {
      if (!/changelog\/bulkfetch/.test(path)) return undefined;
      calls += 1;
      return 'nextPageToken' in body ? { ...body, nextPageToken: `t${calls}` } : body;
    };
    const { out } = await report('time-in-status');
    const { coverage, notes } = printed(out);
    expect(coverage.complete).toBe(false);
    expect(JSON.stringify(notes)).toMatch(/no-history/);
    expect(calls).toBeLessThan(10);
  });
});
