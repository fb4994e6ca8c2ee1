import { type FakeIssue, reply } from '@tallyboard/engine/testing/fake-jira.ts';
import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openApp } from '../testing/open-app.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/**
 * AT-1  5pt  Ana   done
 * AT-2  3pt  Ana   in progress
 * AT-3       Bo    to do
 */
const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana', points: 5 },
  { id: '2', key: 'AT-2', status: 'In Progress', assignee: 'Ana', points: 3 },
  { id: '3', key: 'AT-3', status: 'To Do', assignee: 'Bo' },
];

const CUSTOM = '/reports?projectKey=AT&tab=custom';
const query = () => new URLSearchParams(location.search);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Customize JQL' });

async function openFilter(address = CUSTOM, known = {}) {
  const opened = openApp(address, STORY, known);
  await opened.user.click(await screen.findByRole('button', { name: 'Filter' }));
  await screen.findByRole('textbox', { name: 'Customize JQL' });
  return opened;
}

const lists: Readonly<Record<string, unknown>> = {
  '/rest/api/3/project/search': {
    values: [{ id: '100', key: 'AT', name: 'Atlas' }],
    startAt: 0,
    maxResults: 50,
    total: 1,
    isLast: true,
  },
  '/rest/api/2/project/AT/version': {
    values: [{ id: '7', name: '1.0 beta', released: false }],
    startAt: 0,
    maxResults: 50,
    total: 1,
    isLast: true,
  },
};
const answerLists = ({ path }: HttpRequest): HttpReply | null =>
  lists[path] ? reply(lists[path]) : null;

async function choose(
  user: Awaited<ReturnType<typeof openFilter>>['user'],
  list: string,
  text: string,
) {
  const box = await screen.findByRole('combobox', { name: list });
  await waitFor(() => expect((box as HTMLInputElement).disabled).toBe(false));
  await user.click(box);
  await user.click(await screen.findByRole('option', { name: new RegExp(text) }));
}

test('a preset keeps its placeholders until project and version are chosen', async () => {
  const { jira, user } = await openFilter();
  jira.answer = answerLists;
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'JQL preset' }),
    'Issues in a certain version, in a certain project',
  );
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText(
    /replace values \{replace with project key\} and \{replace with version\} with correct ones\./,
  );
  await choose(user, 'Project', 'Atlas');
  await waitFor(() =>
    expect(field().value).toMatch(/^project = "AT" AND fixVersion in \(\{replace/),
  );
  await choose(user, 'Version', '1.0 beta');
  await waitFor(() => expect(field().value).toBe('project = "AT" AND fixVersion in ("1.0 beta")'));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(query().get('jql')).toBe(field().value));
  expect(query().get('preset')).toBe('version-project');
  expect(query().get('c.version')).toBe('1.0 beta');
});

test('a chosen board inserts its filter and names it', async () => {
  const { user } = await openFilter();
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'JQL preset' }),
    'Issues in active sprints, in a certain board',
  );
  await choose(user, 'Board', 'Atlas board');
  await waitFor(() => expect(field().value).toBe('sprint in openSprints() AND filter = 70'));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText('Atlas board - active sprints');
});

test('text typed while an earlier query is checked stays, and the earlier query is applied', async () => {
  const { jira, user } = await openFilter();
  let answer: (reply: HttpReply) => void = () => {};
  jira.answer = ({ path }) =>
    path.endsWith('/jql/parse') ? new Promise(resolve => (answer = resolve)) : null;
  await user.clear(field());
  await user.type(field(), 'project = AT{Enter}');
  await user.type(field(), ' AND x = 1');
  answer(reply({ queries: [{ query: 'x', errors: [] }] }));
  await waitFor(() => expect(query().get('jql')).toBe('project = AT'));
  expect(field().value).toBe('project = AT AND x = 1');
});

test('Back restores the previous filter in the box', async () => {
  const { user } = await openFilter();
  await user.clear(field());
  await user.type(field(), 'project = AT{Enter}');
  await waitFor(() => expect(query().get('jql')).toBe('project = AT'));
  history.back();
  await waitFor(() => expect(field().value).toBe('assignee = currentUser()'));
});

test.each([
  [{}, 'Edit Jira JQL filters', '/jira/filters'],
  [
    { flavour: 'data-center' as const },
    'Edit Favorite Jira JQL filters',
    '/secure/ManageFilters.jspa?filterView=favourites',
  ],
])('the link to edit filters %j', async (known, name, href) => {
  const address = 'flavour' in known ? `${CUSTOM}&server=1` : CUSTOM;
  const { jira, user } = openApp(address, STORY, known);
  jira.answer = ({ path }) => (path === '/rest/api/2/search' ? reply(DATA_CENTER_PAGE) : null);
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const link = await screen.findByRole('link', { name: new RegExp(`^${name}`) });
  expect(link.getAttribute('href')).toBe(href);
});

