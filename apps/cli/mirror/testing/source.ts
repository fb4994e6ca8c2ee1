import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { replica } from '@tallyboard/replica/rest/replica.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import fastify from 'fastify';

export interface Source {
  readonly url: string;
  readonly store: Store;
  /** Tells the mirror that these worklogs were deleted: the replica itself keeps no list of them. */
  readonly deletedWorklogs: { id: string; atMs: number }[];
  /** The present of this Jira. */
  now: number;
  /** The status with which calls of these paths are refused. */
  refuses: { paths: RegExp; status: number; headers?: Record<string, string> } | null;
  /** Users by their tokens; null: the token is revoked. Other tokens are the mirror's. */
  readonly tokens: Map<string, string | null>;
  /** Replaces replies; undefined for the usual one. */
  answer: ((path: string, body: unknown) => unknown) | null;
  /** Spoils the next reply to a path. */
  spoils: { paths: RegExp; spoil: (body: string) => SpoiledReply } | null;
  /** Paths that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A reply of a gateway, or of a Jira that fails; null: the connection is cut. */
export type SpoiledReply = {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
} | null;

/** A Jira to be mirrored, on a port of this machine. */
export async function openSource(
  records: Iterable<StoreRecord>,
  settings: { flavour?: 'cloud' | 'data-center'; now: number; prefix?: string; seesAll?: boolean },
): Promise<Source> {
  const store = await openStore({ memory: true });
  await store.ingest(records);
  const deletedWorklogs: Source['deletedWorklogs'] = [];
  const asked: string[] = [];
  const app = fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    const url = new URL(request.url, 'http://source');
    asked.push(`${request.method} ${url.pathname}`);
    const user = source.tokens.get(tokenOf(request.headers.authorization ?? ''));
    if (user === null) {
      await reply.code(401).send('Client must be authenticated to access this resource.');
      return;
    }
    if (user !== undefined) request.headers['x-replica-user'] = user;
    const { refuses } = source;
    if (refuses?.paths.test(url.pathname)) {
      const errorMessages = ['Refused in this test.'];
      await reply
        .code(refuses.status)
        .headers(refuses.headers ?? {})
        .send({ errorMessages });
      return;
    }
    if (!url.pathname.endsWith('/worklog/deleted')) return;
    const since = Number(url.searchParams.get('since'));
    const found = deletedWorklogs.filter(({ atMs }) => atMs >= since);
    const values = found.map(({ id, atMs }) => ({ worklogId: Number(id), updatedTime: atMs }));
    await reply.send({ values, since, until: source.now, lastPage: true });
  });
  app.addHook('preHandler', async (request, reply) => {
    const answer = source.answer?.(request.url, request.body);
    if (answer !== undefined) await reply.send(answer);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { spoils } = source;
    if (!spoils?.paths.test(request.url)) return payload;
    source.spoils = null;
    const spoiled = spoils.spoil(String(payload));
    if (spoiled === null) {
      reply.raw.destroy();
      return payload;
    }
    const { status = 200, type = 'application/json', body } = spoiled;
    reply.code(status).header('content-type', type).removeHeader('content-length');
    return body;
  });
  const { flavour = 'cloud' } = settings;
  await app.register(replica, {
    store,
    flavour,
    now: () => source.now,
    ...(settings.seesAll && { view: () => ({ store, why: null }) }),
  });
  const source: Source = {
    url: '',
    store,
    deletedWorklogs,
    now: settings.now,
    refuses: null,
    answer: null,
    spoils: null,
    tokens: new Map(),
    asked,
    async close() {
      await app.close();
      await store.close();
    },
  };
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return Object.assign(source, { url: `http://127.0.0.1:${port}` });
}

function tokenOf(authorization: string): string {
  const [kind, sent = ''] = authorization.split(' ');
  return kind === 'Basic' ? (Buffer.from(sent, 'base64').toString().split(':')[1] ?? '') : sent;
}
