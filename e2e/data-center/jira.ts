/** A Jira Data Center below a context path with the plugin's jar installed: the replica, and Jira's own part of the page. */

import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { PUBLIC } from '@tallyboard/replica/rest/call-rights.ts';
import { refreshDemo } from '@tallyboard/service-kit/demo.ts';
import { unzipSync } from 'fflate';
import { pack } from '../../apps/data-center/pack.ts';
import { createServer } from '../../apps/server/server.ts';
import { openStore } from '../../packages/server-store/store.ts';

/** As each call of a server says who may make it. */
const OPEN = { config: { rights: PUBLIC } };

const CONTEXT = '/jira';
const WEB_ROOT =
  process.env.TALLYBOARD_TEST_WEB ?? join(import.meta.dirname, '../../apps/web/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

export interface DataCenter {
  /** With the context path. */
  readonly base: string;
  readonly origin: string;
  /** Calls of the REST API and the servlet, 'GET /jira/rest/...'. */
  readonly calls: string[];
  /** Without it the plugin's servlet is not there, as in a jar without Java. */
  servlet: boolean;
  stop(): Promise<void>;
}

export async function startDataCenter(): Promise<DataCenter> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-dc-'));
  const jar = join(folder, 'tallyboard.jar');
  await pack({ jar, work: join(folder, 'work') });
  const entries = unzipSync(await readFile(jar));
  const store = await openStore({ file: join(folder, 'jira.db') });
  const server = await createServer({
    store,
    webRoot: WEB_ROOT,
    log: false,
    flavour: 'data-center',
    contextPath: CONTEXT,
  });
  const calls: string[] = [];
  const state = { servlet: true };
  server.app.addHook('onRequest', async (request, reply) => {
    const { method, originalUrl } = request;
    if (/\/(rest|plugins)\//.test(originalUrl)) calls.push(`${method} ${originalUrl}`);
    const toServlet = originalUrl.startsWith(`${CONTEXT}/plugins/servlet/`);
    if (toServlet && !state.servlet)
      await reply.code(404).type('text/html').send('<h1>Oops, you&#39;ve found a dead link.</h1>');
  });
  server.app.get('/download/resources/*', OPEN, (request, reply) => {
    const [, named = ''] = /\/com\.tallyboard\.reports:app\/([^?]*)/.exec(request.url) ?? [];
    const file = entries[`app/${named}`];
    if (!file) return reply.code(404).send('');
    return reply.type(TYPES[extname(named)] ?? 'text/plain').send(Buffer.from(file));
  });
  server.app.get('/items.js', OPEN, (_, reply) =>
    reply.type('text/javascript').send(Buffer.from(entries['js/dashboard-items.js'] ?? [])),
  );
  for (const [path, file] of [
    ['/secure/Dashboard.jspa', 'dashboard.html'],
    ['/dashboard.js', 'dashboard.js'],
  ] as const) {
    server.app.get(path, OPEN, async (_, reply) =>
      reply.type(TYPES[extname(file)] ?? '').send(await readFile(join(import.meta.dirname, file))),
    );
  }
  const port = await server.start({ port: 0, host: 'localhost' }, async () => {
    await refreshDemo(store, { size: 600, now: Date.now() });
  });
  const origin = `http://localhost:${port}`;
  return {
    origin,
    base: origin + CONTEXT,
    calls,
    get servlet() {
      return state.servlet;
    },
    set servlet(there) {
      state.servlet = there;
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
