/** Parts of all calls that the pool answers. */
import { createHash } from 'node:crypto';
import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import type { Call } from '@tallyboard/replica/rest/api.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import type { FastifyReply } from 'fastify';
import { sharedSettings } from './reader-scope.ts';

const MAX_ATTEMPTS = 3;

/** Repeats a call until the reader's rights, which are part of the key, are the same before and after it. */
export async function withSteadyRights<Asked extends { readonly key: string }, Answer>(
  ask: () => Promise<Asked>,
  get: (asked: Asked) => Promise<Answer>,
): Promise<Answer> {
  let asked = await ask();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { key } = asked;
    const answer = await get(asked);
    asked = await ask();
    if (asked.key === key) return answer;
  }
  throw new BusyError();
}

/** Answers a call. The signal aborts when its client leaves. */
export async function whileConnected(
  { reply }: Call,
  find: (signal: AbortSignal) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  if (reply.raw.destroyed) gone.abort();
  try {
    return await find(gone.signal);
  } catch (error) {
    // Nobody reads this reply.
    if (gone.signal.aborted) return reply.code(499).send();
    throw error;
  }
}

/** Changes with everything that reports are made from, besides the time and the reader. */
export async function dataVersion(store: Store): Promise<string> {
  const [revision, mirror, settings] = await Promise.all([
    store.segments.revision(),
    store.mirror.state(),
    sharedSettings(store),
  ]);
  return digest([revision, mirror?.asOfMs, settings]);
}

export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Readers take turns by this name. */
export const readerOf = ({ caller }: Call): string => String(caller.account ?? caller.userId);

/** The reader of a server without sign-in is a user of Jira. */
export const visitorOf = ({ caller, reply }: Call): Visitor =>
  reply.request.visitor ?? {
    account: caller.account ?? '',
    name: caller.user?.displayName ?? '',
    signedIn: false,
    role: caller.role,
    issuer: null,
    subject: null,
    groups: caller.groups,
    jiraAccountId: caller.userId,
  };
