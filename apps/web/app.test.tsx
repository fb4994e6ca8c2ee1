import { DAY } from '@tallyboard/core/time/units.ts';
import { createEngine } from '@tallyboard/engine/engine.ts';
import {
  createFakeJira,
  type FakeIssue,
  type FakeJira,
  reply,
} from '@tallyboard/engine/testing/fake-jira.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { App } from './app.tsx';

const AS_OF = Date.parse('2026-03-10T12:00:00Z');

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

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

function open(
  address: string,
  issues = STORY,
  known: Partial<Host['info']> = {},
  answer: FakeJira['answer'] = null,
) {
  history.replaceState(null, '', address);
  const jira = createFakeJira(issues);
  jira.answer = answer;
  const standalone = createStandaloneHost({ search: location.search, known });
  const host: Host = { ...standalone, request: jira.request };
  const engine = createEngine({ request: jira.request, now: () => AS_OF });
  render(<App host={host} engine={engine} />);
  return { jira, user: userEvent.setup() };
}

const scopeLine = () => screen.findByRole('region', { name: 'Report scope' });
/** jsdom leaves out the space between number and words. */
const RESOLVED = /^1 ?Resolved issues, show issues$/;
const query = () => new URLSearchParams(location.search);

test('the page opens on the board with its scope line and computes the overview', async () => {
  open('/reports?projectKey=AT');
  await screen.findByRole('heading', { level: 2, name: 'Overview' });
  const line = await scopeLine();
  await waitFor(() =>
    expect(line.textContent).toMatch(
      /Atlas board3 issuescomplete(\w+ \d+, )?12:00 RefreshAs of todayWeeks from Monday · (Days of \S+ · )?Done: resolution or status Done/,
    ),
  );
  const tabs = screen.getAllByRole('tab').map(tab => tab.textContent);
  expect(tabs).toEqual(['Atlas board', 'Ana Roy', 'Custom']);
  await screen.findByRole('button', { name: RESOLVED });
});

test('a figure opens its issues and changes the URL; a copied link and Back work', async () => {
  const { user } = open('/reports?projectKey=AT');
  await user.click(await screen.findByRole('button', { name: RESOLVED }));
  const drawer = await screen.findByRole('dialog', { name: 'Resolved issues' });
  const key = await within(drawer).findByRole('link', { name: /AT-1/ });
  expect(key.getAttribute('href')).toBe('/browse/AT-1');
  const all = within(drawer).getByRole('link', { name: 'Open in Jira' });
  expect(all.getAttribute('href')).toBe(`/issues/?jql=${encodeURIComponent('key in (AT-1)')}`);
  const link = location.pathname + location.search;
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(query().has('panel')).toBe(false);

  cleanup();
  open(link);
  await within(await screen.findByRole('dialog', { name: 'Resolved issues' })).findByText('AT-1');
});

test('a changed setting recomputes without a request and is in the URL', async () => {
  const { jira, user } = open('/reports?projectKey=AT');
  const bars = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Show status bars' });
  await screen.findByRole('switch', { name: 'Show status bars' });
  expect(bars().checked).toBe(true);
  const before = jira.asked.length;
  await user.click(bars());
  await waitFor(() => expect(bars().checked).toBe(false));
  expect(query().get('s.showStatusBars')).toBe('false');
  expect(jira.asked).toHaveLength(before);
});

test('How computed shows definitions, zone, query, time and coverage', async () => {
  const { user } = open('/reports?projectKey=AT');
  await screen.findByRole('button', { name: RESOLVED });
  const [how] = screen.getAllByRole('button', { name: 'How computed' });
  if (!how) throw new Error('There is no action How computed.');
  await user.click(how);
  const panel = await screen.findByRole('dialog', { name: 'How computed' });
  for (const text of ['project = AT', 'UTC', 'Story Points (customfield_10016)', 'complete']) {
    expect(panel.textContent).toContain(text);
  }
  expect(panel.textContent).toMatch(/Mar 10, 2026 12:00:00/);
});

test('the filter box keeps typed text, shows errors of the host, and applies with Enter', async () => {
  const { jira, user } = open('/reports?projectKey=AT&tab=custom');
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await screen.findByRole('textbox', { name: 'Customize JQL' });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Customize JQL' });
  await user.clear(field);
  await user.type(field, 'foo = 1');
  const words = "Field 'foo' does not exist or you do not have permission to view it.";
  jira.answer = ({ path }) =>
    path.endsWith('/jql/parse') ? reply({ queries: [{ query: 'x', errors: [words] }] }) : null;
  await user.keyboard('{Enter}');
  await screen.findByText(words);
  screen.getByText('foo', { selector: 'mark' });
  expect(field.value).toBe('foo = 1');
  expect(query().has('jql')).toBe(false);
  const asksBeforeReload = () =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asksBeforeReload()).toBe(true);

  jira.answer = null;
  await user.clear(field);
  await user.type(field, ' project = AT ');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(query().get('jql')).toBe('project = AT'));
  expect(query().get('preset')).toBe('custom');
  expect(asksBeforeReload()).toBe(false);
});

