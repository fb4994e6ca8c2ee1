import { createEngine } from '@tallyboard/engine/engine.ts';
import { createFakeJira, type FakeIssue, reply } from '@tallyboard/engine/testing/fake-jira.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { App } from '../app.tsx';

const AS_OF = Date.parse('2026-03-10T12:00:00Z');
const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana', points: 5 },
  { id: '2', key: 'AT-2', status: 'To Do', assignee: 'Ana', points: 3 },
];
const PROPERTY = '/rest/api/2/dashboard/9/items/90/properties/settings';

const flags = vi.hoisted(() => ({ shown: [] as { title: string; text?: string }[] }));
vi.mock('@tallyboard/ui/feedback/flags.tsx', () => ({
  showFlag: (flag: { title: string }) => {
    flags.shown.push(flag);
    return () => {};
  },
}));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  flags.shown = [];
});

interface Opened {
  readonly stored?: unknown;
  readonly info?: Partial<Host['info']>;
  readonly issues?: readonly FakeIssue[];
}

/** A gadget on a dashboard of a Jira that keeps its one property. */
function open(path: string, { stored, info = {}, issues = STORY }: Opened = {}) {
  history.replaceState(null, '', `${path}?dashboard=9&dashboardItem=90`);
  const jira = createFakeJira(issues);
  const kept: { value: unknown; puts: unknown[] } = { value: stored, puts: [] };
  const refuse = { put: 0, get: 0, title: false };
  jira.answer = request => {
    if (request.path !== PROPERTY) return null;
    if (request.method === 'PUT') {
      if (refuse.put > 0) return reply({ errorMessages: ['No.'] }, refuse.put);
      kept.value = request.body;
      kept.puts.push(request.body);
      return reply(null);
    }
    if (refuse.get > 0) return reply({}, refuse.get);
    return kept.value === undefined
      ? reply({}, 404)
      : reply({ key: 'settings', value: kept.value });
  };
  const listeners = { edit: () => {}, refresh: () => {}, change: () => {} };
  const known = { standalone: false, ...info };
  const titles: string[] = [];
  const closed = vi.fn();
  const host: Host = {
    ...createStandaloneHost({ search: location.search, known }),
    request: jira.request,
    async setTitle(title) {
      if (refuse.title) throw new Error('No.');
      titles.push(title);
    },
    closeEdit: closed,
    onEdit: listener => {
      listeners.edit = listener;
      return () => {};
    },
    onRefresh: listener => {
      listeners.refresh = listener;
      return () => {};
    },
    onSettingsChange: listener => {
      listeners.change = listener;
      return () => {};
    },
  };
  let time = AS_OF;
  const engine = createEngine({ request: jira.request, now: () => time++ });
  render(<App host={host} engine={engine} />);
  return { jira, kept, refuse, listeners, titles, closed, user: userEvent.setup() };
}

const SAVED = {
  jql: 'project = AT',
  preset: { name: 'Custom JQL', jql: 'project = AT' },
  gType: 0,
};
const RESOLVED = /^1 ?Resolved issues, show issues$/;
const form = () => screen.findByRole('form');
const save = () => screen.getByRole('button', { name: 'Save' });
const doneField = () => screen.findByRole('combobox', { name: 'An issue is done when' });
const query = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Customize JQL' });

test('a new gadget opens the form; Save stores the known format and shows the gadget', async () => {
  const { kept, user, closed } = open('/status-dashboard');
  await form();
  const preset = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'JQL preset' });
  expect(preset.options).toHaveLength(10);
  await user.selectOptions(preset, 'Issues in all active sprints');
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Estimation type' }),
    'Story Points',
  );
  await user.click(save());
  await screen.findByRole('heading', { level: 2, name: 'Overview' });
  expect(kept.value).toMatchObject({
    jql: 'sprint in openSprints()',
    preset: { name: 'Issues in all active sprints', jql: 'sprint in openSprints()' },
    gType: 0,
    eType: 1,
    sorting: 'Percent Resolved,1',
    customSP: 0,
  });
  expect(closed).toHaveBeenCalled();
});

test('in a narrow card, Preview shows the gadget below its form, nothing saved', async () => {
  const { kept, listeners, user } = open('/status-dashboard', { stored: SAVED });
  await screen.findByRole('button', { name: RESOLVED });
  act(() => listeners.edit());
  await user.click(await screen.findByRole('button', { name: 'Preview' }));
  const preview = screen.getByRole('complementary', { name: 'Preview' });
  await within(preview).findByRole('button', { name: RESOLVED });
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(kept.puts).toEqual([]);
});

