import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { createFakeClock } from '@tallyboard/jira/testing/fake-clock.ts';
import {
  cloudHandlers,
  createFakeHost,
  dataCenterHandlers,
  type FakeIssue,
  type FakeSite,
  fakeIssue,
  type Handler,
} from '@tallyboard/jira/testing/fake-jira.ts';
import { json } from '../json/json-source.ts';
import { loadMetadata, type Metadata } from '../load/metadata.ts';
import { COLUMNS_PATH } from '../stream/fetch-columns.ts';
import { requireAll } from '../stream/select-columns.ts';
import { answerColumns } from './fake-columns.ts';
import { plainDataset } from './plain-dataset.ts';

export const START = Date.parse('2026-03-20T12:00:00Z');
export const MINUTE = 60_000;
const SPRINT = {
  id: 'customfield_7',
  name: 'Sprint',
  schema: { type: 'array', custom: 'com.pyxis.greenhopper.jira:gh-sprint' },
};

/** A site whose issues change, and its clock. */
export function createChangingSite(flavour: Flavour, first: readonly FakeIssue[]) {
  const issues = new Map(first.map(issue => [issue.id, issue]));
  const clock = createFakeClock(START);
  const faults: Handler[] = [];
  const worklogChanges: Required<FakeSite>['worklogChanges'] = { updated: [], deleted: [] };
  const handlers: Handler = (request, count) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const minutes = /updated >= -(\d+)m/.exec(String(body.jql))?.[1];
    const since = minutes === undefined ? 0 : clock.now() - Number(minutes) * MINUTE;
    const all = [...issues.values()].filter(
      ({ fields }) => Date.parse(String(fields.updated)) >= since,
    );
    const isSearch = request.path.endsWith('search/jql');
    const [, first = 0, last = Infinity] =
      /id (\d+)-(\d+)/.exec(String(body.jql ?? request.query?.jql)) ?? [];
    const found = all.filter(({ id }) => Number(id) >= Number(first) && Number(id) <= Number(last));
    const isAnyId = !isSearch && !/\/search$/.test(request.path);
    const whole = isAnyId || request.path.endsWith('worklog/list');
    const site = { issues: whole ? [...issues.values()] : found, fields: [SPRINT], worklogChanges };
    const answers = flavour === 'cloud' ? cloudHandlers(site) : dataCenterHandlers(site);
    for (const answer of [...faults, ...answers]) {
      const given = answer(request, count);
      if (given) return given;
    }
    return undefined;
  };
  const host = createFakeHost([handlers], { clock, latency: 100 });
  const client = createJiraClient({ flavour, request, clock, random: () => 0.5 });
  let metadata: Promise<Metadata> | undefined;
  const site = {
    client,
    metadata: () => (metadata ??= loadMetadata(client)),
    now: clock.now,
  };
  let version = 0;

  /** Its columns are those of its JSON: as a server does, none where issues are not complete. */
  async function request(asked: HttpRequest, signal?: AbortSignal) {
    const reply = await host.request(asked, signal);
    if (asked.path !== COLUMNS_PATH || reply.status !== 404) return reply;
    const known = await site.metadata();
    const { jql } = asked.body as { jql: string };
    const all = requireAll(known);
    const { issues, coverage } = await json({ client }).open(jql, all, { signal });
    if (!coverage.complete) return { ...reply, status: 204 };
    return answerColumns(asked, { metadata: known, issues, version: String(version) }) ?? reply;
  }

  return {
    issues,
    clock,
    faults,
    worklogChanges,
    host,
    client,
    site,
    /** As JSON, without what is kept. */
    plain: (requirement: Partial<Requirement> = {}, jql = 'project = OPS') =>
      json({ client }).open(jql, { ...NO_REQUIREMENT, ...requirement }),
    /** The paths asked for while something runs. */
    async asked(run: () => Promise<unknown>) {
      const before = host.requests.length;
      await run();
      return host.requests.slice(before).map(({ path }) => path.split('/').slice(-2).join('/'));
    },
    change(id: string, fields: Record<string, unknown>, more: Partial<FakeIssue> = {}) {
      const issue = issues.get(id) ?? fakeIssue(Number(id) - 10_000);
      const updated = new Date(clock.now()).toISOString();
      issues.set(id, { ...issue, ...more, id, fields: { ...issue.fields, ...fields, updated } });
      version += 1;
    },
    remove(id: string) {
      issues.delete(id);
      version += 1;
    },
  };
}

const SITE = ['2/field', '2/status', '2/configuration', '2/myself'];
export const withoutSite = (paths: readonly string[]) => paths.filter(path => !SITE.includes(path));

/** What two loads must have in common: everything but when they took place. */
export const told = (dataset: Dataset) => {
  const { fetchedAt: _, namesAt: __, revision: ___, ...rest } = plainDataset(dataset);
  return rest;
};

export const history = (number: number, at: string, field = 'status') => ({
  id: String(number),
  created: at,
  items: [{ field, fieldId: field, from: '1', fromString: 'To Do', to: '3', toString: 'Done' }],
});

export const worklog = (number: number) => ({
  id: String(number),
  started: '2026-03-03T09:00:00.000+0100',
  timeSpentSeconds: 60 * number,
  author: { accountId: 'ana', displayName: 'Ana', self: 'https://here' },
});