const DATA_CENTER_PAGE = { startAt: 0, maxResults: 1000, total: 0, issues: [] };

test('settings are in the address alone: a link without them means defaults', async () => {
  const { user } = openApp(`${CUSTOM}&preset=custom&jql=`, STORY);
  await user.click(await screen.findByRole('switch', { name: 'Show status bars' }));
  await waitFor(() => expect(query().get('s.showStatusBars')).toBe('false'));
  const link = location.search;
  cleanup();
  openApp(CUSTOM, STORY);
  const bars = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Show status bars' });
  expect((await bars()).checked).toBe(true);
  expect([...query().keys()].filter(name => name.startsWith('s'))).toEqual([]);
  cleanup();
  const other = openApp(`/reports${link}`, STORY);
  expect((await bars()).checked).toBe(false);
  await other.user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(async () => expect((await bars()).checked).toBe(true));
  expect(query().has('s.showStatusBars')).toBe(false);
});

test('what earlier versions kept in the browser chooses nothing', async () => {
  const address = new URL(location.href).origin;
  for (const selector of [-3, -4, -5])
    localStorage.setItem(
      `tallyboard.report.${address}.u-ana.${selector}`,
      JSON.stringify({ boardId: 8, sprintId: 3, showStatusBars: false }),
    );
  openApp(CUSTOM, STORY);
  const bars = await screen.findByRole<HTMLInputElement>('switch', { name: 'Show status bars' });
  expect(bars.checked).toBe(true);
});

test('flow and agile reports open on a board of the project, also of kanban', async () => {
  const board = (id: number, name: string, type: string, projectKey: string) => {
    return { id, name, type, location: { projectKey, projectName: projectKey } };
  };
  const values = [board(7, 'Other board', 'scrum', 'OT'), board(8, 'Support', 'kanban', 'AT')];
  const boards = { values, startAt: 0, maxResults: 50, total: 2, isLast: true };
  const scopes: Readonly<Record<string, string>> = { '-22': 'Support', '-4': 'Support' };
  for (const [report, name] of Object.entries(scopes)) {
    const { jira } = openApp(`${CUSTOM}&report=${report}`, STORY);
    jira.answer = ({ path }) => (path === '/rest/agile/1.0/board' ? reply(boards) : null);
    const line = await screen.findByRole('region', { name: 'Report scope' });
    await within(line).findByText(name);
    cleanup();
  }
});

test('a board without issues can be exchanged for another', async () => {
  const values = [{ id: 7, name: 'Empty board', type: 'scrum', location: { projectKey: 'AT' } }];
  const boards = { values, startAt: 0, maxResults: 50, total: 1, isLast: true };
  const { jira, user } = openApp(`${CUSTOM}&report=-22`, []);
  jira.answer = ({ path }) => (path === '/rest/agile/1.0/board' ? reply(boards) : null);
  await screen.findByText('No data.');
  const board = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Board' });
  expect(board.selectedOptions[0]?.text).toBe('Empty board');
  await user.selectOptions(board, 'No board');
  const line = await screen.findByRole('region', { name: 'Report scope' });
  await within(line).findByText('Assigned to me');
  expect(query().get('s.boardId')).toBe('0');
});

test('the menu of admins has a link to the fields of Issues By', async () => {
  const { user } = openApp(`${CUSTOM}&adminMode=true`, STORY);
  const rail = await screen.findByRole('navigation', { name: 'Reports' });
  await user.click(within(rail).getByRole('link', { name: 'Add/Remove Fields' }));
  await waitFor(() => expect(query().get('tab')).toBe('settings'));
  cleanup();
  openApp(CUSTOM, STORY);
  const other = await screen.findByRole('navigation', { name: 'Reports' });
  expect(within(other).queryByRole('link', { name: 'Add/Remove Fields' })).toBeNull();
});

test('the scope line of a timesheet counts issues with work; only reports with a done rule show it', async () => {
  openApp(`${CUSTOM}&preset=custom&jql=project+%3D+AT&report=-7`, STORY);
  const line = await screen.findByRole('region', { name: 'Report scope' });
  await within(line).findByText(/\d+ of \d+ issues with logged work/);
  expect(within(line).queryByText(/Done:/)).toBeNull();
});

