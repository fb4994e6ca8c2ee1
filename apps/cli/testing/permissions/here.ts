/** Random sites where readers are answered: as imported records, and as a mirror of a Jira that holds them. */
import type { View } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { replica } from '@tallyboard/replica/rest/replica.ts';
import { mirrorView, readerAccess } from '@tallyboard/server-store/mirror-readers.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { columnStream } from '@tallyboard/service-kit/columns/columns.ts';
import { writeStaleSegments } from '@tallyboard/service-kit/columns/write-segments.ts';
import fastify from 'fastify';
import { connect } from '../../mirror/connect.ts';
import { openMirror } from '../../mirror/open.ts';
import { refreshAccess } from '../../mirror/readers.ts';
import { mirrorRound } from '../../mirror/round.ts';
import { openSource } from '../../mirror/testing/source.ts';
import { issueRecords, recordsOf } from './records.ts';
import { rulesFor } from './rules.ts';
import { NO_SUCH_LEVEL, type Site } from './site.ts';

export const NOW = Date.parse('2026-06-01T12:00:00Z');

export interface Here {
  readonly site: Site;
  /** Ids of the issues and projects that are here. */
  readonly stored: ReadonlySet<string>;
  readonly projects: ReadonlySet<string>;
  /** Data Center tells a mirror no members of security levels. */
  readonly knowsLevels: boolean;
  readonly store: Store;
  readonly view: View;
  close(): Promise<void>;
}

/** All projects, or two of them: issues of the others are then named by links, parents and fields alone. */
function partOf(site: Site, isWhole: boolean) {
  const projects = new Set(site.projects.slice(0, isWhole ? undefined : 2).map(({ id }) => id));
  const stored = site.issues.filter(({ project }) => projects.has(project.id));
  return { projects, stored: new Set(stored.map(({ id }) => id)) };
}

export async function openRecords(site: Site, isWhole: boolean): Promise<Here> {
  const { projects, stored } = partOf(site, isWhole);
  const store = await openStore({ memory: true });
  await store.ingest([...recordsOf(site, projects), ...issueRecords(site, stored)]);
  await writeStaleSegments(store);
  const view: View = ({ userId }) => ({ store: store.as(userId), why: null });
  return { site, stored, projects, knowsLevels: true, store, view, close: () => store.close() };
}

export async function openMirrorOf(site: Site, isWhole: boolean): Promise<Here> {
  const { projects: inQuery, stored: inPart } = partOf(site, isWhole);
  // The account that mirrors cannot see them either.
  const unseen = new Set(
    site.issues.flatMap(({ id, level }) => (level === NO_SUCH_LEVEL ? id : [])),
  );
  const stored = new Set([...inPart].filter(id => !unseen.has(id)));
  // Projects come with their issues.
  const withIssues = site.issues
    .filter(({ id }) => stored.has(id))
    .map(({ project }) => project.id);
  const projects = new Set(withIssues);
  const { flavour } = site;
  const whole = partOf(site, true);
  const records = [...recordsOf(site, whole.projects), ...issueRecords(site, whole.stored)];
  const source = await openSource(records, { flavour, now: NOW });
  source.answer = (url, body) => answerOf(site, url, body);
  const store = await openStore({ memory: true });
  const { signal } = new AbortController();
  const jql = isWhole ? 'created > "2000-01-01"' : `project in (${[...inQuery].join(', ')})`;
  const connection = await connect(source.url, signal);
  const voice = { onProgress: () => {}, say: () => {} };
  const mirror = await openMirror(store, connection, { jql, shrink: false, signal }, 'copy', voice);
  await mirrorRound(mirror);
  await writeStaleSegments(store);
  const now = Date.now();
  for (const { id } of site.people) await readerAccess(store, id, now);
  await refreshAccess(mirror, now);
  const read = mirrorView(store, () => now);
  const view: View = (caller, request) => {
    // An account may be linked to a user whom nothing here names.
    const linked = String(request.headers['x-replica-user'] ?? caller.userId);
    const visitor = { signedIn: true, jiraAccountId: linked };
    return read(caller, Object.assign(Object.create(request), { visitor }));
  };
  const close = async () => {
    await store.close();
    await source.close();
  };
  return { site, stored, projects, knowsLevels: flavour === 'cloud', store, view, close };
}

/** What Jira says of people, and in which projects they may browse. */
function answerOf(site: Site, url: string, body: unknown): unknown {
  const { pathname, searchParams } = new URL(url, 'http://source');
  if (pathname.endsWith('/permissions/check')) return confirm(site, body);
  const known = site.people.filter(({ state }) => state !== 'missing');
  if (pathname.endsWith('/user/bulk')) {
    const asked = known.filter(({ id }) => searchParams.getAll('accountId').includes(id));
    const values = asked.map(({ id: accountId, login, state }) => {
      return { accountId, displayName: login, active: state === 'active' };
    });
    return { values, startAt: 0, maxResults: 100, total: values.length, isLast: true };
  }
  const isGone = site.people.some(({ id, state }) => state === 'missing' && url.includes(id));
  const notFound = new JiraError(404, 'The user does not exist.');
  return pathname.endsWith('/user') && isGone ? notFound : undefined;
}

/** It confirms accounts that it has deactivated too: the mirror must not rely on that. */
function confirm(site: Site, body: unknown): unknown {
  const { accountId = '' } = body as { accountId?: string };
  const { stored, projects } = partOf(site, true);
  const people = site.people.map(person => ({ ...person, state: 'active' as const }));
  const whole = { site: { ...site, people }, stored, projects, knowsLevels: true };
  const granted = site.projects.filter(rulesFor(whole, accountId).project);
  const ids = granted.map(({ id }) => Number(id));
  const browse = { permission: 'BROWSE_PROJECTS', issues: [], projects: ids };
  return { globalPermissions: [], projectPermissions: [browse] };
}

interface Named {
  readonly id: string | number;
  readonly name: string;
}

export interface FoundIssue {
  readonly id: string;
  readonly fields: {
    readonly comment?: { readonly comments: readonly unknown[] };
    readonly issuelinks: readonly { readonly outwardIssue?: { readonly id: string } }[];
    /** Texts in API 2 of Data Center. */
    readonly customfield_10020?: readonly (Named | string)[];
  };
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  /** Members of the replies of the calls that are compared. */
  readonly json: {
    readonly issues?: readonly FoundIssue[];
    readonly values?: readonly Named[];
    readonly count?: number;
  };
  readonly list: readonly Named[];
}

export type Calls = Awaited<ReturnType<typeof openCalls>>;

/** Calls in the name of readers. */
export async function openCalls({ store, view, site: { flavour } }: Here) {
  const app = fastify();
  const columns = columnStream({ segmentWriter: undefined, maxIssues: undefined });
  await app.register(replica, { store, flavour, now: () => NOW, view, resources: [columns] });
  const ask = async (reader: string, url: string, body?: unknown): Promise<Reply> => {
    const reply = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: { 'x-replica-user': reader },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const isJson = String(reply.headers['content-type']).includes('json') && reply.body !== '';
    const json = isJson ? JSON.parse(reply.body) : {};
    const list = Array.isArray(json) ? json : [];
    return { status: reply.statusCode, text: reply.body, bytes: reply.rawPayload, json, list };
  };
  return { ask, close: () => app.close() };
}
