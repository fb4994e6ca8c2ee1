import { countOf } from '@tallyboard/core/measure/figures.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { HttpReply } from '@tallyboard/jira/http.ts';
import { failure, reply } from '@tallyboard/jira/testing/fake-jira.ts';
import { expect, test } from 'vitest';
import { jiraListOf, jiraSentence } from './jira-report.ts';

const dataset = datasetFromText(`
  A-1
  A-2
  A-3
`);
const ours = { figure: countOf(Uint32Array.of(0, 1)), dataset };
const keys = (...all: string[]) => all.map(key => ({ key }));
/** A-5 came after the start, A-6 was done in another sprint. */
const CONTENTS = {
  completedIssues: keys('A-2', 'A-5'),
  issuesNotCompletedInCurrentSprint: keys('A-3'),
  puntedIssues: keys('A-1'),
  issuesCompletedInAnotherSprint: keys('A-6'),
  issueKeysAddedDuringSprint: { 'A-5': true },
};

function ask(key: string, board: unknown, answer: HttpReply) {
  const asked: string[] = [];
  const client = createJiraClient({
    flavour: 'data-center',
    request: async ({ path, query }) => {
      asked.push(`${path} ${JSON.stringify(query)}`);
      return answer;
    },
  });
  return jiraListOf(client, key, board, ours).then(list => ({ list, asked }));
}

test.each([
  ['completed', ['A-2', 'A-5'], ['A-5'], ['A-1']],
  ['carriedOver', ['A-3'], ['A-3'], ['A-1', 'A-2']],
  ['removed', ['A-1'], [], ['A-2']],
  ['added', ['A-5'], ['A-5'], ['A-1', 'A-2']],
  ['committed', ['A-2', 'A-6', 'A-3', 'A-1'], ['A-6', 'A-3'], []],
])('of a sprint: %s', async (name, issues, onlyJira, onlyOurs) => {
  const { list, asked } = await ask(`sprint:14/${name}`, 84, reply(200, { contents: CONTENTS }));
  expect(list).toMatchObject({ issues, onlyJira, onlyOurs });
  expect(asked).toEqual([
    '/rest/greenhopper/1.0/rapid/charts/sprintreport {"rapidViewId":84,"sprintId":14}',
  ]);
});

test('the sentence names what differs', async () => {
  const contents = reply(200, { contents: CONTENTS });
  const { list } = await ask('sprint:14/completed', 84, contents);
  expect(list && jiraSentence(list)).toBe(
    " Jira's Sprint Report has 2 under 'Completed issues': with A-5, which is not here, and without A-1, which is here.",
  );
});

test('older sites have another name, a site that refuses has no list, and other figures ask for nothing', async () => {
  const { completedIssues, ...others } = CONTENTS;
  const older = {
    ...others,
    issuesNotCompletedInCurrentSprint: null,
    incompletedIssues: keys('A-1', 'A-2'),
  };
  const same = await ask('sprint:14/carriedOver', 84, reply(200, { contents: older }));
  expect(same.list && jiraSentence(same.list)).toMatch(/, the same as here\.$/);
  expect((await ask('sprint:14/completed', 84, failure(404, 'No.'))).list).toBeNull();
  expect((await ask('sprint:14/completed', 84, reply(200, '<html>'))).list).toBeNull();
  for (const [key, board] of [
    ['completed', 84],
    ['sprint:14/sayDo', 84],
    ['sprint:14/completed', null],
  ] as const)
    expect(await ask(key, board, reply(200, {}))).toEqual({ list: null, asked: [] });
});
