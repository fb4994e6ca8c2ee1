import { expect, test } from 'vitest';
import { createJiraClient } from './client.ts';
import { walkBulkChangelogs } from './endpoints/changelog.ts';
import { fetchIssuesById } from './endpoints/search.ts';
import { halved } from './halved.ts';
import { createFakeHost, failure, reply } from './testing/fake-jira.ts';

const ids = Array.from({ length: 10 }, (_, at) => String(at));

/** A gateway that refuses bodies of more than three issues. */
const host = (answer: (ids: readonly string[]) => object) =>
  createFakeHost([
    ({ body }) => {
      const { issueIdsOrKeys } = body as { issueIdsOrKeys: string[] };
      return issueIdsOrKeys.length > 3
        ? failure(413, 'too large')
        : reply(200, answer(issueIdsOrKeys));
    },
  ]);

test('issues and histories come by smaller calls where a call is too large', async () => {
  const issues = host(asked => ({ issues: asked.map(id => ({ id })) }));
  const client = createJiraClient({ flavour: 'cloud', request: issues.request });
  const found = await fetchIssuesById(client, ids, { fields: ['key'] });
  expect(found.issues.map(each => Object(each).id)).toEqual(ids);

  const histories = host(asked => ({
    issueChangeLogs: asked.map(issueId => ({ issueId, changeHistories: [] })),
  }));
  const seen: string[] = [];
  const { cut } = await walkBulkChangelogs(
    createJiraClient({ flavour: 'cloud', request: histories.request }),
    { ids },
    page => void seen.push(...page.map(({ issueId }) => issueId)),
  );
  expect([seen.toSorted(), cut]).toEqual([ids, null]);
});

test('one issue that is too large, and other refusals, are errors', async () => {
  const refuse = (status: number) => () =>
    Promise.reject(Object.assign(new Error(String(status)), { status }));
  await expect(halved(['1'], refuse(413))).rejects.toThrow('413');
  let calls = 0;
  const counted = () => {
    calls += 1;
    return refuse(400)();
  };
  await expect(halved(ids, counted)).rejects.toThrow('400');
  expect(calls).toBe(1);
});
