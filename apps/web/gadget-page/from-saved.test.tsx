import { type FakeIssue, reply } from '@tallyboard/engine/testing/fake-jira.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openApp } from '../testing/open-app.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana', points: 5 },
  { id: '2', key: 'AT-2', status: 'To Do', assignee: 'Bo' },
];
const PROPERTY = '/rest/api/2/dashboard/9/items/90/properties/settings';
const saved = { id: 'weekly01', name: 'Weekly' };
const COPY = { jql: 'project = OLD', preset: { name: 'Custom JQL', jql: 'project = OLD' }, saved };
const view = { report: 'overview', tab: 'custom', preset: 'custom', jql: 'project = NEW' };

/** A gadget of a saved report, as the server has that report now; null for none. */
function open(report: object | null) {
  const address = '/status-dashboard?dashboard=9&dashboardItem=90';
  const app = openApp(address, STORY, { standalone: true, editable: true });
  const puts: unknown[] = [];
  app.jira.answer = ({ path, method, body }) => {
    if (path === PROPERTY && method === 'PUT') puts.push(body);
    if (path === PROPERTY) return reply({ key: 'settings', value: COPY });
    if (path === '/replica/saved-reports/weekly01')
      return report ? reply(report) : { status: 404, headers: {}, body: '{}' };
    return null;
  };
  return { ...app, puts };
}

const rights = { owner: 'Ana', mine: true, editable: true, manageable: true, shares: [] };
const report = { ...saved, description: '', version: 3, view, ...rights };

test('a gadget shows a saved report as it is now, and has its settings once it is detached', async () => {
  const { user, puts } = open(report);
  await screen.findByText(/project = NEW/);
  await user.click(screen.getByRole('button', { name: 'Configure' }));
  await screen.findByRole('heading', { name: 'From saved report: Weekly' });
  expect(screen.queryByRole('textbox', { name: 'Customize JQL' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Detach' }));
  await screen.findByRole('textbox', { name: 'Customize JQL' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(puts[0]).toMatchObject({ jql: 'project = NEW' });
  expect(puts[0]).not.toHaveProperty('saved');
});

test('a gadget whose saved report is gone names it and shows the copy of its settings', async () => {
  open(null);
  await screen.findByText('Saved report Weekly is gone');
  await screen.findByText(/project = OLD/);
});

test('the end of last sprint without a board says what is missing, and no figure', async () => {
  open({ ...report, view: { ...view, jql: '', asOf: 'last-sprint' } });
  await screen.findByText(/The end of last sprint needs a board/);
  expect(screen.queryByRole('button', { name: /show issues/ })).toBeNull();
});
