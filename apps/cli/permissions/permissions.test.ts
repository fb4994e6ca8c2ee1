/** Random sites, whole and in part: what each reader is answered against the rules of docs/permissions.md. */

import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { answerReport } from '@tallyboard/engine/report-json/answer-report.ts';
import { reportJson } from '@tallyboard/engine/report-json/report-json.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { COLUMNS_PATH } from '@tallyboard/jira/load/fetch-columns.ts';
import { loadMetadata } from '@tallyboard/jira/load/metadata.ts';
import { requireAll } from '@tallyboard/jira/load/select-columns.ts';
import type { View } from '@tallyboard/replica/rest/api.ts';
import { replica } from '@tallyboard/replica/rest/replica.ts';
import { randomFrom } from '@tallyboard/replica/store/testing/secret-site.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { columnStream } from '@tallyboard/server/columns/columns.ts';
import { asServer } from '@tallyboard/server/columns/inner-jira.ts';
import { openStoreSource } from '@tallyboard/server/columns/store-source.ts';
import { writeStaleSegments } from '@tallyboard/server/columns/write-segments.ts';
import { mirrorView, readerAccess } from '@tallyboard/server-store/mirror-readers.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../mirror/connect.ts';
import { openMirror } from '../mirror/open.ts';
import { refreshAccess } from '../mirror/readers.ts';
import { mirrorRound } from '../mirror/round.ts';
import { openSource } from '../mirror/testing/source.ts';
import { issueRecords, recordsOf } from './records.ts';
import { type Rules, rulesFor } from './rules.ts';
import { type Flavour, type Issue, MARKS, randomSite, type Site } from './site.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const ALL = 'created > "2000-01-01" ORDER BY id';

interface Here {
  readonly site: Site;
  /** Of the issues that are here. */
  readonly stored: ReadonlySet<string>;
  readonly projects: ReadonlySet<string>;
  readonly knowsLevels: boolean;
  readonly store: Store;
  readonly view: View;
  close(): Promise<void>;
}

/** All projects, or two of them: issues of the others are named by links, parents and fields alone. */
function partOf(site: Site, isWhole: boolean) {
  const projects = new Set(site.projects.slice(0, isWhole ? undefined : 2).map(({ id }) => id));
  const stored = site.issues.filter(({ project }) => projects.has(project.id));
  return { projects, stored: new Set(stored.map(({ id }) => id)) };
}

async function openRecords(site: Site, isWhole: boolean): Promise<Here> {
  const { projects, stored } = partOf(site, isWhole);
  const store = await openStore({ memory: true });
  await store.ingest([...recordsOf(site, projects), ...issueRecords(site, stored)]);
  await writeStaleSegments(store);
  const view: View = ({ userId }) => ({ store: store.as(userId), why: null });
  return { site, stored, projects, knowsLevels: true, store, view, close: () => store.close() };
}

async function openMirrorOf(site: Site, isWhole: boolean): Promise<Here> {
  const { projects, stored: all } = partOf(site, isWhole);
  // Nobody sees a level without a scheme.
  const ofNobody = new Set(site.issues.flatMap(({ id, level }) => (level === '999' ? id : [])));
  const stored = new Set([...all].filter(id => !ofNobody.has(id)));
  const everything = partOf(site, true);
  const { flavour } = site;
  const source = await openSource(
    [...recordsOf(site, everything.projects), ...issueRecords(site, everything.stored)],
    { flavour, now: NOW },
  );
  source.answer = (path, body) => confirm(site, path, body);
  const store = await openStore({ memory: true });
  const { signal } = new AbortController();
  const jql = isWhole ? 'created > "2000-01-01"' : `project in (${[...projects].join(', ')})`;
  const voice = { onProgress: () => {}, say: () => {} };
  const mirror = await openMirror(
    store,
    await connect(source.url, signal),
    { jql, shrink: false, signal },
    'copy',
    voice,
  );
  await mirrorRound(mirror);
  await writeStaleSegments(store);
  const now = Date.now();
  for (const { id } of site.people) await readerAccess(store, id, now);
  await refreshAccess(mirror, now);
  const read = mirrorView(store, () => now);
  const view: View = (caller, request) => {
    const visitor = { signedIn: true, jiraAccountId: caller.userId } as never;
    return read(caller, Object.assign(Object.create(request), { visitor }));
  };
  const close = async () => {
    await store.close();
    await source.close();
  };
  return { site, stored, projects, knowsLevels: flavour === 'cloud', store, view, close };
}

