/** Asks every kind of call as a reader, and compares each answer with the rules. */

import { loadMetadata } from '@tallyboard/dataset/load/metadata.ts';
import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import { requireAll } from '@tallyboard/dataset/stream/select-columns.ts';
import { fullJson } from '@tallyboard/engine/ask/answer.ts';
import { answerQuestion } from '@tallyboard/engine/ask/answer-report.ts';
import type { Caller } from '@tallyboard/replica/rest/caller.ts';
import { randomFrom } from '@tallyboard/replica/store/testing/secret-site.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { asServer } from '@tallyboard/service-kit/columns/inner-jira.ts';
import { openStoreSource } from '@tallyboard/service-kit/columns/store-source.ts';
import { expect } from 'vitest';
import { clausesOf } from './clauses.ts';
import { type Calls, type FoundIssue, type Here, NOW, type Reply } from './here.ts';
import { type Rules, rulesFor } from './rules.ts';
import { MARKS } from './site.ts';

const ALL = 'created > "2000-01-01" ORDER BY id';
const KEYS = /\bP[A-E]{4}-\d+\b/g;

/** A reader with the calls that are checked for what may not be read. */
interface Session extends Here {
  readonly rules: Rules;
  readonly random: ReturnType<typeof randomFrom>;
  readonly isCloud: boolean;
  readonly api: string;
  /** `asked`: what the caller has named, which errors may repeat. */
  ask(url: string, body?: unknown, asked?: string): Promise<Reply>;
  search(jql: string): Promise<Reply>;
  check(text: string, what: string, asked?: string): void;
}

/** Returns the number of answers that were compared. */
export async function compareReader(
  here: Here,
  calls: Calls,
  reader: string,
  seed: number,
): Promise<number> {
  const rules = rulesFor(here, reader);
  const allowed = readable(here, rules);
  const isCloud = here.site.flavour === 'cloud';
  const api = isCloud ? '/rest/api/3' : '/rest/api/2';
  let count = 0;
  const check = (text: string, what: string, asked = '') => {
    count++;
    const found = new Set([...(text.match(MARKS) ?? []), ...(text.match(KEYS) ?? [])]);
    const leaks = [...found].filter(each => !allowed.has(each) && !asked.includes(each));
    expect(leaks, what).toEqual([]);
  };
  const ask = async (url: string, body?: unknown, asked = url) => {
    const reply = await calls.ask(reader, url, body);
    expect(reply.status, url).toBeLessThan(500);
    check(reply.bytes.toString('latin1'), `${url} ${JSON.stringify(body ?? '')}`, asked);
    return reply;
  };
  const search = (jql: string) => {
    const body = { jql, fields: ['*all'], maxResults: 100 };
    return isCloud
      ? ask(`${api}/search/jql`, { ...body, expand: 'changelog' }, jql)
      : ask(`${api}/search`, { ...body, expand: ['changelog'] }, jql);
  };
  const session = { ...here, rules, random: randomFrom(seed), isCloud, api, ask, search, check };
  await compareLists(session);
  await compareQueries(session);
  await compareIssue(session);
  await compareSuggestions(session);
  await compareBoards(session);
  await comparePlaces(session);
  // Others get a reason in place of figures.
  const { state } = here.site.people.find(({ id }) => id === reader) ?? {};
  if (isCloud && state === 'active') await compareFigures(session);
  return count;
}

/** Marks and keys that a reader may read. */
function readable({ site, projects }: Here, rules: Rules): ReadonlySet<string> {
  const { issues } = rules;
  return new Set([
    ...issues.flatMap(issue => [
      issue.key,
      issue.summary,
      issue.label,
      issue.formerKey ?? '',
      ...[...issue.comments, ...issue.worklogs].flatMap(each =>
        rules.entry(each, issue) ? each.text : [],
      ),
    ]),
    ...site.projects
      .filter(each => projects.has(each.id) && rules.project(each))
      .map(({ name }) => name),
    ...site.filters.filter(({ id }) => rules.filter(id)).map(({ name }) => name),
    ...site.boards.filter(({ id }) => rules.board(id)).map(({ name }) => name),
    ...site.sprints.filter(({ id }) => rules.sprint(id)).flatMap(({ name, goal }) => [name, goal]),
  ]);
}

