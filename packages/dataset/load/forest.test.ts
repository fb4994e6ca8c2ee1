import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { createFakeClock } from '@tallyboard/jira/testing/fake-clock.ts';
import {
  cloudHandlers,
  createFakeHost,
  type FakeIssue,
  fakeIssue,
  type Handler,
  on,
  reply,
} from '@tallyboard/jira/testing/fake-jira.ts';
import { describe, expect, it } from 'vitest';
import { json } from '../json/json-source.ts';

const AS_OF = Date.parse('2026-03-20T12:00:00Z');
const TYPES = ['Story', 'Epic', 'Initiative'];

/** An issue of a level below another. */
function issueOf(number: number, level: number, above: FakeIssue | null = null): FakeIssue {
  const issuetype = { id: `${level}`, name: TYPES[level], subtask: false, hierarchyLevel: level };
  const parent = above && { id: above.id, key: above.key, fields: { summary: 'Of the child' } };
  return fakeIssue(number, { issuetype, ...(parent && { parent }) });
}

/** @param own how many issues the query finds. */
function setUp(issues: readonly FakeIssue[], own: number, hidden: readonly FakeIssue[] = []) {
  const keys = new Map(issues.map(({ key, id }) => [key, id]));
  const query: Handler = on('POST', '/rest/api/3/search/jql', () =>
    reply(200, { issues: issues.slice(0, own).map(({ id }) => ({ id })), isLast: true }),
  );
  const site = { issues, hidden: hidden.map(({ id }) => id) };
  const [bulk] = cloudHandlers(site).filter(handler =>
    handler(
      {
        method: 'POST',
        path: '/rest/api/3/issue/bulkfetch',
        body: { issueIdsOrKeys: [], fields: [] },
      },
      0,
    ),
  );
  const byKey: Handler = (request, count) => {
    if (!request.path.endsWith('bulkfetch') || request.path.includes('changelog')) return undefined;
    const body = request.body as { issueIdsOrKeys: readonly string[] };
    const ids = body.issueIdsOrKeys.map(name => keys.get(name) ?? name);
    return bulk?.({ ...request, body: { ...body, issueIdsOrKeys: ids } }, count);
  };
  const clock = createFakeClock();
  const host = createFakeHost([query, byKey, ...cloudHandlers(site)], { clock, latency: 100 });
  const client = createJiraClient({
    flavour: 'cloud',
    request: host.request,
    clock,
    random: () => 0.5,
  });
  const load = (requirement: Partial<Requirement> = {}) =>
    json({ client, now: () => AS_OF }).open('project = OPS', {
      ...NO_REQUIREMENT,
      parts: ['parent'],
      forest: { above: 'all', below: null, lowest: 0 },
      ...requirement,
    });
  return { host, load };
}

describe('parents of issues', () => {
  const initiative = issueOf(3, 2);
  const epic = issueOf(2, 1, initiative);
  const story = issueOf(1, 0, epic);

  it('are beside the issues of the query, which alone count', async () => {
    const { load } = setUp([story, epic, initiative], 1);
    const { issues, above, beside, coverage } = await load();
    expect(issues.map(({ key }) => key)).toEqual(['OPS-1']);
    expect(above?.map(({ key, type }) => `${key} ${type.name}`)).toEqual([
      'OPS-2 Epic',
      'OPS-3 Initiative',
    ]);
    expect(beside).toBeUndefined();
    expect(coverage.issues).toEqual({ fetched: 1, total: 1 });
  });

  it('are not read where no report needs them', async () => {
    const { load, host } = setUp([story, epic, initiative], 1);
    const { above } = await load({ forest: undefined });
    expect(above).toBeUndefined();
    expect(host.requests.filter(({ path }) => path.endsWith('issue/bulkfetch'))).toHaveLength(1);
  });

  it('that the reader may not see do not come', async () => {
    const { load } = setUp([story, epic, initiative], 1, [epic]);
    expect((await load()).above).toEqual([]);
  });

  it('of a past day come too, and are those of then', async () => {
    const then = issueOf(4, 1);
    const items = [
      {
        field: 'IssueParentAssociation',
        fieldtype: 'jira',
        from: then.id,
        fromString: then.key,
        to: epic.id,
        toString: epic.key,
      },
    ];
    const history = { id: '1', created: '2026-03-10T09:00:00.000+0100', items };
    const { load } = setUp([{ ...story, histories: [history] }, epic, initiative, then], 1);
    const dataset = await load({ history: ['parent'] });
    expect(dataset.above?.map(({ key }) => key).toSorted()).toEqual(['OPS-2', 'OPS-3', 'OPS-4']);
    const past = datasetAt(dataset, Date.parse('2026-03-08T12:00:00Z'), []);
    expect(past.issues[0]?.parent?.key).toBe('OPS-4');
    expect(past.above?.map(({ key }) => key).toSorted()).toEqual(['OPS-2', 'OPS-3', 'OPS-4']);
  });
});