/** Jira's answer by the rules; it confirms deactivated accounts too, which the mirror must not rely on. */
function confirm(site: Site, path: string, body: unknown): unknown {
  if (!path.endsWith('/permissions/check')) return;
  const { accountId } = body as { accountId?: string };
  const people = site.people.map(person => ({ ...person, state: 'active' as const }));
  const whole = partOf(site, true);
  const rules = rulesFor({ ...site, people }, accountId ?? '', whole.stored, true, whole.projects);
  const projects = site.projects.filter(rules.project).map(({ id }) => Number(id));
  return {
    globalPermissions: [],
    projectPermissions: [{ permission: 'BROWSE_PROJECTS', issues: [], projects }],
  };
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  readonly json: any;
}

/** Calls as a reader. */
async function openCalls({ store, view, site: { flavour } }: Here) {
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
    const isJson = String(reply.headers['content-type']).includes('json');
    const json = isJson && reply.body !== '' ? JSON.parse(reply.body) : null;
    return { status: reply.statusCode, text: reply.body, bytes: reply.rawPayload, json };
  };
  return { ask, close: () => app.close() };
}

type Calls = Awaited<ReturnType<typeof openCalls>>;

/** Clauses with what they mean, and a thing that is not there in place of theirs. */
function clausesOf({ site, projects }: Here, rules: Rules, random: ReturnType<typeof randomFrom>) {
  const { pick } = random;
  const issue = pick(site.issues);
  const project = pick(site.projects);
  const sprint = pick(site.sprints);
  const filter = pick(site.filters);
  const { id: person } = pick(site.people);
  const sees = (one: Issue) => rules.issues.includes(one);
  const seesProject = projects.has(project.id) && rules.project(project);
  const of = (
    isKnown: boolean,
    clause: string,
    name: string,
    other: string,
    is: (one: Issue) => boolean,
  ) => ({
    clause: clause.replace('?', name),
    unknown: isKnown ? null : { clause: clause.replace('?', other), name, other },
    expected: rules.issues.filter(is),
  });
  const isLinked = (one: Issue) => one.links.includes(issue.id) || issue.links.includes(one.id);
  return [
    of(seesProject, 'project = ?', project.key, 'PZZZZ', one => one.project === project),
    of(sees(issue), 'key = ?', issue.key, 'PAAAA-99999', one => one === issue),
    of(sees(issue), 'parent = ?', issue.key, 'PAAAA-99999', one => one.parent === issue.id),
    of(sees(issue), 'issue in linkedIssues(?)', issue.key, 'PAAAA-99999', isLinked),
    of(rules.sprint(sprint.id), 'sprint = ?', sprint.name, 'CsprintN99Z', one =>
      one.sprints.includes(sprint.id),
    ),
    of(rules.filter(filter.id), 'filter = ?', filter.name, 'CfilterN99Z', () => true),
    of(
      seesProject,
      'fixVersion = ?',
      `"${project.name} version"`,
      '"CprojectN99Z version"',
      one => one.project === project,
    ),
    of(
      seesProject,
      'component = ?',
      `"${project.name} component"`,
      '"CprojectN99Z component"',
      one => one.project === project,
    ),
    of(true, 'labels = ?', issue.label, '', one => one === issue),
    of(true, 'text ~ ?', issue.summary, '', one => one === issue),
    of(true, 'reporter = ?', person, '', one => one.reporter === person),
    of(
      true,
      'assignee = currentUser() AND labels is not EMPTY',
      '',
      '',
      one => one.assignee === rules.reader,
    ),
    of(true, 'level is EMPTY', '', '', one => one.level === null),
    of(true, 'sprint is EMPTY', '', '', one => one.sprints.length === 0),
    of(true, 'worklogAuthor = ?', person, '', one =>
      one.worklogs.some(entry => entry.author === person && rules.entry(entry, one)),
    ),
    of(
      true,
      'comment ~ ?',
      issue.comments[0]?.text ?? 'CcommentN999Z',
      '',
      one => one === issue && issue.comments.slice(0, 1).some(entry => rules.entry(entry, one)),
    ),
  ];
}