const idsOf = (list: readonly { readonly id: string | number }[] = []) =>
  list.map(({ id }) => String(id)).sort();

async function compareLists({ site, rules, isCloud, api, ask, search }: Session): Promise<void> {
  const { issues = [] } = (await search(ALL)).json;
  expect(idsOf(issues)).toEqual(idsOf(rules.issues));
  for (const found of issues) compareFound(found, rules);
  const worklogs = site.issues.flatMap(each => each.worklogs.map(({ id }) => Number(id)));
  const seen = rules.issues.flatMap(each =>
    each.worklogs.filter(entry => rules.entry(entry, each)),
  );
  expect(idsOf((await ask(`${api}/worklog/list`, { ids: worklogs })).list)).toEqual(idsOf(seen));
  if (!isCloud) return;
  const counted = await ask(`${api}/search/approximate-count`, { jql: ALL });
  expect(counted.json.count ?? 0).toBe(rules.issues.length);
  const keys = site.issues.map(({ key }) => key);
  const asked = { issueIdsOrKeys: keys, fields: ['*all'], expand: ['changelog'] };
  const byKeys = await ask(`${api}/issue/bulkfetch`, asked);
  expect(idsOf(byKeys.json.issues)).toEqual(idsOf(rules.issues));
  await ask(`${api}/changelog/bulkfetch`, { issueIdsOrKeys: site.issues.map(({ id }) => id) });
}

/** Its comments, sprints and links are neither too many nor too few. */
function compareFound({ id, fields }: FoundIssue, rules: Rules): void {
  const issue = rules.issues.find(each => each.id === id);
  if (!issue) throw new Error(`There is no issue ${id}.`);
  const comments = JSON.stringify(fields.comment ?? []).match(/CcommentN\d+Z/g) ?? [];
  const shown = issue.comments.filter(each => rules.entry(each, issue)).map(({ text }) => text);
  expect([...comments].sort(), `comments of ${issue.key}`).toEqual(shown.sort());
  const sprints = (fields.customfield_10020 ?? []).map(each =>
    typeof each === 'string' ? /\bid=(\d+)/.exec(each)?.[1] : String(each.id),
  );
  expect(sprints, `sprints of ${issue.key}`).toEqual(issue.sprints);
  const links = fields.issuelinks.flatMap(({ outwardIssue }) => outwardIssue?.id ?? []);
  const isSeen = (to: string) => rules.issues.some(each => each.id === to);
  expect(links, `links of ${issue.key}`).toEqual(issue.links.filter(isSeen));
}

async function compareQueries({ rules, random, search, ...here }: Session): Promise<void> {
  for (const { jql, hidden, expected } of clausesOf(here, rules, random)) {
    const reply = await search(`${jql} ORDER BY id`);
    if (!hidden) expect(idsOf(reply.json.issues), jql).toEqual(idsOf(expected));
    else {
      const nobodys = await search(`${hidden.jql} ORDER BY id`);
      const without = ({ status, text }: Reply, name: string) => [
        status,
        text.replaceAll(name, ''),
      ];
      expect(without(reply, hidden.name), jql).toEqual(without(nobodys, hidden.nobodys));
    }
  }
}

async function compareIssue({ site, rules, random, isCloud, api, ask }: Session): Promise<void> {
  const issue = random.pick(site.issues);
  const paths = [
    `${api}/issue/${issue.key}?expand=changelog,names,renderedFields`,
    `${api}/issue/${issue.id}`,
    `${api}/issue/${issue.key}/worklog`,
    `${api}/issue/${issue.key}/comment`,
    `/browse/${issue.key}`,
    `/rest/agile/1.0/issue/${issue.key}`,
    ...(isCloud ? [`${api}/issue/${issue.key}/changelog`] : []),
    ...(issue.formerKey ? [`${api}/issue/${issue.formerKey}`] : []),
  ];
  const status = rules.issues.includes(issue) ? 200 : 404;
  for (const path of paths) expect((await ask(path)).status, path).toBe(status);
}

