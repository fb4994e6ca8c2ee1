import { replica } from '@tallyboard/replica/rest/replica.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import fastify from 'fastify';

type Flavour = 'cloud' | 'data-center';
type Json = Record<string, unknown>;

const LISTS = ['field', 'status', 'priority', 'resolution', 'issuetype', 'configuration'];

/**
 * All that a Jira over this store answers, by address: issues with every history and worklog, and what they stand in.
 * Two stores that are alike to every reader have the same dump.
 */
export async function dumpOf(
  store: Store,
  flavour: Flavour,
  now: number,
): Promise<Map<string, unknown>> {
  const app = fastify();
  await app.register(replica, {
    store,
    flavour,
    now: () => now,
    view: () => ({ store, why: null }),
  });
  const dump = new Map<string, unknown>();
  const api = flavour === 'cloud' ? '/rest/api/3' : '/rest/api/2';
  const get = async (url: string) => {
    const reply = await app.inject({ method: 'GET', url });
    const value: unknown = reply.json();
    dump.set(url, value);
    return value as Json;
  };
  const ask = async (call: object) =>
    ((await app.inject(call)).json() as { issues: Json[] }).issues;
  for (const list of LISTS) await get(`${api}/${list}`);
  for (const { id } of await store.catalogue.all('project')) {
    // A mirror has the projects of its issues alone.
    if ((await store.issues.count(id)) === 0) continue;
    await get(`${api}/project/${id}`);
    await get(`${api}/project/${id}/versions`);
  }
  // Of groups a mirror knows nothing.
  const { groups: _, ...me } = await get(`${api}/myself`);
  dump.set(`${api}/myself`, me);
  await get('/rest/agile/1.0/board');
  for (const { id } of await store.catalogue.all('board')) {
    await get(`/rest/agile/1.0/board/${id}/configuration`);
    for (let startAt = 0, last = false; !last; startAt += 50) {
      const page = await get(`/rest/agile/1.0/board/${id}/sprint?startAt=${startAt}`);
      last = page.isLast !== false;
    }
  }
  const { ids } = await store.jql.search({
    jql: 'ORDER BY key',
    viewer: { userId: null, zone: 'UTC' },
    now,
  });
  dump.set('ids', ids);
  for (let at = 0; at < ids.length; at += 100) {
    for (const issue of await ask(issuesOf(flavour, ids.slice(at, at + 100)))) {
      const id = String(issue.id);
      dump.set(`${issue.key}`, issue);
      const { total } = (issue.fields as { worklog: { total: number } }).worklog;
      if (total > INLINED) await get(`${api}/issue/${id}/worklog`);
    }
  }
  if (flavour === 'cloud') await addHistories(dump, store, ids);
  await app.close();
  return dump;
}

const INLINED = 20;

/**
 * Cloud cuts histories and writes their times in two ways: they are taken from the store, with the time in milliseconds
 * alone. Their authors are compared where an issue names them.
 */
async function addHistories(dump: Map<string, unknown>, store: Store, issueIds: string[]) {
  const { items } = await store.histories.page({ issueIds });
  for (const { issueId, author, created: _, ...history } of items)
    dump.set(`history ${history.id} of ${issueId}`, { ...history, author: author?.accountId });
}

/** The call for up to 100 issues with all that they have. */
function issuesOf(flavour: Flavour, ids: readonly string[]) {
  const headers = { 'content-type': 'application/json' };
  if (flavour === 'cloud') {
    const body = { issueIdsOrKeys: ids, fields: ['*all'] };
    const payload = JSON.stringify(body);
    return { method: 'POST', url: '/rest/api/3/issue/bulkfetch', headers, payload };
  }
  const expand = ['changelog'];
  const body = { jql: `id in (${ids.join(', ')})`, maxResults: 100, fields: ['*all'], expand };
  return { method: 'POST', url: '/rest/api/2/search', headers, payload: JSON.stringify(body) };
}

/** Where two dumps differ, the first few places. */
export function differences(one: Map<string, unknown>, other: Map<string, unknown>): string[] {
  if (one.size < 20) return ['There is next to nothing to compare.'];
  const urls = new Set([...one.keys(), ...other.keys()]);
  return [...urls]
    .flatMap(url => firstDifference(one.get(url), other.get(url), url) ?? [])
    .slice(0, 10);
}

/** The first place at which two values differ. Which member of an object came first says nothing. */
function firstDifference(a: unknown, b: unknown, place: string): string | null {
  const compound = (value: unknown) => typeof value === 'object' && value !== null;
  if (!compound(a) || !compound(b)) {
    const text = (value: unknown) => String(JSON.stringify(value)).slice(0, 100);
    // An empty text and none say the same.
    return (a ?? '') === (b ?? '') ? null : `${place}: ${text(a)} is ${text(b)}`;
  }
  const [one, other] = [a as Json, b as Json];
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    // Pictures are each server's own.
    if (name === 'iconUrl') continue;
    const found = firstDifference(one[name], other[name], `${place} ${name}`);
    if (found) return found;
  }
  return null;
}
