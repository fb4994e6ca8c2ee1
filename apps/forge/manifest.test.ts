import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { forgeManifest } from './manifest.ts';
import { folderProblems, keepAppId, manifestProblems, pack, readServer } from './pack.ts';
import { SCOPED_CALLS, scopesOf } from './testing/scopes.ts';

const here = import.meta.dirname;
const manifest = forgeManifest();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyboard-forge-'));
  await cp(join(here, 'src'), join(folder, 'src'), { recursive: true });
  await mkdir(join(folder, 'static/app'), { recursive: true });
  await writeFile(join(folder, 'static/app/index.html'), '<!doctype html>');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function problemsOf(text: string): Promise<readonly string[]> {
  const file = join(folder, 'manifest.yml');
  await writeFile(file, text);
  return manifestProblems(file);
}

describe("the platform's own rules", () => {
  it('find no problem in the manifest', async () => {
    expect(await problemsOf(manifest)).toEqual([]);
  });

  it.each([
    ['an unknown module', 'jira:adminPage:', 'jira:adminPages:'],
    ['a missing function', 'index.handler', 'main.handler'],
    ['a missing resource', 'path: static/app', 'path: static/other'],
    ['an unknown scope', 'storage:app', 'storage:all'],
    ['a gadget without a key', '- key: burn\n      title', '- title'],
    ['a gadget without a thumbnail', /\n +thumbnail: .*/, ''],
  ])('find %s', async (_, from, to) => {
    expect(await problemsOf(manifest.replace(from, to))).not.toEqual([]);
  });
});

test('the app qualifies for "Runs on Atlassian": no egress, no remotes, no content exceptions', () => {
  const keys = [...manifest.matchAll(/^ *(?:- )?([\w:]+):/gm)].map(([, key]) => key);
  const egress = ['external', 'content', 'remotes', 'endpoint', 'webtrigger', 'connectModules'];
  expect(keys.filter(key => egress.includes(key ?? ''))).toEqual([]);
  expect(keys).toContain('permissions');
});

test('a server for error reports is the only egress, without end-user data', async () => {
  const address = readServer('https://reports.example.com/') ?? '';
  const reporting = forgeManifest({ errorReports: address });
  expect(await problemsOf(reporting)).toEqual([]);
  expect(reporting.slice(manifest.length)).toBe(`  external:
    fetch:
      client:
        - address: "https://reports.example.com"
          inScopeEUD: false
`);
  for (const wrong of ['http://reports.example.com', 'https://reports.example.com/a', 'x'])
    expect(() => readServer(wrong)).toThrow('--error-reports');
});

test('each gadget has its own picture that the platform can load', () => {
  const pictures = (text: string) =>
    [...text.matchAll(/thumbnail: (".*")$/gm)].map(([, url = '']): string => JSON.parse(url));
  const own = pictures(manifest);
  expect(new Set(own).size).toBe(GADGETS.length);
  for (const url of own) {
    expect(url.length).toBeLessThanOrEqual(255);
    expect(decodeURIComponent(url)).toMatch(
      /^data:image\/svg\+xml,<svg .*<text [^>]*>\w+<\/text><\/svg>$/,
    );
  }
  const [first] = pictures(forgeManifest({ pictures: 'https://reports.example.com' }));
  expect(first).toBe(`https://reports.example.com${GADGETS[0]?.picturePath}`);
});

describe('the scopes of the manifest', () => {
  const listed = [...manifest.matchAll(/^ {4}- (\w+:\S+)$/gm)].map(([, scope]) => scope);

  it('are those of the calls of the app, of its storage and of its weekly report', () => {
    const needed = SCOPED_CALLS.flatMap(({ scopes }) => scopes);
    expect([...listed].sort()).toEqual(
      [...new Set([...needed, 'storage:app', 'report:personal-data'])].sort(),
    );
  });

  it('write issues, sprints and backlogs, and nothing else', () => {
    expect(listed.filter(scope => /write|delete|manage/.test(scope ?? ''))).toEqual([
      'write:jira-work',
      'write:issue:jira-software',
      'write:sprint:jira-software',
      'write:board-scope:jira-software',
    ]);
  });

  it('read alone in a read-only app', async () => {
    const readOnly = forgeManifest({ readOnly: true });
    expect(await problemsOf(readOnly)).toEqual([]);
    const scopes = [...readOnly.matchAll(/^ {4}- (\w+:\S+)$/gm)].map(([, scope]) => scope);
    expect(scopes).toEqual(listed.filter(scope => !scope?.startsWith('write:')));
    expect(scopes).toHaveLength(9);
  });

  it('are documented', async () => {
    const told = await readFile(resolve(here, '../../docs/jira/forge.md'), 'utf8');
    for (const scope of listed) expect(told).toContain(`| \`${scope}\` |`);
  });

  it('belong to calls', () => {
    expect(scopesOf('GET', '/rest/agile/1.0/board/7/sprint?state=active')).toEqual([
      'read:sprint:jira-software',
    ]);
    expect(scopesOf('DELETE', '/rest/api/3/issue/OPS-1')).toBeNull();
    expect(scopesOf('GET', '/rest/api/2/issue/OPS-1/changelog/list')).toBeNull();
  });
});

const openapi = resolve(here, '../../fixtures/openapi');

interface Operation {
  readonly security?: readonly { readonly OAuth2?: readonly string[] }[];
}

test('the scopes of calls are those that Atlassian names', () => {
  const documents = ['platform-v2.2024-10', 'platform-v3.2026-03', 'software-agile1.2024-10'].map(
    name => JSON.parse(gunzipSync(readFileSync(join(openapi, `jira-${name}.json.gz`))).toString()),
  );
  for (const { method, path, scopes } of SCOPED_CALLS) {
    const found: Operation | undefined = documents
      .map(({ paths }) => paths[path]?.[method.toLowerCase()])
      .find(Boolean);
    const named = found?.security?.find(({ OAuth2 }) => OAuth2)?.OAuth2;
    expect([path, named]).toEqual([path, scopes]);
  }
});

test('the packed app has few and small files, and reports errors to no server but the given one', async () => {
  const page = () => readFile(join(folder, 'packed/static/app/index.html'), 'utf8');
  await pack(join(folder, 'packed'));
  expect(await page()).not.toMatch(/tallyboard-(error-reports|read-only)/);
  await pack(join(folder, 'packed'), {
    errorReports: 'https://reports.example.com',
    readOnly: true,
  });
  expect(await page()).toContain('<meta name="tallyboard-read-only" content="true">');
  const files = await readdir(join(folder, 'packed'), { recursive: true, withFileTypes: true });
  console.info(`The packed app has ${files.filter(file => file.isFile()).length} files.`);
  expect(await page()).toContain(
    '<meta name="tallyboard-error-reports" content="https://reports.example.com/error-reports">',
  );
  expect(await folderProblems(join(folder, 'packed'))).toEqual([]);
  for (let index = 0; index < 61; index++) await writeFile(join(folder, `${index}`), '');
  expect(await folderProblems(folder)).toEqual([expect.stringMatching(/files; at most 60/)]);
});

test('packing again keeps the id of a registered app', () => {
  const registered = manifest.replace('00000000-0000-0000-0000-000000000000', '1f-2e');
  expect(keepAppId(manifest, registered)).toBe(registered);
  expect(keepAppId(manifest, '')).toBe(manifest);
});