async function compareSuggestions({ site, random, api, ask }: Session): Promise<void> {
  const { key, summary } = random.pick(site.issues);
  for (const word of ['C', summary, key, key.slice(0, 2)]) {
    const query = `query=${word}&currentJQL=${encodeURIComponent(ALL)}`;
    await ask(`${api}/issue/picker?${query}`, undefined, '');
  }
  const path = `${api}/jql/autocompletedata/suggestions`;
  const names = 'sprint project fixVersion component labels filter parent level'.split(' ');
  for (const name of names) {
    const prefix = random.pick(['', 'C', 'P']);
    await ask(`${path}?fieldName=${name}&fieldValue=${prefix}`, undefined, '');
  }
}

async function compareBoards({ site, projects, rules, random, ask }: Session): Promise<void> {
  const agile = '/rest/agile/1.0';
  const boards = site.boards.filter(({ id, project }) => rules.board(id) && projects.has(project));
  expect(idsOf((await ask(`${agile}/board`)).json.values), 'boards').toEqual(idsOf(boards));
  const board = random.pick(site.boards);
  const status = boards.includes(board) ? 200 : 404;
  for (const part of [
    '',
    '/configuration',
    '/sprint',
    '/issue',
    '/version',
    '/project',
    '/quickfilter',
  ]) {
    const path = `${agile}/board/${board.id}${part}`;
    expect((await ask(path)).status, path).toBe(status);
  }
  for (const { id } of site.sprints) {
    const path = `${agile}/sprint/${id}`;
    expect((await ask(path)).status, path).toBe(rules.sprint(id) ? 200 : 404);
  }
  await ask(`${agile}/sprint/${random.pick(site.sprints).id}/issue`);
}

async function comparePlaces({
  site,
  projects,
  rules,
  random,
  isCloud,
  api,
  ask,
}: Session): Promise<void> {
  const seen = site.projects.filter(each => projects.has(each.id) && rules.project(each));
  const listed = await ask(isCloud ? `${api}/project/search` : `${api}/project`);
  expect(idsOf(isCloud ? listed.json.values : listed.list), 'projects').toEqual(idsOf(seen));
  const project = random.pick(site.projects);
  for (const part of ['', '/versions', '/components', '/statuses']) {
    const path = `${api}/project/${project.id}${part}`;
    expect((await ask(path)).status, path).toBe(seen.includes(project) ? 200 : 404);
  }
  const { id } = random.pick(site.filters);
  // Jira's status for what is not there.
  expect((await ask(`${api}/filter/${id}`)).status, `filter ${id}`).toBe(
    rules.filter(id) ? 200 : 400,
  );
  if (isCloud) await ask(`${api}/filter/search?expand=jql,owner,sharePermissions`);
  for (const name of ['field', 'status', 'filter/favourite']) await ask(`${api}/${name}`);
}

const REPORTS = ['overview', 'issues-by', 'age', 'created-resolved'];

/** Columns and reports. */
async function compareFigures({ store, view, rules, ask, check }: Session): Promise<void> {
  const { parts, customFields, history, worklogs } = requireAll(
    await asServer(store, loadMetadata),
  );
  const requirement = { parts, customFields, history, worklogs };
  expect((await ask(COLUMNS_PATH, { jql: ALL, requirement })).status).toBe(200);
  const caller: Caller = {
    userId: rules.reader,
    user: null,
    account: null,
    zone: 'UTC',
    role: 'reader',
    groups: [],
    roles: [],
  };
  const source = await openStoreSource({
    store,
    now: () => NOW,
    view: (_, request) => view(caller, request),
  });
  for (const id of REPORTS) {
    const report = await findReport(id);
    if (!report) throw new Error(`There is no report '${id}'.`);
    const settings = { stored: {}, problems: [] };
    const question = { report, scope: { jql: ALL }, settings, asOf: null, timeZone: 'UTC' };
    const answer = await answerQuestion(async () => source, question, { now: NOW });
    check(JSON.stringify(fullJson(answer)), id);
    expect(answer.issues.map(issue => issue.id).sort(), id).toEqual(idsOf(rules.issues));
  }
}
