import { createEngine } from '@tallyboard/engine/engine.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';
import { FlagHost } from '@tallyboard/ui/feedback/flags.tsx';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import {
  applyChange,
  columnsOf,
  type Dashboard,
  type DashboardChange,
  type Item,
} from './dashboard.ts';
import DashboardPage from './dashboard-page.tsx';

// Gadgets have tests of their own.
const broken = vi.hoisted(() => ({ id: '' }));
vi.mock('../gadget-page/card-gadget.tsx', () => ({
  CardGadget: ({ host }: { host: Host }) => {
    if (host.info.dashboardItemId === broken.id) throw new Error('The gadget is broken.');
    return <p>Figures of {host.info.dashboardItemId}</p>;
  },
}));
vi.mock('../engine/start-engine.ts', () => ({
  openGadgetEngine: () => ({ start: () => new Promise(() => {}), close: () => {} }),
}));

afterEach(() => {
  document.head.replaceChildren();
});

function item(title: string, column: number, row: number): Item {
  const moduleKey = 'com.tallyboard.reports__status';
  return { id: title, title, column, row, color: 'blue', moduleKey, revision: 0 };
}

/** A server of one dashboard:  Ash Oak | Elm */
function createServer(given: Partial<Dashboard> = {}) {
  const answers: number[] = [];
  const server = {
    answers,
    online: true,
    now: {
      id: '1',
      name: 'Trees',
      description: '',
      layout: 'AA',
      shares: [],
      favourite: false,
      owner: null,
      cyclePeriodMs: 30_000,
      version: 1,
      updatedMs: 0,
      mine: true,
      editable: true,
      manageable: true,
      items: [item('Ash', 0, 0), item('Oak', 0, 1), item('Elm', 1, 0)],
      ...given,
    } as Dashboard,
    /** Someone else is faster. */
    changeElsewhere(change: DashboardChange) {
      server.now = { ...applyChange(server.now, change), version: server.now.version + 1 };
    },
    async request({ method, path, body }: HttpRequest): Promise<HttpReply> {
      if (!server.online) throw new TypeError('no network');
      const { status, value } = answer(method, path, (body ?? {}) as Record<string, unknown>);
      if (method !== 'GET') answers.push(status);
      return { status, headers: {}, body: JSON.stringify(value) };
    },
  };
  function answer(method: string, path: string, body: Record<string, unknown>) {
    const { now } = server;
    if (path.endsWith('/favourite')) {
      server.now = { ...now, favourite: method === 'PUT' };
      return { status: 200, value: null };
    }
    if (path === '/replica/share-targets') {
      const people = [
        { account: 'bo', name: 'Bo Li' },
        { account: 'cy', name: 'Cy Dee' },
      ];
      return { status: 200, value: { people, groups: ['delivery'] } };
    }
    if (path.includes('/items')) {
      const id = path.split('/').at(-1);
      const deleted = now.items.find(each => each.id === id);
      const items =
        method === 'DELETE'
          ? now.items.filter(each => each.id !== id)
          : [...now.items, { ...item('new', 0, 0), ...body, id: String(body.title) } as Item];
      server.now = { ...now, items, version: now.version + 1 };
      const value = {
        ...server.now,
        itemId: String(body.title),
        deleted: { ...deleted, properties: {} },
      };
      return { status: 200, value };
    }
    if (method === 'GET') return { status: 200, value: now };
    if (body.version !== now.version)
      return { status: 409, value: { errorMessages: ['Changed.'], current: now } };
    server.changeElsewhere(body as DashboardChange);
    return { status: 200, value: server.now };
  }
  return server;
}