test('saved settings show the gadget; the edit action opens the form with them', async () => {
  const { listeners, user } = open('/status-dashboard', { stored: SAVED });
  await screen.findByRole('button', { name: RESOLVED });
  act(() => listeners.edit());
  await form();
  await waitFor(() => expect(query().value).toBe('project = AT'));
  // Nothing was changed, so nothing is asked.
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: RESOLVED });
});

test('Cancel asks before changes are lost', async () => {
  const { listeners, kept, user } = open('/status-dashboard', { stored: SAVED });
  await screen.findByRole('button', { name: RESOLVED });
  act(() => listeners.edit());
  await form();
  const reload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(reload()).toBe(false);
  await user.selectOptions(await doneField(), 'A resolution is set');
  expect(reload()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const ask = screen.getByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(ask).getByRole('button', { name: 'Discard changes' }));
  await screen.findByRole('button', { name: RESOLVED });
  expect(kept.puts).toEqual([]);
});

test('a gadget type of another report keeps common settings and the focus', async () => {
  const { kept, user } = open('/status-dashboard');
  await form();
  expect((await doneField()).textContent).not.toContain('last column');
  await user.selectOptions(await doneField(), 'A resolution is set');
  const type = screen.getByRole('combobox', { name: 'Gadget type' });
  await user.selectOptions(type, 'Assignee');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Gadget type' })),
  );
  await user.click(save());
  await screen.findByRole('treegrid');
  expect(kept.value).toMatchObject({ gType: 1, statusResolution: false });
});

test('a placeholder is refused with a flag of the gadget, and the form stays', async () => {
  const { kept, user } = open('/burn-dashboard');
  await form();
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'JQL preset' }),
    'Issues in active sprints, in a certain project',
  );
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await user.click(save());
  const text =
    'Please review "Customize JQL" field and replace value {replace with project key} with correct one.';
  expect(flags.shown).toMatchObject([{ title: 'Advanced Burndown', text }]);
  await screen.findByText(text, { exact: false });
  expect(query().value).toContain('{replace with project key}');
  expect(kept.puts).toEqual([]);
});

test('changing the type of a burndown goes back to the preset of the type', async () => {
  const { user } = open('/burn-dashboard');
  await form();
  const preset = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'JQL preset' });
  const type = await screen.findByRole('combobox', { name: 'Gadget type' });
  const chosen = () => preset.selectedOptions[0]?.textContent;
  expect(chosen()).toBe('Issues in all active sprints');
  await user.selectOptions(type, 'Filter burnup');
  expect(chosen()).toBe('Issues in active sprints, in a certain board');
  await screen.findByText('Choose a board.');
  expect(query().value).toContain('{replace with board filter id}');
  await user.selectOptions(type, 'Sprint burnup');
  expect(chosen()).toBe('Issues in all active sprints');
  expect(screen.queryByText('Choose a board.')).toBeNull();
});

test("'order by' in the filter of a velocity gadget is refused with a message", async () => {
  const { kept, user } = open('/velocity-dashboard');
  await form();
  await user.click(await screen.findByRole('button', { name: 'Show Advanced Settings' }));
  const filter = await screen.findByRole('textbox', { name: /JQL filter/ });
  await user.type(filter, 'labels = x OrDer By key');
  await user.click(save());
  const text = 'JQL filter does not support "order by" clause. Please remove it.';
  expect(flags.shown).toMatchObject([{ title: 'Individual Velocity', text }]);
  expect((filter as HTMLInputElement).value).toBe('labels = x OrDer By key');
  expect(kept.puts).toEqual([]);
});

test('a date that is cleared becomes today', async () => {
  const stored = { ...SAVED, gadgetType: 2, intervalStart: Date.parse('2026-01-05T12:00:00Z') };
  const { user, listeners } = open('/burn-dashboard', { stored });
  await screen.findByRole('heading', { level: 2 });
  act(() => listeners.edit());
  const start = await screen.findByLabelText<HTMLInputElement>('Start of interval');
  expect(start.value).toBe('2026-01-05');
  await user.clear(start);
  expect(start.value).toBe('');
  await user.tab();
  expect(start.value).toBe(new Date().toLocaleDateString('sv-SE'));
});