/** Marks and keys that a reader may read. */
function readable({ site, projects }: Here, rules: Rules): ReadonlySet<string> {
  const { issues } = rules;
  const seen = site.projects.filter(each => projects.has(each.id) && rules.project(each));
  const sprints = site.sprints.filter(({ id }) => rules.sprint(id));
  return new Set([
    ...issues.flatMap(issue => [
      issue.key,
      issue.summary,
      issue.label,
      ...(issue.formerKey ? [issue.formerKey] : []),
      ...[...issue.comments, ...issue.worklogs].flatMap(each =>
        rules.entry(each, issue) ? each.text : [],
      ),
    ]),
    ...seen.map(({ name }) => name),
    ...site.filters.flatMap(({ id, name }) => (rules.filter(id) ? name : [])),
    ...site.boards.flatMap(({ id, name }) => (rules.board(id) ? name : [])),
    ...sprints.flatMap(({ name, goal }) => [name, goal]),
  ]);
}

const KEYS = /\bP[A-E]{4}-\d+\b/g;

function leaksOf(text: string, allowed: ReadonlySet<string>, asked = ''): string[] {
  const found = [...(text.match(MARKS) ?? []), ...(text.match(KEYS) ?? [])];
  // Errors repeat what was asked.
  return [...new Set(found)].filter(each => !allowed.has(each) && !asked.includes(each));
}

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
const idsOf = (list: readonly { id: unknown }[]) => list.map(({ id }) => String(id)).sort();

