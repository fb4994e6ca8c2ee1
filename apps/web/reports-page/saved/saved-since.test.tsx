import { type FakeIssue, reply } from '@tallyboard/engine/testing/fake-jira.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openApp } from '../../testing/open-app.tsx';

const KEY = 'tallyboard.visit';
const HOUR_MS = 3_600_000;

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** All are of the fake Jira's one day of work: created on 2 March, done on 4 March. */
const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana' },
  { id: '2', key: 'AT-2', status: 'Done', assignee: 'Ana' },
  { id: '3', key: 'AT-3', status: 'To Do', assignee: 'Bo' },
];

const view = { report: 'overview', tab: 'custom', selector: -3, preset: 'custom', jql: '' };
const rights = { owner: 'Ana', editable: true, manageable: true, shares: [] };
const saved = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  description: '',
  view,
  version: 1,
  mine: true,
  ...rights,
  ...more,
});

function open(reports: readonly object[]) {
  const app = openApp('/reports?tab=custom&preset=custom&jql=', STORY, { standalone: true });
  app.jira.answer = ({ path }) => {
    if (path === '/replica/saved-reports') return reply({ reports });
    return path.startsWith('/replica/') ? { status: 404, headers: {}, body: '{}' } : null;
  };
  return app;
}

const storeVisit = (visit: object) => localStorage.setItem(KEY, JSON.stringify(visit));
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '{}');
const button = () => screen.findByRole('button', { name: 'What changed' });

test('reports that the reader follows are compared with the last visit, on demand', async () => {
  const last = '2026-03-03T12:00:00.000Z';
  storeVisit({ previous: null, latest: last });
  const { jira, user } = open([
    saved('ownown01', 'My own'),
    saved('ofothers', 'Of others', { mine: false }),
    saved('chosen01', 'Of a chosen day', { view: { ...view, asOf: '2026-03-01' } }),
    saved('starred1', 'Starred', { mine: false, favourite: true }),
  ]);
  await user.click(await button());
  const drawer = await screen.findByRole('dialog', { name: 'Since you were here' });
  const links = within(drawer).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Starred', 'My own']);
  const [first] = within(drawer).getAllByRole('listitem');
  // 2 of 3 are resolved on 4 March, after the visit.
  await within(first!).findByText(/Resolved: 0% →/, undefined);
  expect(first?.textContent).toContain('67%');
  expect(first?.textContent).toMatch(
    /The number of these issues rose from 0 to 2 since 3 March 2026: AT-1, AT-2 were resolved on 4 March 2026/,
  );
  expect(jira.asked.filter(each => each === 'GET /replica/saved-reports')).toHaveLength(1);

  await user.click(within(drawer).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'What changed' })).toBeNull());
  expect(stored()).toMatchObject({ previous: null });
});

test('who follows nothing sees nothing, and the list is not read again', async () => {
  storeVisit({ previous: null, latest: new Date(Date.now() - 2 * HOUR_MS).toISOString() });
  open([saved('ofothers', 'Of others', { mine: false })]);
  await waitFor(() => expect(Date.parse(stored().latest)).toBeGreaterThan(Date.now() - HOUR_MS));
  expect(stored().previous).toBeNull();
  expect(screen.queryByRole('button', { name: 'What changed' })).toBeNull();
});