async function open(given: Partial<Dashboard> = {}) {
  const server = createServer(given);
  const host: Host = { ...createStandaloneHost(), request: server.request };
  const engine = createEngine({ request: server.request, now: Date.now });
  render(
    <>
      <DashboardPage host={host} engine={engine} id="1" />
      <FlagHost />
    </>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Trees' });
  return { server, user: userEvent.setup() };
}

/** Titles of the gadgets in the order in which they are read. */
const titles = () => screen.getAllByRole('article').map(card => card.getAttribute('aria-label'));
const stored = ({ now }: ReturnType<typeof createServer>) =>
  columnsOf(now)
    .map(list => list.map(({ title }) => title).join(' '))
    .join(' | ');
const handle = (title: string) => screen.getByRole('button', { name: `Move ${title}` });

test('the keyboard moves a gadget: each step is announced, the drop is saved', async () => {
  const { server, user } = await open();
  handle('Ash').focus();
  await user.keyboard(' ');
  screen.getByText(/^Ash picked up, column 1 of 2, place 1 of 2\. Arrow keys move it/);
  await user.keyboard('{ArrowUp}');
  screen.getByText('Ash cannot move further up.');
  await user.keyboard('{ArrowRight}{ArrowDown}');
  screen.getByText('Ash: column 2 of 2, place 2 of 2.');
  expect(titles()).toEqual(['Oak', 'Elm', 'Ash']);
  expect(document.activeElement).toBe(handle('Ash'));
  expect(server.answers).toEqual([]);
  await user.keyboard(' ');
  screen.getByText('Ash dropped, column 2 of 2, place 2 of 2.');
  await waitFor(() => expect(stored(server)).toBe('Oak | Elm Ash'));
  expect(titles()).toEqual(['Oak', 'Elm', 'Ash']);
});

test('Escape cancels a move, and the menu item Move shows the move buttons', async () => {
  const { server, user } = await open();
  handle('Ash').focus();
  await user.keyboard('{Enter}{ArrowDown}{Escape}');
  screen.getByText('Ash moved back, column 1 of 2, place 1 of 2.');
  expect(titles()).toEqual(['Ash', 'Oak', 'Elm']);
  await user.click(screen.getByRole('button', { name: 'Actions of Elm' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move' }));
  const buttons = screen.getByRole('group', { name: 'Where Elm goes' });
  await user.click(within(buttons).getByRole('button', { name: 'Move to the column before' }));
  await user.click(within(buttons).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(stored(server)).toBe('Elm Ash Oak | '));
});

test('concurrent changes of two people are both kept and shown to both', async () => {
  const { server, user } = await open();
  server.changeElsewhere({ name: 'Woods', items: [{ id: 'Oak', row: 0, column: 1 }] });
  handle('Ash').focus();
  await user.keyboard(' {ArrowRight} ');
  await waitFor(() => expect(server.answers).toEqual([409, 200]));
  expect(stored(server)).toBe(' | Ash Oak Elm');
  await screen.findByRole('heading', { level: 1, name: 'Woods' });
  await screen.findByText('Someone else changed this dashboard');
});

test('moving a gadget that somebody else deleted shows an error', async () => {
  const { server, user } = await open();
  handle('Ash').focus();
  await user.keyboard(' {ArrowDown}');
  server.now = { ...server.now, version: 2, items: server.now.items.slice(1) };
  await user.keyboard(' ');
  await screen.findByText(/Someone else changed this in the meantime/);
  await waitFor(() => expect(titles()).toEqual(['Oak', 'Elm']));
});

test('a deleted gadget comes back with Undo', async () => {
  const { server, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Actions of Ash' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(titles()).toEqual(['Oak', 'Elm']));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.now.items).toHaveLength(3));
  await waitFor(() => expect(titles()).toContain('Ash'));
});

test('offline, the dashboard stays and shows since when', async () => {
  const { server } = await open();
  server.online = false;
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText(/The server has not responded since/);
  expect(titles()).toHaveLength(3);
  server.online = true;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText(/The server has not responded/)).toBeNull());
});

test('an error of one gadget stays in its card', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  broken.id = 'Oak';
  const { user } = await open();
  const oak = within(screen.getByRole('article', { name: 'Oak' }));
  expect((await oak.findByRole('alert')).textContent).toContain('The gadget is broken.');
  await screen.findByText('Figures of Ash');
  broken.id = '';
  await user.click(oak.getByRole('button', { name: 'Retry' }));
  oak.getByText('Figures of Oak');
});

test('a dashboard without edit permission has no edit controls', async () => {
  const given = { editable: false, manageable: false, owner: 'Ana Roy', mine: false };
  const { user } = await open(given);
  screen.getByText(/Only Ana Roy and people with edit access can change this dashboard/);
  expect(screen.queryByRole('button', { name: 'Add gadget' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions of Ash' }));
  expect(screen.getAllByRole('menuitem').map(entry => entry.textContent)).toEqual([
    'Refresh',
    'Full screen',
    'Copy to a dashboard',
  ]);
});

function signIn(role: string) {
  const note = document.createElement('meta');
  note.name = 'tallyboard-server';
  note.content = JSON.stringify({ token: 't', user: 'Ana', role });
  document.head.append(note);
}

test('its owner shares a dashboard with a group and a person, and takes a share back', async () => {
  signIn('editor');
  const bo = { kind: 'account', name: 'bo', label: 'Bo Li', edit: false } as const;
  const { server, user } = await open({ shares: [bo], owner: 'Ana' });
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('dialog', { name: 'Share the dashboard' });
  await user.click(screen.getByRole('button', { name: 'Remove Bo Li' }));
  screen.getByText('Not shared: only Ana can see it.');
  await user.click(await screen.findByRole('button', { name: 'Add Cy Dee' }));
  await user.click(screen.getByRole('button', { name: 'Add delivery' }));
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Access of delivery' }),
    'Can edit',
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.now.shares).toMatchObject([
      { kind: 'account', name: 'cy', edit: false },
      { kind: 'group', name: 'delivery', edit: true },
    ]),
  );
});

test('a reader cannot share and sees what the role allows', async () => {
  signIn('reader');
  await open({ editable: false });
  screen.getByText(/With the role reader you can change only your own dashboards/);
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

test('a favorite is marked and unmarked', async () => {
  const { server, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Add Trees to favorites' }));
  await user.click(await screen.findByRole('button', { name: 'Remove Trees from favorites' }));
  await screen.findByRole('button', { name: 'Add Trees to favorites' });
  expect(server.now.favourite).toBe(false);
});

test('an empty dashboard offers to add a gadget', async () => {
  await open({ items: [] });
  screen.getByText('No gadgets yet');
  screen.getByRole('button', { name: 'Add a gadget' });
});