/** Every kind of call of one reader; returns how many were compared. */
async function compareReader(
  here: Here,
  calls: Calls,
  reader: string,
  seed: number,
): Promise<number> {
  const { site, stored, projects, knowsLevels } = here;
  const rules = rulesFor(site, reader, stored, knowsLevels, projects);
  const allowed = readable(here, rules);
  const isCloud = site.flavour === 'cloud';
  const random = randomFrom(seed);
  const { pick } = random;
  let count = 0;
  const ask = async (url: string, body?: unknown, asked = url) => {
    count++;
    const reply = await calls.ask(reader, url, body);
    expect(leaksOf(reply.text, allowed, asked), `${url} ${JSON.stringify(body ?? '')}`).toEqual([]);
    expect(reply.status, url).toBeLessThan(500);
    return reply;
  };
  const platform = isCloud ? '/rest/api/3' : '/rest/api/2';
  const search = async (jql: string) => {
    if (isCloud)
      return ask(
        `${platform}/search/jql`,
        { jql, fields: ['*all'], expand: 'changelog', maxResults: 100 },
        jql,
      );
    return ask(
      `${platform}/search`,
      { jql, fields: ['*all'], expand: ['changelog'], maxResults: 100 },
      jql,
    );
  };

  const all = await search(ALL);
  expect(idsOf(all.json.issues)).toEqual(idsOf(rules.issues));
  for (const { id, fields } of all.json.issues) {
    const issue = rules.issues.find(each => each.id === id);
    if (!issue) throw new Error(`${id} is not expected.`);
    const texts = (entries: Issue['comments']) =>
      entries.flatMap(each => (rules.entry(each, issue) ? each.text : [])).sort();
    const comments = (fields.comment?.comments ?? []).map(
      (each: any) => JSON.stringify(each).match(/CcommentN\d+Z/)?.[0],
    );
    expect(comments.sort(), `comments of ${issue.key}`).toEqual(texts(issue.comments));
    const sprints = (fields.customfield_10020 ?? []).map((each: any) =>
      String(each.id ?? /id=(\d+)/.exec(each)?.[1]),
    );
    expect(sprints, `sprints of ${issue.key}`).toEqual([...issue.sprints]);
    const seenLinks = issue.links.filter(to => rules.issues.some(each => each.id === to));
    const links = fields.issuelinks.flatMap((each: any) => each.outwardIssue?.id ?? []);
    expect(links, `links of ${issue.key}`).toEqual(seenLinks);
  }
  if (isCloud) {
    const counted = await ask(`${platform}/search/approximate-count`, { jql: ALL });
    expect(counted.json.count).toBe(rules.issues.length);
    const found = await ask(
      `${platform}/issue/bulkfetch`,
      {
        issueIdsOrKeys: site.issues.map(({ key }) => key),
        fields: ['*all'],
        expand: ['changelog'],
      },
      '',
    );
    expect(idsOf(found.json.issues)).toEqual(idsOf(rules.issues));
    await ask(
      `${platform}/changelog/bulkfetch`,
      { issueIdsOrKeys: site.issues.map(({ id }) => id) },
      '',
    );
  }

  for (const { clause, unknown, expected } of clausesOf(here, rules, random)) {
    const reply = await search(`${clause} ORDER BY id`);
    if (unknown === null) {
      expect(idsOf(reply.json.issues ?? []), clause).toEqual(idsOf(expected));
      continue;
    }
    // Not to be told from a thing that is not there.
    const other = await search(`${unknown.clause} ORDER BY id`);
    const { name } = unknown;
    expect(
      [reply.status, reply.text.replaceAll(JSON.stringify(name).slice(1, -1), '?')],
      clause,
    ).toEqual([
      other.status,
      other.text.replaceAll(JSON.stringify(unknown.other).slice(1, -1), '?'),
    ]);
  }

  const issue = pick(site.issues);
  const status = rules.issues.includes(issue) ? 200 : 404;
  const own = [
    `${platform}/issue/${issue.key}?expand=changelog,names,renderedFields`,
    `${platform}/issue/${issue.id}`,
    `${platform}/issue/${issue.key}/worklog`,
    `${platform}/issue/${issue.key}/comment`,
    `/browse/${issue.key}`,
    ...(isCloud ? [`${platform}/issue/${issue.key}/changelog`] : []),
    `/rest/agile/1.0/issue/${issue.key}`,
    ...(issue.formerKey ? [`${platform}/issue/${issue.formerKey}`] : []),
  ];
  for (const path of own) expect((await ask(path)).status, path).toBe(status);
  const worklogs = await ask(
    `${platform}/worklog/list`,
    { ids: site.issues.flatMap(each => each.worklogs.map(({ id }) => Number(id))) },
    '',
  );
  const seenWorklogs = rules.issues.flatMap(each =>
    each.worklogs.filter(entry => rules.entry(entry, each)),
  );
  expect(idsOf(worklogs.json)).toEqual(idsOf(seenWorklogs));

  for (const word of ['C', issue.summary, issue.key, issue.key.slice(0, 2)])
    await ask(
      `${platform}/issue/picker?query=${word}&currentJQL=${encodeURIComponent(ALL)}`,
      undefined,
      '',
    );
  for (const name of [
    'sprint',
    'project',
    'fixVersion',
    'component',
    'labels',
    'filter',
    'parent',
    'level',
  ])
    await ask(
      `${platform}/jql/autocompletedata/suggestions?fieldName=${name}&fieldValue=${pick(['', 'C', 'P'])}`,
      undefined,
      '',
    );

  const boards = site.boards.filter(each => rules.board(each.id) && projects.has(each.project));
  const listed = await ask('/rest/agile/1.0/board?maxResults=50');
  expect(namesOf(listed.json.values), 'boards').toEqual(namesOf(boards));
  const board = pick(site.boards);
  const boardStatus = boards.includes(board) ? 200 : 404;
  for (const path of [
    '',
    '/configuration',
    '/sprint',
    '/issue',
    '/version',
    '/project',
    '/quickfilter',
  ])
    expect((await ask(`/rest/agile/1.0/board/${board.id}${path}`)).status, `board${path}`).toBe(
      boardStatus,
    );
  const isHere = (id: string) =>
    boards.some(each => each.id === site.sprints.find(sprint => sprint.id === id)?.board) ||
    rules.issues.some(({ sprints }) => sprints.includes(id));
  for (const { id } of site.sprints)
    expect((await ask(`/rest/agile/1.0/sprint/${id}`)).status, `sprint ${id}`).toBe(
      isHere(id) ? 200 : 404,
    );
  const sprint = pick(site.sprints);
  await ask(`/rest/agile/1.0/sprint/${sprint.id}/issue`);

  const seen = site.projects.filter(each => projects.has(each.id) && rules.project(each));
  const list = await ask(isCloud ? `${platform}/project/search` : `${platform}/project`);
  expect(idsOf(isCloud ? list.json.values : list.json), 'projects').toEqual(idsOf(seen));
  const project = pick(site.projects);
  for (const path of ['', '/versions', '/components', '/statuses'])
    expect((await ask(`${platform}/project/${project.id}${path}`)).status).toBe(
      seen.includes(project) ? 200 : 404,
    );
  const filter = pick(site.filters);
  const filterReply = await ask(`${platform}/filter/${filter.id}`);
  if (rules.filter(filter.id) && boards.some(each => each.filter === filter.id))
    expect(filterReply.status).toBe(200);
  if (!rules.filter(filter.id)) expect(filterReply.status).toBe(400);
  if (isCloud) await ask(`${platform}/filter/search?expand=jql,owner,sharePermissions`);
  await ask(`${platform}/field`);
  await ask(`${platform}/status`);

  if (isCloud) count += await compareFigures(here, calls, reader, rules, allowed);
  return count;
}

