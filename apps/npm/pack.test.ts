/** The package as people install it: in an empty folder, without network, by npm alone. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pack } from './pack.ts';

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-npm-'));
const empty = join(folder, 'empty');
const installed = join(empty, 'node_modules/tallyboard');
const bin = join(installed, 'bin/tallyboard.mjs');
const checkout = join(import.meta.dirname, '../cli/bin/tallyboard.mjs');
/** npm and what it starts run on the Node of this process. */
const env = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  npm_config_offline: 'true',
  npm_config_cache: join(folder, 'cache'),
  npm_config_update_notifier: 'false',
};
const npm = (args: readonly string[], cwd: string) =>
  execute('npm', args, { cwd, env, shell: process.platform === 'win32' });
const run = async (program: string, ...args: readonly string[]) =>
  (await execute(process.execPath, [program, ...args], { cwd: empty, maxBuffer: 1e8 })).stdout;

beforeAll(async () => {
  // The runner says 'test', for which React and others build with all their checks.
  vi.stubEnv('NODE_ENV', 'production');
  const tarball = await pack(folder);
  vi.unstubAllEnvs();
  mkdirSync(empty);
  await npm(['install', '--no-audit', '--no-fund', tarball], empty);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('needs no other package, compiler or script, and names what it contains', () => {
  expect(readdirSync(join(empty, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual([
    'tallyboard',
  ]);
  const manifest: unknown = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('scripts');
  expect(manifest).not.toHaveProperty('dependencies');
  const files = readdirSync(installed, { recursive: true }).map(String);
  expect(files.filter(name => /\.(node|wasm|ts|map)$/.test(name))).toEqual([]);
  const sbom = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const names = sbom.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'kysely', 'react', 'valibot']));
  expect(names).not.toContain('vite');
  const licenses = readFileSync(join(installed, 'LICENSES.txt'), 'utf8');
  for (const { name, version } of sbom.components)
    expect(licenses).toContain(`\n${name} ${version} (`);
});

/** Licences of code that may be given on under that of the package. */
const LICENCES = new Set([
  ...['MIT', 'ISC', '0BSD', 'BlueOak-1.0.0', 'Apache-2.0', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...['MPL-2.0', '(MPL-2.0 OR Apache-2.0)', 'MIT and ISC', 'MIT-0'],
]);

test('has code of free licences alone', () => {
  const { components } = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8')) as {
    components: {
      name: string;
      licenses: { expression?: string; license?: { id?: string; name?: string } }[];
    }[];
  };
  const others = components.filter(({ licenses }) =>
    licenses.some(
      ({ expression, license }) => !LICENCES.has(expression ?? license?.id ?? license?.name ?? ''),
    ),
  );
  expect(others).toEqual([]);
  expect(components.map(({ name }) => name).filter(name => /forge|statsig/.test(name))).toEqual([]);
});

/**
 * Namespaces, examples, pages for people, providers of an identity, the frame of Jira Cloud, and what nodemailer asks for an OAuth
 * token, where mails are sent with a password alone.
 */
const KNOWN_HOSTS =
  /^(www\.w3\.org|purl\.org|json-schema\.org|schemas\.(openxmlformats|microsoft)\.\w+|docs\.oasis-open\.org|www\.wps\.cn|raw\.githubusercontent\.com|github\.com|react\.dev|fb\.me|compiledcssinjs\.com|marketplace\.atlassian\.com|connect-(cdn\.atl-paas\.net|install-keys\.atlassian\.com)|login\.microsoftonline\.com|localhost\.com|nodemailer\.com|(accounts|mail)\.google\.com|adaptivecards\.io|[\w.]+\.(example\.com|invalid)|\w+\.invalid)$/;

test('names no server of others that it could call', () => {
  const found = ['lib', 'web/dist'].flatMap(part => {
    const files = readdirSync(join(installed, part), { recursive: true }).map(String);
    return files
      .filter(name => /\.(js|html)$/.test(name))
      .flatMap(name => {
        const text = readFileSync(join(installed, part, name), 'utf8');
        // Sources of lib keep their comments.
        const address =
          part === 'lib' ? /["'`]https?:\/\/([\w.-]+\.\w+)/g : /https?:\/\/([\w.-]+\.\w+)/g;
        return [...text.matchAll(address)].map(([, host = '']) => host);
      });
  });
  expect(found.length).toBeGreaterThan(20);
  expect([...new Set(found)].filter(host => !KNOWN_HOSTS.test(host))).toEqual([]);
});

test('gives every report byte for byte as the checkout', async () => {
  const data = join(folder, 'data');
  await run(bin, 'demo', '--data', data, '--size', '500');
  const help = await run(bin, 'report', '--help');
  const ids = /ID is one of: ([\w\s,-]+);/.exec(help)?.[1]?.split(/,\s*/) ?? [];
  expect(ids.length).toBeGreaterThan(15);
  const schema = JSON.parse(readFileSync(join(installed, 'schemas/answer.json'), 'utf8'));
  const isAnswer = new Ajv2020({ strict: false }).compile(schema);
  for (const id of ids) {
    const source = ['--jql', 'project = WEB', '--data', data, '--as-of', '2026-06-01'];
    const args = ['report', id, ...source, '--format', 'json', '--result'];
    const [own, other] = await Promise.all([run(bin, ...args), run(checkout, ...args)]);
    expect(own.length).toBeGreaterThan(300);
    expect(own === other, id).toBe(true);
    // With the result, notes have the keys of their issues.
    expect([isAnswer({ ...JSON.parse(own), notes: [] }), id]).toEqual([true, id]);
  }
  // Assistants take the page as one message.
  expect(statSync(join(installed, 'web/dist/figure.html')).size).toBeLessThan(1_000_000);
  const html = await run(
    bin,
    'report',
    'overview',
    '--jql',
    '',
    '--data',
    data,
    '--format',
    'html',
  );
  expect(html).toContain('id="figure">{"view":[');
});

test('writes a lake, and names the views that DuckDB has once it is installed', async () => {
  const lake = join(folder, 'lake');
  const written = await run(bin, 'lake', lake, '--data', join(folder, 'data'));
  expect(written).toMatch(/^[\d,]+ issues with [\d,]+ changes in \d+ projects/);
  const views = readdirSync(join(installed, 'lib/views')).map(name => name.replace('.sql', ''));
  expect(await run(bin, 'sql', '--help')).toContain(views.sort().join(', '));
});

test('serves its pages, figures, workbooks and OData', async () => {
  const data = join(folder, 'served');
  const args = [bin, 'serve', '--port', '0', '--data', data, '--demo-size', '10'];
  const server = spawn(process.execPath, args, { cwd: empty, stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  server.stdout.setEncoding('utf8').on('data', text => {
    out += text;
  });
  const address = () => /ready at (http:\S+)/.exec(out)?.[1];
  await expect.poll(address).toBeDefined();
  const page = await (await fetch(`${address()}/reports`)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  const reply = await fetch(`${address()}${script}`, { headers: { 'accept-encoding': 'br' } });
  expect([reply.status, reply.headers.get('content-encoding')]).toEqual([200, 'br']);
  const send = (path: string, method: string, body: object) =>
    fetch(address() + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const question = { report: 'issues-by', jql: 'created > "2000-01-01"', settings: {} };
  const report = await send('/rest/tallyboard/1/report', 'POST', question);
  expect(report.status).toBe(200);
  const openApi = await fetch(`${address()}/rest/tallyboard/1/openapi.json`);
  expect(openApi.status).toBe(200);
  const saved = { name: 'Who', description: '', view: question, shares: [], version: 0 };
  const { status } = await send('/replica/saved-reports/who00000', 'PUT', saved);
  expect(status).toBe(201);
  const feed = await fetch(`${address()}/odata/Who?$filter=count%20gt%200`);
  expect(feed.status).toBe(200);
  const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const workbook = await fetch(`${address()}/rest/tallyboard/1/saved/Who`, {
    headers: { accept },
  });
  expect([workbook.status, workbook.headers.get('content-type')]).toEqual([200, accept]);
  server.kill();
});

test('says in one sentence that Node is too old', context => {
  const old = (process.env.PATH ?? '')
    .split(delimiter)
    .map(path => join(path, 'node'))
    .find(
      node =>
        existsSync(node) &&
        Number(/^v(\d+)/.exec(String(spawnSync(node, ['-v']).stdout))?.[1]) < 24,
    );
  if (!old) return context.skip('There is no Node below 24 here.');
  const { status, stderr } = spawnSync(old, [bin, '--version'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Tallyboard needs Node 24\.15 or newer; this is Node [\d.]+\..*\n$/);
});
