/** Atlassian's gateway: service accounts, tokens with scopes, and the scopes that docs/scopes.md lists. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import calls from '@tallyboard/server/site/allowed-calls.json' with { type: 'json' };
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openSource, type Source } from './mirror/testing/source.ts';
import { openGateway, scopesOf } from './testing/gateway.ts';
import { run } from './testing/run.ts';

const token = 'token-of-a-service-account';
const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-gateway-'));
const page = readFileSync(join(import.meta.dirname, '../../docs/scopes.md'), 'utf8');
/** Columns: scope, serve and report, mirror. */
const rows = [...page.matchAll(/^\| `([^`]+)` \| (yes|no) \| (yes|no) \|/gm)];
const listed = (column: 2 | 3) =>
  rows.flatMap(row => (row[column] === 'yes' ? [String(row[1])] : [])).sort();

let jira: Source;
let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  jira = await openSource(demoRecords({ seed: 5, asOf: now, size: 60 }), { now });
  gateway = await openGateway(jira.url, token);
  process.env.TALLYBOARD_TOKEN = token;
});
afterAll(async () => {
  delete process.env.TALLYBOARD_TOKEN;
  gateway.close();
  await jira.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  gateway.used.clear();
  gateway.refused.length = 0;
});

const mirror = (data: string) =>
  run(
    ...['mirror', '--site', gateway.url, '--jql', 'project = WEB', '--once'],
    ...['--data', join(folder, data)],
  );

test('a mirror and a report need the listed scopes and no others', async () => {
  gateway.scopes = new Set(listed(3));
  const { code, err } = await mirror('whole');
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringMatching(/\d+ new/) });
  expect(err).not.toMatch(/no scope/);
  expect(gateway.refused).toEqual([]);
  expect([...gateway.used].sort()).toEqual(listed(3));

  gateway.scopes = new Set(listed(2));
  const report = ['report', 'overview', '--jql', 'project = WEB', '--format', 'json', '--result'];
  const { err: problems, out } = await run(...report, '--url', gateway.url);
  expect(problems).not.toMatch(/no scope/);
  const own = await run(...report, '--url', jira.url);
  const figures = (text: string) => (JSON.parse(text) as { result: unknown }).result;
  expect(figures(out)).toEqual(figures(own.out));
});

test('the scopes of the server are those of the calls that it forwards', () => {
  const forwarded = Object.entries(calls).flatMap(([method, paths]) =>
    paths.flatMap(path => scopesOf(method, path.replace(/\{\w+\}/g, '1')) ?? []),
  );
  expect([...new Set(forwarded)].sort()).toEqual(listed(2));
});

test('what the scopes leave out is named once, and the rest is copied', async () => {
  gateway.scopes = new Set(listed(3).filter(scope => !/board-scope/.test(scope)));
  const { code, err } = await mirror('no-boards');
  expect(code, err).toBe(0);
  expect(err).toMatch(/no scope for GET \/rest\/agile\/1\.0\/board: its data is missing/);
  expect(err.match(/agile\/1\.0\/board:/g)).toHaveLength(1);
  expect(err).toMatch(/\d+ new/);

  gateway.scopes = new Set();
  const nothing = await mirror('nothing');
  expect(nothing).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The token has no scope for GET \/rest\/api\/2\/myself/m),
  });
});

test('the doctor says what the token may read, and fails where it cannot be used', async () => {
  const doctor = () => run('doctor', '--site', gateway.url, '--data', join(folder, 'none'));
  gateway.scopes = new Set(listed(3));
  const well = await doctor();
  expect(well.code, well.out).toBe(0);
  expect(well.out).toMatch(/^ok {5}Jira: .* answers, Cloud\.$/m);
  expect(well.out).toMatch(/^ok {5}Token: Jira takes it for /m);
  expect(well.out).toMatch(/^ok {5}Issues: the account sees \d+\.$/m);
  expect(well.out).not.toMatch(/^wrong/m);

  gateway.scopes = new Set(listed(2).filter(scope => !/board-scope/.test(scope)));
  const partly = await doctor();
  expect(partly.code).toBe(0);
  expect(partly.out).toMatch(/^note {3}Scopes: no boards and sprints, .* docs\/scopes\.md/m);

  vi.stubEnv('TALLYBOARD_TOKEN', 'token-that-is-revoked');
  const refused = await doctor();
  expect(refused.code).toBe(1);
  expect(refused.out).toMatch(/^wrong {2}Token: .* rejects the token\./m);
});