/** Columns and reports. */
async function compareFigures(
  here: Here,
  calls: Calls,
  reader: string,
  rules: Rules,
  allowed: ReadonlySet<string>,
) {
  const { parts, customFields, history, worklogs } = requireAll(
    await asServer(here.store, loadMetadata),
  );
  const requirement = { ...NO_REQUIREMENT, parts, customFields, history, worklogs };
  const { bytes, status } = await calls.ask(reader, COLUMNS_PATH, { jql: ALL, requirement });
  expect(status).toBe(200);
  expect(leaksOf(bytes.toString('latin1'), allowed), 'columns').toEqual([]);
  const visitor = { signedIn: true, jiraAccountId: reader } as never;
  const inner = await openStoreSource({
    store: here.store,
    now: () => NOW,
    view: (_, request) => here.view({ userId: reader } as never, request),
  });
  let count = 1;
  for (const id of ['overview', 'issues-by', 'age']) {
    const report = await findReport(id);
    if (!report) throw new Error(`There is no report '${id}'.`);
    const settings = { stored: {}, problems: [] };
    const asked = { report, jql: ALL, settings, asOf: NOW, isPast: false, zone: 'UTC' };
    const text = JSON.stringify(reportJson(await answerReport(inner, asked)));
    expect(leaksOf(text, allowed), id).toEqual([]);
    count++;
  }
  void visitor;
  return count;
}

const SEEDS = [1, 2, 3];
const flavours: readonly Flavour[] = ['cloud', 'data-center'];
const WAYS = { records: openRecords, mirror: openMirrorOf };
const sites = flavours.flatMap(flavour =>
  (['records', 'mirror'] as const).flatMap(way =>
    [true, false].flatMap(isWhole => SEEDS.map(seed => ({ flavour, way, isWhole, seed }))),
  ),
);
let compared = 0;

describe.each(sites)(
  '$flavour, $way, whole: $isWhole, $seed',
  ({ flavour, way, isWhole, seed }) => {
    let here: Here;
    let calls: Calls;
    beforeAll(async () => {
      process.env.TALLYBOARD_TOKEN = 'a-token-of-the-mirror';
      here = await WAYS[way](randomSite(seed + (isWhole ? 0 : 100), flavour), isWhole);
      calls = await openCalls(here);
    }, 60_000);
    afterAll(async () => {
      delete process.env.TALLYBOARD_TOKEN;
      await calls.close();
      await here.close();
    });

    test.each(Array.from({ length: 9 }, (_, n) => n))('reader %i', async n => {
      const reader = here.site.people[n]?.id ?? '';
      compared += await compareReader(here, calls, reader, seed * 100 + n);
    });
  },
);

test('at least 2,000 answers were compared', () => {
  expect(compared).toBeGreaterThan(2_000);
});