test('a link whose query Jira refuses opens the filter box with the wrong place marked', async () => {
  const words = "Field 'foo' does not exist.";
  const at = ' (line 1, character 18)';
  open(
    '/reports?projectKey=AT&tab=custom&preset=custom&jql=project%20%3D%20AT%20AND%20foo%20%3D%201',
    STORY,
    {},
    ({ path }) => {
      if (path.endsWith('/search/jql')) return reply({ errorMessages: [words] }, 400);
      if (!path.endsWith('/jql/parse')) return null;
      return reply({ queries: [{ query: 'x', errors: [words + at] }] });
    },
  );
  await screen.findByText('foo', { selector: 'mark' });
  const field = screen.getByRole('textbox', { name: 'Customize JQL' });
  const described = field.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe(`${words} (character 18)`);
});

test('a preset with a placeholder is refused until it is replaced', async () => {
  const { user } = open('/reports?projectKey=AT&tab=custom');
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await screen.findByRole('textbox', { name: 'Customize JQL' });
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'JQL preset' }),
    'Issues in active sprints, in a certain project',
  );
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText(/replace value \{replace with project key\} with correct one/);
});

test('loading can be cancelled, which shows no result, and started again', async () => {
  const { jira, user } = open('/reports?projectKey=AT&tab=user');
  jira.answer = ({ path }) => (path.endsWith('/search/jql') ? new Promise(() => {}) : null);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByText('No data.');
  jira.answer = null;
  await user.click(screen.getByRole('button', { name: 'Load again' }));
  await screen.findByRole('button', { name: RESOLVED });
});

test('an empty result shows advice', async () => {
  open('/reports?projectKey=AT', []);
  await screen.findByText('No data.');
  screen.getByText(/Widen the filter or choose another board/);
});

test('a failed load shows the message of the host and can be tried again', async () => {
  const { jira, user } = open('/reports?projectKey=AT');
  jira.answer = ({ path }) =>
    path.endsWith('/search/jql') ? reply({ errorMessages: ['The moon is full.'] }, 400) : null;
  expect((await screen.findByRole('alert')).textContent).toContain('The moon is full.');
  jira.answer = null;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('button', { name: RESOLVED });
});

test('without a license only a message is shown', async () => {
  const { jira } = open('/reports?projectKey=AT', STORY, { licensed: false });
  await screen.findByText('Your license has expired. Please renew the license.');
  await screen.findByRole('heading', { level: 1, name: 'Tallyboard' });
  expect(jira.asked).toEqual([]);
});

test.each([
  ['/reports?projectKey=NOPE&tab=custom', /^Project NOPE could not be loaded/],
  ['/reports?edition=lite&tab=custom&report=-4', /is not part of Tallyboard Lite/],
])('%s says what is missing', async (address, text) => {
  open(address);
  await screen.findByText(text);
  await waitFor(() => expect(document.title).toMatch(/^Overview - .+ - Tallyboard$/));
});

test('a start that fails can be tried again', async () => {
  history.replaceState(null, '', '/reports');
  const jira = createFakeJira(STORY);
  jira.answer = ({ path }) => (path.endsWith('/field') ? reply({}, 403) : null);
  const host: Host = { ...createStandaloneHost(), request: jira.request };
  const engine = createEngine({ request: jira.request, now: () => AS_OF });
  render(<App host={host} engine={engine} />);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The settings of this Jira could not be loaded',
  );
  jira.answer = null;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { level: 2, name: 'Overview' });
});

/** Lite with the end of its trial, which the app compares with the day of today. */
function openLite(trialEnd: string) {
  open('/reports?projectKey=AT&tab=custom&edition=lite', STORY, {}, ({ method, path }) =>
    method === 'GET' && path.endsWith('/ted') ? reply({ key: 'ted', value: trialEnd }) : null,
  );
}

test('Lite hides breakdowns and names the features of Standard', async () => {
  openLite('2026-01-31T00:00:00.000Z');
  await screen.findByText('Breakdowns are part of Standard');
  expect(screen.queryByRole('table', { name: 'By Assignee' })).toBeNull();
  screen.getByText(/You are using Tallyboard Lite, which shows the Overview/);
  expect(screen.queryByRole('link', { name: 'Burndown/Burnup' })).toBeNull();
});

test('Lite in its trial has all of Standard and a banner', async () => {
  openLite(new Date(Date.now() + 3.5 * DAY).toISOString());
  await screen.findByRole('table', { name: 'By Assignee' });
  screen.getByText('Breakdowns are part of Standard');
  expect(screen.getByRole('note').textContent).toContain('4 days left');
  expect(screen.getByRole('note').className).toContain('edition-note');
  screen.getByRole('link', { name: 'Burndown/Burnup' });
});

test.each([
  ['/docs?app=burn', 'Advanced Burndown gadget'],
  ['/docs', 'Tallyboard Reports'],
  ['/nowhere', 'Page not found'],
])('%s shows %s', async (address, heading) => {
  open(address);
  await screen.findByRole('heading', { level: 1, name: heading });
});

test('the status gadget is the same report, compact', async () => {
  localStorage.setItem('tallyboard.gadget.status', '{}');
  open('/status-dashboard?projectKey=AT');
  await screen.findByRole('button', { name: RESOLVED });
  screen.getByRole('heading', { level: 2, name: 'Overview' });
});
