import { type FakeIssue, reply } from '@tallyboard/engine/testing/fake-jira.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openApp } from '../../testing/open-app.tsx';

beforeEach(() => {
  id = `pinned${++last}`;
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana', points: 5 },
  { id: '2', key: 'AT-2', status: 'To Do', assignee: 'Bo' },
];

/** The page keeps reports that it has read: each test has its own. */
let id = '';
let last = 0;
const listOf = () => `/rest/tallyboard/1/saved-reports/${id}/pins`;
const view = { report: 'overview', tab: 'custom', selector: -3, preset: 'custom', jql: '' };
const rights = { owner: 'Ana', mine: true, editable: true, manageable: true, shares: [] };

const pinOf = (id: string, day: string, more: object = {}) => ({
  id,
  asOf: `${day}T10:00:00.000Z`,
  author: 'Bo',
  note: `Note of ${id}`,
  removable: true,
  shown: true,
  headline: [
    { key: 'measure:resolved/percent', label: 'Resolved', text: '40%' },
    { key: 'measure:points/percent', label: 'Story points', text: '90%' },
  ],
  figures: [{ key: 'measure:resolved/figure', value: 7 }],
  ...more,
});

const HIDDEN = {
  shown: false,
  why: 'pinned with other rights',
  headline: undefined,
  figures: undefined,
};
const comparison = (more: object = {}) => ({
  now: '2026-06-17T12:00:00Z',
  headline: [
    { key: 'measure:resolved/percent', replayed: '40%', now: '50%' },
    { key: 'measure:points/percent', replayed: '80%', now: '100%' },
  ],
  differs: null,
  doubts: [],
  ...more,
});

interface Server {
  pins: object[];
  compare?: () => ReturnType<typeof reply>;
  refuse?: string;
  editable?: boolean;
}

function open(server: Server, more = '') {
  const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const app = openApp(`/reports?saved=${id}${more}`, STORY, { standalone: true });
  app.jira.answer = ({ method, path, body }) => {
    if (path === `/replica/saved-reports/${id}` || path === '/replica/saved-reports') {
      const { editable = true } = server;
      const pins = { count: server.pins.length, latest: '2026-06-10T10:00:00.000Z' };
      const own = { ...rights, editable, manageable: editable };
      const report = {
        id,
        name: 'Weekly',
        description: '',
        view,
        version: 3,
        pins,
        ...own,
      };
      return reply(path.endsWith(id) ? report : { reports: [report] });
    }
    if (path.startsWith(listOf()) && method !== 'GET') {
      sent.push({ method, path, body });
      if (server.refuse !== undefined)
        return {
          status: 409,
          headers: {},
          body: JSON.stringify({ errorMessages: [server.refuse] }),
        };
      if (method === 'POST') server.pins = [...server.pins, pinOf('made', '2026-06-17')];
      else server.pins = server.pins.filter(pin => !path.endsWith((pin as { id: string }).id));
      return method === 'POST' ? reply(server.pins.at(-1)) : { status: 204, headers: {}, body: '' };
    }
    if (path === listOf()) return reply({ pins: server.pins });
    if (path.startsWith(`${listOf()}/`)) return server.compare?.() ?? reply(comparison());
    return path.startsWith('/replica/') ? { status: 404, headers: {}, body: '{}' } : null;
  };
  return { ...app, sent };
}

const rowOf = async (note: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(note)).closest('li');
  if (!row) throw new Error('The note is in no row.');
  return row;
};

test('pins are listed beside the figures of today, the newest first', async () => {
  const { user } = open({ pins: [pinOf('a', '2026-06-01'), pinOf('b', '2026-06-10')] });
  await user.click(await screen.findByRole('button', { name: '2 pins' }));
  const row = await rowOf('Note of b');
  await within(row).findByText('now 50%');
  expect(within(row).getByText('40%').tagName).toBe('STRONG');
  expect(row.textContent).toContain('Jun 10, 2026');
  expect(row.textContent).toContain('Bo');
  expect(row.textContent).not.toContain('recomputed');
  const rows = within(screen.getByRole('region', { name: 'Pins' })).getAllByRole('listitem');
  expect(rows.map(each => /Note of ./.exec(each.textContent ?? '')?.[0])).toEqual([
    'Note of b',
    'Note of a',
  ]);
});

test('a past that changed since is said, at the number too', async () => {
  const differs = 'differs from what was pinned: deleted, no longer visible or changed in the past';
  const { user } = open({
    pins: [pinOf('a', '2026-06-01')],
    compare: () => reply(comparison({ differs })),
  });
  await user.click(await screen.findByRole('button', { name: '1 pin' }));
  await screen.findByText(`Recomputed for then it ${differs}.`);
  expect(screen.getByText('recomputed 80%')).toBeTruthy();
  expect(screen.queryByText('recomputed 40%')).toBeNull();
});

