import { mkdtempSync, rmSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { refreshDemo } from '@tallyboard/service-kit/demo.ts';
import { createServer as createTallyboard } from '../../apps/server/server.ts';
import type { Faults } from '../../packages/replica/rest/faults.ts';
import { openStore } from '../../packages/server-store/store.ts';

/** One call of the REST API, as it came and as it was answered. */
export interface Arrived {
  /** Method, address and body: the same call again has the same. */
  readonly call: string;
  readonly method: string;
  readonly at: number;
  /** Null while it is under way. */
  endedAt: number | null;
  /** 0 for a connection that was dropped or broke off. */
  status: number;
}

/** A limit by calls, not by seconds: it is reached on a slow machine too. */
export interface DoorFaults extends Omit<Faults, 'rateLimit'> {
  /** Every so many-th call gets a 429. */
  refusesEvery?: number;
}

export interface FaultyServer {
  readonly base: string;
  /** What goes wrong from now on. */
  set(faults: DoorFaults): void;
  /** The calls that arrived since the last call of this. */
  taken(): readonly Arrived[];
  stop(): Promise<void>;
}

const WEB_ROOT = resolve(import.meta.dirname, '../../apps/web/dist');

/** A server with a small demo whose faults a test switches while it runs, behind a door that notes who comes through. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-faults-'));
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const faults: Faults = { seed: 7 };
  const webRoot = process.env.TALLYBOARD_TEST_WEB ?? WEB_ROOT;
  const inner = await createTallyboard({ store, webRoot, faults, log: false });
  const port = await inner.start({ port: 0, host: '127.0.0.1' }, async () => {
    await refreshDemo(store, { size: 600, now: Date.now() });
  });
  let arrived: Arrived[] = [];
  let refusesEvery = 0;
  /** Whether the call is let in. */
  const note = (each: Arrived): boolean => {
    arrived.push(each);
    return refusesEvery === 0 || arrived.length % refusesEvery !== 0;
  };
  const door = createServer((asked, answer) => {
    pass(asked, answer, port, note).catch(() => answer.destroy());
  });
  await new Promise<void>(done => door.listen(0, '127.0.0.1', done));
  return {
    base: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    set(next) {
      for (const key of ['latencyMs', 'errorRate', 'dropRate', 'truncateRate'] as const)
        faults[key] = next[key] ?? 0;
      refusesEvery = next.refusesEvery ?? 0;
    },
    taken() {
      const before = arrived;
      arrived = [];
      return before;
    },
    async stop() {
      door.closeAllConnections();
      door.close();
      await inner.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  port: number,
  note: (arrived: Arrived) => boolean,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = asked;
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const call = `${method} ${url} ${body.toString()}`;
  const mine: Arrived = { call, method, at: Date.now(), endedAt: null, status: 0 };
  if (url.startsWith('/rest/') && !note(mine)) {
    mine.endedAt = Date.now();
    mine.status = 429;
    answer.writeHead(429, { 'retry-after': '1', connection: 'close' }).end();
    return;
  }
  const onward = send({ port, host: '127.0.0.1', method, path: url, headers }, reply => {
    // One call a connection: a browser asks again by itself where an old connection drops.
    answer.writeHead(reply.statusCode ?? 502, { ...reply.headers, connection: 'close' });
    reply.pipe(answer);
    reply.on('end', () => {
      mine.endedAt = Date.now();
      mine.status = reply.statusCode ?? 0;
    });
    reply.on('aborted', broken);
  });
  // What breaks behind the door breaks before it.
  const broken = () => {
    mine.endedAt = Date.now();
    asked.socket.destroy();
  };
  onward.on('error', broken);
  onward.end(body);
}