test.each([
  ['/timesheets-dashboard', 'Number of days', 'daySpan', ['0', '9999', ''], 366],
  ['/velocity-dashboard', 'Number of sprints', 'sprintCount', ['0', '1001', ''], 1000],
])(
  '%s: %s beyond the limits is refused as it was typed',
  async (path, label, key, refused, most) => {
    const { kept, user } = open(path);
    await form();
    const field = await screen.findByRole<HTMLInputElement>('spinbutton', { name: label });
    for (const text of refused) {
      await user.clear(field);
      if (text !== '') await user.type(field, text);
      await user.tab();
      expect(field.value).toBe(text);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      await user.click(save());
      expect(screen.getAllByText(`Enter a whole number from 1 to ${most}.`)).not.toEqual([]);
      expect(kept.puts).toEqual([]);
    }
    await user.clear(field);
    await user.type(field, '30');
    await user.click(save());
    await waitFor(() => expect(kept.value).toMatchObject({ [key]: 30 }));
  },
);

test.each([
  ['/status-dashboard', 'Customize JQL', 'jql'],
  ['/estimation-dashboard', 'Customize JQL', 'jql'],
  ['/burn-dashboard', 'Customize JQL', 'jql'],
  ['/time-status-dashboard', 'Customize JQL', 'jql'],
  ['/timesheets-dashboard', 'JQL filter', 'jql'],
  ['/velocity-dashboard', 'JQL filter', 'jqlFilter'],
])('%s: spaces around the query of %s are not stored', async (path, label, key) => {
  const { kept, user } = open(path);
  await form();
  if (path === '/velocity-dashboard')
    await user.click(await screen.findByRole('button', { name: 'Show Advanced Settings' }));
  const field = await screen.findByRole('textbox', { name: label });
  await user.clear(field);
  await user.type(field, '  labels = x ');
  await user.click(save());
  await waitFor(() => expect(kept.value).toMatchObject({ [key]: 'labels = x' }));
});

test.each([
  '{ "timezone": ',
  '[]',
  '"Monday"',
  '{ "timezone": "Mars/Olympus", "days": {} }',
  '{ "timezone": "UTC", "days": { "Monday": ["17:00-09:00"] } }',
  '{ "timezone": "UTC", "days": { "2026-02-30": [] } }',
])(
  'the calendar %j keeps the form, and what was typed; an empty query is warned of',
  async text => {
    const stored = {
      jql: '',
      useCalendar: true,
      gType: 0,
      calendar: { timezone: 'UTC', days: {}, text },
    };
    const { listeners, kept, user } = open('/time-status-dashboard', { stored });
    await screen.findByRole('heading', { level: 2, name: 'Time in Status' });
    act(() => listeners.edit());
    await form();
    await screen.findByText(/all issues are used, and loading may be slow/);
    await user.click(save());
    expect(flags.shown).toMatchObject([
      {
        title: 'Time in Status',
        text: 'Configuration is not valid, please refer to documentation on how to configure this correctly.',
      },
    ]);
    expect(kept.puts).toEqual([]);
    // Advanced Settings stand open: what refuses the save is seen.
    await user.click(screen.getByRole('radio', { name: 'Text' }));
    expect(
      screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Calendar (JSON)' }).value,
    ).toBe(text);
  },
);

test('an empty query can be saved', async () => {
  const { kept, user } = open('/time-status-dashboard');
  await form();
  await user.clear(await screen.findByRole('textbox', { name: 'Customize JQL' }));
  await screen.findByText(/all issues are used, and loading may be slow/);
  await user.click(save());
  await waitFor(() => expect(kept.value).toMatchObject({ jql: '' }));
});

test('a query that the host refuses keeps the form and the typed text', async () => {
  const { jira, kept, user } = open('/status-dashboard');
  await form();
  const words = "Field 'foo' does not exist.";
  const before = jira.answer;
  jira.answer = request =>
    request.path.endsWith('/jql/parse')
      ? reply({ queries: [{ query: 'x', errors: [words] }] })
      : (before?.(request) ?? null);
  await waitFor(query);
  await user.clear(query());
  await user.type(query(), 'foo = 1');
  await user.click(save());
  await screen.findByText(words, { exact: false });
  expect(query().value).toBe('foo = 1');
  expect(kept.puts).toEqual([]);
});