test('What if shows old and new figures side by side and applies them', async () => {
  const { user } = openApp(`${CUSTOM}&preset=custom&jql=`, STORY);
  await screen.findByRole('switch', { name: 'Show status bars' });
  const [open] = screen.getAllByRole('button', { name: 'What if' });
  if (!open) throw new Error('There is no action What if.');
  await user.click(open);
  const panel = await screen.findByRole('dialog', { name: 'What if' });
  await user.selectOptions(
    within(panel).getByRole('combobox', { name: 'Points of sub-tasks' }),
    'Only sub-tasks count',
  );
  const row = await within(panel).findByRole('row', { name: /Story points resolved.*Value/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(-3)
      .map(cell => cell.textContent),
  ).toEqual(['5', expect.stringMatching(/^[0-]$/), '\u22125']);
  // Both sides open their issues, and closing leads back to the comparison.
  await user.click(within(row).getByRole('button', { name: /Value · Now, show issues$/ }));
  const drill = await screen.findByRole('dialog', { name: 'Story points resolved · Value · Now' });
  expect(await within(drill).findByRole('link', { name: 'AT-1' })).toBeTruthy();
  await user.click(within(drill).getByRole('button', { name: 'Close' }));
  const back = await screen.findByRole('dialog', { name: 'What if' });
  await user.click(within(back).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(query().get('s.pointsScope')).toBe('sub-tasks'));
  expect(query().has('panel')).toBe(false);
});

test('Back undoes a change of options', async () => {
  const { user } = openApp(`${CUSTOM}&preset=custom&jql=`, STORY);
  const bars = await screen.findByRole<HTMLInputElement>('switch', { name: 'Show status bars' });
  await user.click(bars);
  await waitFor(() => expect(query().get('s.showStatusBars')).toBe('false'));
  history.back();
  await waitFor(() => expect(query().has('s.showStatusBars')).toBe(false));
  await waitFor(() => expect(bars.checked).toBe(true));
});

const kanban = {
  values: [{ id: 8, name: 'OPS board', type: 'kanban', location: { projectKey: 'AT' } }],
  startAt: 0,
  maxResults: 50,
  total: 1,
  isLast: true,
};
const answerKanban = ({ path }: HttpRequest): HttpReply | null => {
  if (path === '/rest/agile/1.0/board') return reply(kanban);
  if (path === '/rest/agile/1.0/board/8') return reply(kanban.values[0]);
  return path === '/rest/agile/1.0/board/8/sprint'
    ? reply({ errorMessages: ['The board does not support sprints'] }, 400)
    : null;
};

test('a kanban board has no sprints to burn down: its filter burndown is one click away', async () => {
  const { jira, user } = openApp(`${CUSTOM}&report=-4`, STORY);
  jira.answer = answerKanban;
  await screen.findByText(/^OPS board has no sprints\./);
  screen.getByRole('combobox', { name: 'Board' });
  await user.click(screen.getByRole('button', { name: 'Filter burndown' }));
  await waitFor(() => expect(query().get('s.gadgetType')).toBe('2'));
  expect(query().get('s.boardId')).toBe('8');
  await screen.findByRole('heading', { level: 2, name: 'Filter burndown' });
});

test('velocity of a kanban board is by intervals of that board, which can be exchanged', async () => {
  const { jira } = openApp(`${CUSTOM}&report=-5`, STORY);
  jira.answer = answerKanban;
  const line = await screen.findByRole('region', { name: 'Report scope' });
  await within(line).findByText('OPS board');
  await screen.findByRole('combobox', { name: 'Interval' });
  const board = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Board' });
  expect(board.selectedOptions[0]?.text).toBe('OPS board');
});

test('a board of a link that the page does not list is named all the same', async () => {
  openApp(`${CUSTOM}&report=-22&s.boardId=77`, STORY);
  const line = await screen.findByRole('region', { name: 'Report scope' });
  await within(line).findByText('Board 77');
});

test("the user's timesheet is of the work that they logged", async () => {
  const { jira } = openApp('/reports?projectKey=AT&tab=user&view=timesheet', STORY);
  const asked: string[] = [];
  jira.answer = ({ path, body }) => {
    const { jql } = (body ?? {}) as { jql?: string };
    if (path.endsWith('/search/jql') && jql !== undefined) asked.push(jql);
    return path.endsWith('/approximate-count') ? reply({ count: 3 }) : null;
  };
  const line = await screen.findByRole('region', { name: 'Report scope' });
  await within(line).findByText('Work logged by Ana Roy');
  await waitFor(() =>
    expect(asked.at(-1)).toMatch(
      /^\(worklogAuthor = currentUser\(\) AND worklogDate >= "[-\d]+" AND worklogDate <= "[-\d]+"\) OR \(timespent > 0 AND worklogDate is EMPTY\) ORDER BY/,
    ),
  );
});