test('a pin of other rights has its note, and no number', async () => {
  const { user } = open({ pins: [pinOf('a', '2026-06-01', HIDDEN)] });
  await user.click(await screen.findByRole('button', { name: '1 pin' }));
  const row = await rowOf('Note of a');
  expect(row.textContent).toContain('Pinned with other rights');
  expect(row.textContent).not.toContain('%');
});

test('what is shown is pinned with its note, and the pins open', async () => {
  const { user, sent } = open({ pins: [] });
  await user.click(await screen.findByRole('button', { name: 'Pin' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pin these figures' });
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Pin' });
  expect(confirm.disabled).toBe(true);
  const field = within(dialog).getByRole('textbox', { name: /Note/ });
  await user.click(field);
  await user.paste('x'.repeat(501));
  await within(dialog).findByText('At most 500 characters.');
  expect(confirm.disabled).toBe(true);
  await user.clear(field);
  await user.type(field, ' before ');
  await user.click(confirm);
  await rowOf('Note of made');
  expect(sent).toEqual([{ method: 'POST', path: listOf(), body: { note: 'before' } }]);
  await screen.findByRole('button', { name: '1 pin' });
});

test('a refused pin keeps the dialog, its text, and says why', async () => {
  const { user } = open({ pins: [], refuse: 'A saved report has at most 50 pins.' });
  await user.click(await screen.findByRole('button', { name: 'Pin' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pin these figures' });
  await user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'kept');
  await user.click(within(dialog).getByRole('button', { name: 'Pin' }));
  await within(dialog).findByText(/at most 50 pins/);
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Note/ }).value).toBe(
    'kept',
  );
});

test('a pin is removed after a question, and the last one leaves a hint', async () => {
  const { user, sent } = open({ pins: [pinOf('a', '2026-06-01')] });
  await user.click(await screen.findByRole('button', { name: '1 pin' }));
  await user.click(await screen.findByRole('button', { name: /^Remove the pin of Jun 1, 2026/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove this pin?' });
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await screen.findByText(/^No pins yet/);
  expect(sent).toMatchObject([{ method: 'DELETE', path: `${listOf()}/a` }]);
});

test('who may not change the report reads its pins', async () => {
  const { user } = open({
    pins: [pinOf('a', '2026-06-01', { removable: false })],
    editable: false,
  });
  await user.click(await screen.findByRole('button', { name: '1 pin' }));
  await rowOf('Note of a');
  expect(screen.queryByRole('button', { name: 'Pin' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove the pin/ })).toBeNull();
});

test('what was changed on the page is not what a pin would keep', async () => {
  open({ pins: [] }, '&tab=custom&preset=custom&jql=project+%3D+AT');
  await screen.findByText('Changed');
  expect(screen.queryByRole('button', { name: 'Pin' })).toBeNull();
});

test('pins that cannot be compared keep their numbers, and can be tried again', async () => {
  let fails = true;
  const { user } = open({
    pins: [pinOf('a', '2026-06-01')],
    compare: () =>
      fails
        ? { status: 400, headers: {}, body: JSON.stringify({ errorMessages: ['No.'] }) }
        : reply(comparison()),
  });
  await user.click(await screen.findByRole('button', { name: '1 pin' }));
  const row = await rowOf('Note of a');
  await within(row).findByText(/could not be compared/);
  expect(row.textContent).toContain('40%');
  fails = false;
  await user.click(within(row).getByRole('button', { name: 'Try again' }));
  await within(row).findByText('now 50%');
});

test('the menu of saved reports says how many pins there are, and of when', async () => {
  const { user } = open({ pins: [pinOf('a', '2026-06-01')] }, '');
  await user.click(await screen.findByRole('button', { name: 'Saved' }));
  const link = await screen.findByRole('link', { name: /Weekly/ });
  expect(link.textContent).toContain('1 pin · Jun 10, 2026');
});

test('a report with pins is deleted after a question', async () => {
  const { user } = open({ pins: [pinOf('a', '2026-06-01')] });
  await user.click(await screen.findByRole('button', { name: 'Actions of Weekly' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete the report and its pins?' });
  expect(dialog.textContent).toContain('1 pin');
});

test('the drawer of a figure has what was pinned of it, and opens its changes since', async () => {
  const { user } = open({ pins: [pinOf('a', '2025-06-01'), pinOf('b', '2026-06-10', HIDDEN)] });
  const figures = await screen.findAllByRole('button', { name: /show issues/ });
  await user.click(figures[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  const pinned = await within(drawer).findByRole('list', { name: 'Pinned' });
  expect(within(pinned).getAllByRole('listitem')).toHaveLength(1);
  expect(pinned.textContent).toMatch(/Pinned Jun 1, 2025 7 now \d/);
  await user.click(within(pinned).getByRole('button', { name: 'Changes since' }));
  const preset = await within(drawer).findByRole('button', { name: 'Pin of Jun 1, 2025' });
  expect(preset.getAttribute('aria-pressed')).toBe('true');
  await waitFor(() =>
    expect(drawer.textContent).toMatch(/7 was pinned\. Recomputed for then it is/),
  );
});
