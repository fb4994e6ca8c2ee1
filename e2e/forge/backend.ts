/** The app's own backend as it is packed, run with the platform's calls answered from here. */
import { createRequire } from 'node:module';
import type { APIRequestContext } from '@playwright/test';
import { answerStorage, type Kept } from '../../apps/forge/testing/storage.ts';

export interface Invocation {
  readonly functionKey: string;
  readonly payload?: unknown;
}

type Handler = (
  request: { readonly call: Invocation; readonly context: unknown },
  runtime: unknown,
) => Promise<unknown>;

interface FetchInit {
  readonly method?: string;
  readonly body?: string;
}

export interface BackendSettings {
  /** The packed file. */
  readonly file: string;
  readonly kept: Kept;
  /** Asks Jira as the one who looks. */
  readonly askJira: (method: string, address: string) => Promise<Response>;
}

/** Loads the backend and returns how it is called. */
export function openBackend({ file, kept, askJira }: BackendSettings) {
  const platform = { type: '' };
  Object.assign(globalThis, {
    __forge_fetch__: async (where: typeof platform, path: string, init: FetchInit = {}) => {
      if (where.type === 'kvs') return answerStorage(kept, path, JSON.parse(init.body ?? '{}'));
      return askJira(init.method ?? 'GET', path);
    },
  });
  const { handler } = createRequire(import.meta.url)(file) as { handler: Handler };
  return (accountId: string, call: Invocation) =>
    handler({ call, context: {} }, { principal: { accountId } });
}

/** What Atlassian's quota charges for a call of an app's backend; calls of the page itself are free. */
export function pointsOf(reply: string): number {
  const { issues = [], permissions = {} } = JSON.parse(reply);
  return 1 + issues.length + 2 * Object.keys(permissions).length;
}

/** Asks the replica, and says that it is the site. */
export async function askReplica(
  request: APIRequestContext,
  base: string,
  site: string,
  call: { method: string; address: string; body?: string | null; user: string | null },
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const reply = await request.fetch(base + call.address, {
    method: call.method,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(call.user !== null && { 'x-replica-user': call.user }),
    },
    ...(call.body && { data: call.body }),
  });
  const body = (await reply.text()).replaceAll(base, site);
  return { status: reply.status(), headers: { 'content-type': 'application/json' }, body };
}
