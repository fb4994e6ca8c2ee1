import { type FakeIssue, reply } from '@tallyboard/engine/testing/fake-jira.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openApp } from '../../testing/open-app.tsx';
import { storeStartReport } from './start-report.ts';

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana', points: 5 },
  { id: '2', key: 'AT-2', status: 'To Do', assignee: 'Bo' },
];

const rights = { owner: 'Ana', mine: true, editable: true, manageable: true, shares: [] };
const view = {
  report: 'overview',
  tab: 'custom',
  selector: -3,
  preset: 'custom',
  jql: 'project = AT',
  settings: { showStatusBars: false },
};
const report = { id: 'weekly01', name: 'Weekly', description: '', view, version: 3, ...rights };

function open(address: string, saved: object = report) {
  const app = openApp(address, STORY, { standalone: true });
  app.jira.answer = ({ path }) => {
    if (path === '/replica/saved-reports/weekly01') return reply(saved);
    if (path === '/replica/saved-reports') return reply({ reports: [saved] });
    return path.startsWith('/replica/') ? { status: 404, headers: {}, body: '{}' } : null;
  };
  return app;
}

const bars = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Show status bars' });
const query = () => new URLSearchParams(location.search);

test('a link has the id alone, then all that is shown once that differs, and Reset goes back', async () => {
  const { user } = open('/reports?saved=weekly01');
  expect((await bars()).checked).toBe(false);
  await screen.findByText('Weekly');
  expect(screen.queryByText('Changed')).toBeNull();
  await user.click(await bars());
  await screen.findByText('Changed');
  expect(Object.fromEntries(query())).toMatchObject({
    saved: 'weekly01',
    tab: 'custom',
    jql: 'project = AT',
  });
  expect(query().has('s.showStatusBars')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(location.search).toBe('?saved=weekly01'));
  await waitFor(async () => expect((await bars()).checked).toBe(false));
});

test('without the right to change it there is Save as, and no Save', async () => {
  const shared = { ...report, id: 'weekly02', mine: false, editable: false, manageable: false };
  const app = open('/reports?saved=weekly02&tab=custom&preset=custom&jql=');
  app.jira.answer = ({ path }) => (path.startsWith('/replica/saved') ? reply(shared) : null);
  await screen.findByText('Changed');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save as' })).toBeTruthy();
});

test('what is typed into the menu searches it, whatever the names begin with', async () => {
  const { user } = open('/reports?tab=custom&preset=custom&jql=');
  await user.click(await screen.findByRole('button', { name: 'Saved' }));
  await screen.findByRole('link', { name: 'Weekly' });
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search saved reports' });
  await user.type(search, 'wex');
  expect(search.value).toBe('wex');
  await screen.findByText('No saved report has this name.');
});

test('the field of the menu finds reports by name and group, and Enter opens the first', async () => {
  const { user } = open('/reports?tab=custom&preset=custom&jql=');
  const field = await screen.findByRole('searchbox', { name: 'Search reports' });
  await user.type(field, 'flow through');
  const menu = screen.getByRole('navigation', { name: 'Reports' });
  expect(
    within(menu)
      .getAllByRole('link')
      .map(link => link.textContent),
  ).toEqual(['Throughput']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(query().get('report')).toBe('-21'));
});

test('each saved report is once in the menu, the favorites first', async () => {
  const { user } = open('/reports?tab=custom&preset=custom&jql=', { ...report, favourite: true });
  await user.click(await screen.findByRole('button', { name: 'Saved' }));
  const group = await screen.findByRole('region', { name: 'Favorites' });
  within(group).getByRole('link', { name: 'Weekly' });
  expect(screen.queryByRole('region', { name: 'Mine' })).toBeNull();
});

test('a report that is gone, or is not shared, says so', async () => {
  const { user } = open('/reports?saved=gone0000');
  await screen.findByText('This saved report does not exist');
  await user.click(screen.getByRole('button', { name: 'Show all reports' }));
  await screen.findByRole('region', { name: 'Report scope' });
});

test('the start page opens where the address names nothing else', async () => {
  storeStartReport('weekly01');
  open('/reports');
  await waitFor(() => expect(location.search).toBe('?saved=weekly01'));
  await screen.findByText('Start page');
});

test('the page of a project opens what its administrators chose', async () => {
  const { jira, user } = open('/reports?projectKey=AT');
  const answer = jira.answer;
  const puts: unknown[] = [];
  jira.answer = request => {
    if (request.path !== '/replica/projects/AT/start-report') return answer?.(request) ?? null;
    if (request.method === 'PUT') puts.push(request.body);
    return reply({ report: puts.length > 0 ? null : 'weekly01', editable: true });
  };
  await waitFor(() => expect(query().get('saved')).toBe('weekly01'));
  await screen.findByText('Start page of AT');
  await user.click(screen.getByRole('button', { name: 'Actions of Weekly' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove as start page of AT' }));
  await waitFor(() => expect(puts).toEqual([{ report: null }]));
  await waitFor(() => expect(screen.queryByText('Start page of AT')).toBeNull());
});

test('a link to another report is not replaced by the start page', async () => {
  storeStartReport('weekly01');
  open('/reports?tab=custom&preset=custom&jql=');
  expect((await bars()).checked).toBe(true);
  expect(query().has('saved')).toBe(false);
});

test('a report whose board was deleted opens, names the board, and counts nothing', async () => {
  const settings = { boardId: 77 };
  const ofBoard = { ...view, report: 'burn', selector: -4, jql: '', settings };
  const app = open('/reports?saved=weekly03');
  app.jira.answer = ({ path }) => {
    if (path.startsWith('/replica/saved'))
      return reply({ ...report, id: 'weekly03', view: ofBoard });
    return path.includes('/board/77') ? { status: 404, headers: {}, body: '{}' } : null;
  };
  const line = await screen.findByRole('region', { name: 'Report scope' });
  await within(line).findByText('Board 77');
  await screen.findByText('Issues could not be loaded');
});

test('a report that was deleted elsewhere keeps what was changed, and can be saved as a new one', async () => {
  const { jira, user } = open('/reports?saved=weekly01');
  await screen.findByText('Weekly');
  await user.click(await bars());
  const gone = 'This saved report does not exist, or it is not shared with you.';
  jira.answer = ({ method, path }) => {
    const isOpen = path.startsWith('/replica/saved-reports/weekly01');
    if (isOpen)
      return { status: 404, headers: {}, body: JSON.stringify({ errorMessages: [gone] }) };
    return method === 'PUT' ? { status: 503, headers: {}, body: '' } : null;
  };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Save as new' }));
  expect((await bars()).checked).toBe(true);
  // A failed save keeps the name and says why.
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await user.type(name, ' of the team');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await screen.findByText(/Tallyboard answered with an error \(503\)/);
  expect((name as HTMLInputElement).value).toMatch(/ of the team$/);
});

test('a report that was deleted elsewhere keeps the dialog about it, with the name that was typed', async () => {
  const { jira, user } = open('/reports?saved=weekly01');
  await user.click(await screen.findByRole('button', { name: 'Actions of Weekly' }));
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  await user.type(name, ' of the team');
  const gone = 'This saved report does not exist, or it is not shared with you.';
  jira.answer = ({ path }) =>
    path.startsWith('/replica/saved-reports/weekly01')
      ? { status: 404, headers: {}, body: JSON.stringify({ errorMessages: [gone] }) }
      : null;
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(gone);
  expect(name.isConnected && name.value).toBe('Weekly of the team');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await screen.findByRole('button', { name: 'Save as new' });
});