test.each([
  [403, /Ask its owner/],
  [404, /no longer on its dashboard/],
  [409, /Save again to overwrite them/],
  [500, /Settings could not be saved/],
])('a save that fails with %i shows a message and keeps the form', async (status, words) => {
  const { refuse, kept, user } = open('/text-dashboard');
  await form();
  await user.type(await screen.findByRole('textbox', { name: 'HTML Content' }), 'Hello');
  refuse.put = status;
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'HTML Content' }).value).toBe(
    'Hello',
  );
  refuse.put = 0;
  await user.click(save());
  await screen.findByText('Hello');
  expect(kept.value).toEqual({ version: 1, htmlContent: 'Hello' });
});

test('settings too long for the host are refused before they are sent', async () => {
  const { kept, user } = open('/text-dashboard');
  await form();
  const field = await screen.findByRole('textbox', { name: 'HTML Content' });
  await user.click(field);
  await user.paste('x'.repeat(33_000));
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).toContain('too long to be stored');
  expect(kept.puts).toEqual([]);
});

test('a text loads no issues', async () => {
  const { jira } = open('/text-dashboard', { stored: { htmlContent: '&lt;b&gt;Hi&lt;/b&gt;' } });
  expect((await screen.findByText('Hi')).nodeName).toBe('B');
  expect(jira.asked.filter(each => each.includes('search/jql'))).toEqual([]);
});

test('unusable stored settings are listed below the gadget', async () => {
  const { user } = open('/status-dashboard', { stored: { ...SAVED, eType: 'many', gType: 0 } });
  await screen.findByRole('button', { name: RESOLVED });
  const name = '1 stored setting could not be used';
  await user.click(await screen.findByRole('button', { name }));
  screen.getByText('eType', { selector: 'code' });
});

test('settings that cannot be loaded show so and are not overwritten', async () => {
  const { refuse, user } = open('/status-dashboard', { stored: SAVED });
  refuse.get = 403;
  await screen.findByText('The settings of this gadget could not be loaded');
  expect(screen.queryByRole('form')).toBeNull();
  refuse.get = 0;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: RESOLVED });
});

test('fields that cannot be loaded are named and Try again loads them', async () => {
  const { jira, user } = open('/status-dashboard', { stored: SAVED });
  const before = jira.answer;
  jira.answer = request =>
    request.path.endsWith('/field') ? reply({}, 403) : (before?.(request) ?? null);
  await screen.findByText('The settings of this Jira could not be loaded');
  screen.getByText(/^Jira refused access. Ask/);
  jira.answer = before;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('button', { name: RESOLVED });
});

test('an empty result shows the text of the gadget', async () => {
  open('/status-dashboard', { stored: SAVED, issues: [] });
  await screen.findByText('No data matching the active filter.');
});

test('settings that somebody else stored are shown; an open form shows a warning', async () => {
  const { kept, listeners } = open('/status-dashboard', { stored: SAVED });
  await screen.findByRole('button', { name: RESOLVED });
  kept.value = { ...SAVED, gType: 1 };
  act(() => listeners.change());
  await screen.findByRole('treegrid');
  act(() => listeners.edit());
  await form();
  act(() => listeners.change());
  await screen.findByText('Someone else changed these settings');
});

const scope = async () => (await screen.findByRole('list', { name: 'Gadget scope' })).textContent;

test('the gadget names its filter, whose issues it finds, and whether all were loaded', async () => {
  const mine = { ...SAVED, jql: 'assignee = currentUser()', preset: {} };
  open('/status-dashboard', { stored: mine });
  expect(await scope()).toContain('assignee = currentUser() (as seen by Ana Roy)2 issuescomplete');
  cleanup();

  open('/status-dashboard', { stored: SAVED });
  expect(await scope()).toContain('Project AT2 issuescomplete');
  cleanup();

  open('/velocity-dashboard', { stored: { version: 1, boardId: 8, periods: 'interval' } });
  expect(await scope()).toContain('Issues of the board1 issue completed in 4 intervals');
});

test('an empty gadget names its filter too', async () => {
  const jql = 'project = AT AND labels = x';
  open('/status-dashboard', { stored: { ...SAVED, jql, preset: {} }, issues: [] });
  const empty = (await screen.findByText('No data matching the active filter.')).parentElement;
  expect(empty?.textContent).toContain(`Filter: ${jql}`);
  expect(await scope()).toContain('0 issuescomplete');
});

test('figures that could not be loaded again are not called complete', async () => {
  const { jira, listeners } = open('/status-dashboard', { stored: SAVED });
  expect(await scope()).toContain('complete');
  const before = jira.answer;
  jira.answer = request =>
    request.path.endsWith('/search/jql')
      ? reply({ errorMessages: ['No.'] }, 400)
      : (before?.(request) ?? null);
  act(() => listeners.refresh());
  await screen.findByRole('alert');
  expect(await scope()).toContain('not up to date');
});

