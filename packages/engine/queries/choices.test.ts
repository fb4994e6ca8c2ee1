import type { Metadata } from '@tallyboard/dataset/load/metadata.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { expect, test } from 'vitest';
import { fetchChoices } from './choices.ts';

const client = createJiraClient({
  flavour: 'data-center',
  addonKey: 'a',
  request: async ({ path }) => {
    const filters = ['70', '71', '72'].map((id, n) => ({
      id,
      name: n === 2 ? 'Bugs' : 'My team',
      jql: 'a = 1',
    }));
    const boards = {
      isLast: true,
      values: [
        { id: 1, name: 'Web', type: 'scrum' },
        { id: 2, name: 'Support', type: 'kanban' },
      ],
    };
    const body = path.endsWith('/board')
      ? boards
      : path.endsWith('/filter/favourite')
        ? filters
        : [];
    return { status: 200, headers: {}, body: JSON.stringify(body) };
  },
});

test('filters of one name are told apart by their ids', async () => {
  const options = await fetchChoices(client, {} as Metadata, { kind: 'filter', project: null });
  expect(options).toEqual([
    { value: '70', label: 'My team', detail: '70' },
    { value: '71', label: 'My team', detail: '71' },
    { value: '72', label: 'Bugs' },
  ]);
});

test('boards without sprints are marked', async () => {
  const options = await fetchChoices(client, {} as Metadata, { kind: 'board', project: null });
  expect(options).toEqual([
    { value: '1', label: 'Web' },
    { value: '2', label: 'Support', kanban: true },
  ]);
});
