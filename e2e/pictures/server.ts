import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { refreshDemo } from '@tallyboard/service-kit/demo.ts';
import { createServer } from '../../apps/server/server.ts';
import { openStore } from '../../packages/server-store/store.ts';

/** All clocks show this instant, so that pictures of two days are comparable. */
export const PICTURE_TIME = Date.parse('2026-11-18T13:30:00Z');

const WEB_ROOT = resolve(import.meta.dirname, '../../apps/web/dist');

export interface PictureServer {
  readonly base: string;
  stop(): Promise<void>;
}

/** The demo as of PICTURE_TIME, and the built pages. */
export async function startPictureServer(): Promise<PictureServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-pictures-'));
  const webRoot = join(folder, 'web');
  cpSync(process.env.TALLYBOARD_TEST_WEB ?? WEB_ROOT, webRoot, { recursive: true });
  stopWorkerClocks(join(webRoot, 'assets'));
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const server = await createServer({ store, webRoot, log: false, now: () => PICTURE_TIME });
  const port = await server.start({ port: 0, host: '127.0.0.1' }, async () => {
    await refreshDemo(store, { size: 3000, now: PICTURE_TIME });
  });
  return {
    base: `http://127.0.0.1:${port}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Playwright's clock does not reach workers. */
function stopWorkerClocks(assets: string): void {
  for (const name of readdirSync(assets)) {
    if (!/worker-.*\.js/.test(name)) continue;
    const file = join(assets, name);
    if (!name.endsWith('.js')) rmSync(file);
    else writeFileSync(file, `Date.now=()=>${PICTURE_TIME};${readFileSync(file, 'utf8')}`);
  }
}