test('a stored placeholder is named, and nothing is asked for it', async () => {
  const jql = 'project = {replace with project key}';
  const { jira } = open('/status-dashboard', { stored: { ...SAVED, jql, preset: {} } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(
    'Please review "Customize JQL" field and replace value {replace with project key} with correct one.',
  );
  expect(jira.asked.filter(each => each.includes('search/jql'))).toEqual([]);
});

test('an estimation without any column is refused', async () => {
  const { kept, user } = open('/estimation-dashboard');
  await form();
  for (const box of await screen.findAllByRole<HTMLInputElement>('checkbox', { checked: true }))
    await user.click(box);
  await user.click(save());
  expect(flags.shown).toMatchObject([{ text: 'Choose at least one column.' }]);
  expect(kept.puts).toEqual([]);
});

test('a site without boards shows a message in view and form', async () => {
  const none = reply({ values: [], startAt: 0, maxResults: 50, total: 0, isLast: true });
  const text =
    'Your Jira instance has no boards configured. Please add some boards to use this gadget.';
  const { jira, listeners } = open('/velocity-dashboard', { stored: { boardId: 1 } });
  const before = jira.answer;
  jira.answer = request =>
    request.path === '/rest/agile/1.0/board' ? none : (before?.(request) ?? null);
  await screen.findByText(text);
  act(() => listeners.edit());
  await form();
  await screen.findByText(text);
});

test('Set Custom Title is only outside Cloud; cancelling it does nothing', async () => {
  open('/status-dashboard');
  await form();
  await waitFor(save);
  expect(screen.queryByRole('button', { name: 'Set Custom Title' })).toBeNull();
  cleanup();

  const { titles, user } = open('/status-dashboard', { info: { flavour: 'data-center' } });
  await form();
  const button = await screen.findByRole('button', { name: 'Set Custom Title' });
  await user.click(button);
  const ask = () => screen.getByRole('dialog', { name: 'Set Custom Title' });
  await user.click(within(ask()).getByRole('button', { name: 'Cancel' }));
  expect(titles).toEqual([]);
  await user.click(button);
  await user.type(
    within(ask()).getByRole('textbox', {
      name: 'Please enter the title for the dashboard item',
    }),
    ' Mine {Enter}',
  );
  await waitFor(() => expect(titles).toEqual(['Mine']));
});

test('a title that the host refuses shows an error and stays in its dialog', async () => {
  const { refuse, user } = open('/status-dashboard', { info: { flavour: 'data-center' } });
  await form();
  refuse.title = true;
  await user.click(await screen.findByRole('button', { name: 'Set Custom Title' }));
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: /enter the title/ });
  await user.type(title, 'Mine{Enter}');
  await waitFor(() => expect(flags.shown).toMatchObject([{ title: 'Title could not be changed' }]));
  expect(title.value).toBe('Mine');
});

test('Data Center keeps settings as base64', async () => {
  const { kept, user } = open('/text-dashboard', { info: { flavour: 'data-center' } });
  await form();
  await user.type(await screen.findByRole('textbox', { name: 'HTML Content' }), 'Zoë');
  await user.click(save());
  await screen.findByText('Zoë');
  const bytes = Uint8Array.from(atob(String(kept.value)), letter => letter.charCodeAt(0));
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ version: 1, htmlContent: 'Zoë' });
});

test('without edit permission there is no form; a wallboard has no controls and shows the time of its figures', async () => {
  open('/status-dashboard', { info: { editable: false } });
  await screen.findByText('Not configured yet');
  expect(screen.queryByRole('button', { name: 'Configure' })).toBeNull();
  cleanup();

  const { jira, listeners } = open('/status-dashboard', {
    stored: SAVED,
    info: { wallboard: true },
  });
  await screen.findByText(/^Figures from/);
  act(() => listeners.edit());
  expect(screen.queryByRole('form')).toBeNull();
  const before = jira.answer;
  jira.answer = request => {
    if (request.path.endsWith('/search/jql')) throw new TypeError('offline');
    return before?.(request) ?? null;
  };
  act(() => listeners.refresh());
  await screen.findByText(/^Out of date: figures from/);
});

test('without a license nothing is requested', async () => {
  const { jira } = open('/status-dashboard', { info: { licensed: false } });
  await screen.findByText('Your license has expired. Please renew the license.');
  expect(jira.asked).toEqual([]);
});
