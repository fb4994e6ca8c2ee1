import type { UserId } from '@tallyboard/core/model/ids.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { createEngine } from '@tallyboard/engine/engine.ts';
import { parseGlobalSettings } from '@tallyboard/engine/site/global-settings.ts';
import { createFakeSettings } from '@tallyboard/engine/testing/fake-settings.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import { reportDefaults } from '@tallyboard/reports/catalogue/site-settings.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { editionAt } from '../start/edition.ts';
import { type Session, SessionContext } from '../start/session.ts';
import SettingsPage from './settings-page.tsx';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const NO_FIELDS = {
  storyPoints: [],
  storyPointEstimate: [],
  sprint: [],
  epicLink: [],
  epicName: [],
  team: [],
  flagged: [],
  sla: [],
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

interface Opening {
  readonly stored?: Readonly<Record<string, unknown>>;
  readonly lite?: { readonly daysLeft: number };
  readonly fields?: boolean;
}

function open({ stored = {}, lite, fields = false }: Opening = {}) {
  const jira = createFakeSettings(stored);
  const standalone = createStandaloneHost({ known: { admin: true } });
  const host = { ...standalone, request: jira.request };
  const me = {
    id: 'u-ana' as UserId,
    name: 'Ana Roy',
    active: true,
    zone: null,
    avatarUrl: null,
    accountType: null,
  };
  const trialEnd = lite ? NOW + lite.daysLeft * DAY : null;
  const session: Session = {
    host,
    engine: createEngine({ request: jira.request, now: () => NOW }),
    site: {
      currentUser: me,
      hoursPerDay: 8,
      daysPerWeek: 5,
      fields: [],
      special: NO_FIELDS,
      settings: parseGlobalSettings(stored['global-settings']),
      trialEnd,
      project: null,
      boards: [],
      epics: [],
      epicTotal: 0,
    },
    edition: editionAt({ edition: lite ? 'lite' : 'standard' }, trialEnd, NOW),
    zone: 'UTC',
    now: () => NOW,
    restart: vi.fn(),
  };
  const shown = () => (
    <SessionContext value={session}>
      <SettingsPage fields={fields} />
    </SessionContext>
  );
  const { unmount, rerender } = render(shown());
  const global = () => jira.stored.get('global-settings');
  return {
    jira,
    session,
    global,
    user: userEvent.setup(),
    unmount,
    again: () => render(shown()),
    /** The site comes again, to the same page or to another one in its place. */
    refresh(replaces: boolean) {
      Object.assign(session.site, { currentUser: { ...me } });
      rerender(
        <SessionContext key={String(replaces)} value={{ ...session }}>
          <SettingsPage fields={fields} />
        </SessionContext>,
      );
    },
  };
}

type User = ReturnType<typeof userEvent.setup>;

const pane = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) });
const apply = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Apply' })[0];

async function press(user: User, target: HTMLElement | undefined) {
  if (!target) throw new Error('There is nothing to press.');
  await user.click(target);
}

async function typeFormat(user: User, text: string) {
  if (!screen.queryByRole('combobox', { name: 'Date format' }))
    await press(user, await pane('Common'));
  const field = screen.getByRole('combobox', { name: 'Date format' });
  await user.clear(field);
  if (text) await user.type(field, text.replaceAll('[', '[['));
  return field;
}

test('Apply stores the settings with author and time and reloads the site', async () => {
  const { user, global, session } = open({ stored: { 'global-settings': { theirs: 1 } } });
  expect(await screen.findByText('These settings affect all users of the app')).toBeDefined();
  await typeFormat(user, 'DD.MM.YYYY ');
  expect(screen.getByLabelText('Preview of the date format').textContent).toBe('10.03.2026');
  await user.click(screen.getByRole('checkbox', { name: 'Actions on issues' }));
  await press(user, await pane('Enabled reports'));
  await user.click(screen.getByRole('checkbox', { name: 'Timesheets' }));
  await press(user, await pane('Burndown/Burnup'));
  await user.click(screen.getByRole('checkbox', { name: 'Saturday' }));
  screen.getByText('Changed: Common, Enabled reports, Burndown/Burnup');
  await press(user, apply());
  await waitFor(() => expect(session.restart).toHaveBeenCalledOnce());
  expect(global()).toMatchObject({
    theirs: 1,
    commonSettings: { dateFormat: 'DD.MM.YYYY', issueActions: false },
    enabledReports: { timesheet: false, burn: true },
    burnSettings: { workingDays: [false, true, true, true, true, true, true] },
    revision: 1,
    savedBy: { name: 'Ana Roy' },
    savedAt: NOW,
  });
  expect(apply()?.disabled).toBe(true);
  screen.getByText(/Last changed by Ana Roy on/);
});

test('the policy of figures on people is chosen, refused with too few, and stored', async () => {
  const { user, global, jira } = open();
  await press(user, await pane('Figures on people'));
  const policy = screen.getByRole('combobox', { name: 'People in figures' });
  expect(policy).toHaveProperty('value', 'all');
  await user.selectOptions(policy, 'Groups only');
  const fewest = screen.getByRole('spinbutton', { name: 'Fewest people in a group' });
  expect(fewest).toHaveProperty('value', '5');
  await user.clear(fewest);
  await user.type(fewest, '1');
  await press(user, apply());
  await screen.findByText('Enter a whole number from 2 to 1000.');
  expect(jira.written).toEqual([]);
  await user.clear(fewest);
  await user.type(fewest, '8');
  await press(user, apply());
  await waitFor(() => expect(global()).toMatchObject({ figuresOnPeople: 'groups-of:8' }));
  expect(parseGlobalSettings(global()).figuresOnPeople).toEqual({ kind: 'groups-of', people: 8 });
});

test('an exception from the policy needs who, reason and last day', async () => {
  const { user, global, jira } = open({
    stored: { 'global-settings': { figuresOnPeople: 'groups-of:5' } },
  });
  await press(user, await pane('Exceptions for figures on people'));
  await user.click(screen.getByRole('button', { name: 'Add an exception' }));
  await user.type(screen.getByRole('combobox', { name: 'Who' }), 'group:hr');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Agreement 12');
  await press(user, apply());
  await screen.findByText('Enter the last day, such as 2027-03-31.');
  expect(jira.written).toEqual([]);
  await user.type(screen.getByLabelText('Last day'), '2026-03-31');
  await press(user, apply());
  const stored = [{ who: 'group:hr', until: '2026-03-31', reason: 'Agreement 12' }];
  await waitFor(() => expect(global()).toMatchObject({ figuresOnPeopleExceptions: stored }));
  expect(parseGlobalSettings(global()).peopleExceptions).toEqual([
    { who: 'group:hr', until: Date.parse('2026-03-31') / DAY, reason: 'Agreement 12' },
  ]);
});

test('flow reports have defaults, which their page begins with', async () => {
  const { user, global } = open();
  await press(user, await pane('Throughput'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Month');
  await press(user, apply());
  await waitFor(() =>
    expect(global()).toMatchObject({ throughputSettings: { timeUnit: 'month' } }),
  );
  expect(reportDefaults(parseGlobalSettings(global()), 'throughput')).toEqual({
    timeUnit: 'month',
  });
});

test('an invalid value is refused at its field, which keeps it', async () => {
  const { user, jira } = open();
  const format = await typeFormat(user, '[x]');
  await screen.findByText(/same text for every day/);
  await press(user, await pane('Individual Velocity'));
  const sprints = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Number of sprints' });
  await user.clear(sprints);
  await user.type(sprints, '3000');
  await user.click(await pane('Individual Velocity'));
  await press(user, apply());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Check Individual Velocity, Number of sprints; Common, Date');
  screen.getByText('Enter a whole number from 1 to 1000.');
  expect(sprints.value).toBe('3000');
  expect(format.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(format));
  expect(jira.written).toEqual([]);
});

test('a conflict with another admin shows author and values, and merging keeps both', async () => {
  const { user, jira, global } = open({
    stored: { 'global-settings': { commonSettings: { dateFormat: 'D' }, revision: 1 } },
  });
  await typeFormat(user, 'YYYY-MM-DD');
  jira.stored.set('global-settings', {
    commonSettings: { dateFormat: 'M/D/YYYY' },
    ageSettings: { date: 'week' },
    revision: 2,
    savedBy: { id: 'u-bo', name: 'Bo Li' },
    savedAt: NOW - 60_000,
  });
  await press(user, apply());
  const dialog = await screen.findByRole('dialog', { name: /changed by someone else/ });
  expect(dialog.textContent).toMatch(
    /Bo Li saved these settings on 10 11:59, after you opened them/,
  );
  expect(dialog.textContent).toContain('mine YYYY-MM-DD, theirs M/D/YYYY, before D');
  expect(dialog.textContent).toContain('Age Reports changed by Bo Li');
  const merge = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Merge and apply' });
  expect(merge.disabled).toBe(true);
  await user.click(within(dialog).getByRole('radio', { name: 'Keep mine' }));
  await user.click(merge);
  await waitFor(() => expect(global()).toMatchObject({ revision: 3 }));
  expect(global()).toMatchObject({
    commonSettings: { dateFormat: 'YYYY-MM-DD' },
    ageSettings: { date: 'week' },
  });
});

test('in a conflict the draft can be discarded', async () => {
  const { user, jira } = open();
  await typeFormat(user, 'YYYY');
  jira.stored.set('global-settings', { commonSettings: { dateFormat: 'D.M.' } });
  await press(user, apply());
  await user.click(await screen.findByRole('button', { name: 'Discard mine and reload' }));
  await press(user, await pane('Common'));
  await screen.findByDisplayValue('D.M.');
  expect(jira.written).toEqual([]);
});

test('an unreadable value stays until an admin replaces it, and is kept as a backup', async () => {
  const { user, jira, global } = open({ stored: { 'global-settings': 'scrambled' } });
  await screen.findByText('Stored settings could not be read');
  await typeFormat(user, 'YYYY');
  await press(user, apply());
  await screen.findByText(/Choose first/);
  expect(jira.written).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /Replace when I apply/ }));
  await press(user, apply());
  await waitFor(() => expect(global()).toMatchObject({ revision: 1 }));
  expect(jira.stored.get('global-settings-backup')).toBe('scrambled');
});

test('one unreadable value is marked and survives a save of others', async () => {
  const { user, global } = open({
    stored: { 'global-settings': { logjiraSettings: { daySpan: 'many' } } },
  });
  await press(user, await pane('Timesheets'));
  screen.getByRole('list', { name: 'Invalid stored values' });
  await user.click(screen.getByRole('checkbox', { name: 'Hide average' }));
  await press(user, apply());
  await waitFor(() => expect(global()).toMatchObject({ revision: 1 }));
  expect(global()).toMatchObject({ logjiraSettings: { daySpan: 'many', hideAvg: true } });
});

test('a failed save keeps the draft and shows why', async () => {
  const { user, jira } = open();
  const format = await typeFormat(user, 'YYYY');
  const refuse = {
    status: 403,
    headers: {},
    body: JSON.stringify({ errorMessages: ['Admins only.'] }),
  };
  jira.before = ({ method }) => (method === 'PUT' ? refuse : null);
  await press(user, apply());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Forbidden. Admins only.');
  expect(format).toHaveProperty('value', 'YYYY');
});

test('a site that comes again takes nothing of what was edited', async () => {
  const { user, refresh } = open({ fields: true });
  const votes = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Votes' });
  refresh(false);
  await user.click(await votes());
  refresh(false);
  expect((await votes()).checked).toBe(true);
  refresh(true);
  expect((await votes()).checked).toBe(true);
});

test('settings that cannot be loaded are not edited; they can be loaded again', async () => {
  const { user, jira } = open({ stored: { 'global-settings': { commonSettings: {} } } });
  expect(jira.asked).toEqual([]);
  jira.before = () => ({ status: 403, headers: {}, body: '{"errorMessages":["Not yours."]}' });
  const alert = await screen.findByText('Settings could not be loaded');
  expect(alert).toBeDefined();
  jira.before = null;
  await press(user, screen.getAllByRole('button', { name: 'Retry' })[0]);
  await pane('Common');
});

test('an unapplied draft is kept while another tab is open', async () => {
  const { user, unmount, again } = open();
  await typeFormat(user, 'YYYY!');
  unmount();
  again();
  await screen.findByText('Changed: Common');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await press(user, await pane('Common'));
  await screen.findByDisplayValue('MMM D, YYYY');
});

test('the working calendar is edited as a week, refused with a mistake, and stored', async () => {
  const { user, global, jira } = open();
  await press(user, await pane('Working calendar'));
  await user.click(screen.getByRole('checkbox', { name: /one working calendar/ }));
  const from = screen.getByRole('textbox', { name: 'Monday, hours 1, from' });
  await user.clear(from);
  await press(user, apply());
  await screen.findByText('Check Working calendar.');
  expect(jira.written).toEqual([]);
  await user.type(from, '07:30');
  await press(user, apply());
  await waitFor(() =>
    expect(global()).toMatchObject({
      workingCalendar: { timezone: 'UTC', days: { Monday: ['07:30-12:00', '13:00-17:00'] } },
    }),
  );
});

test('fields have their own Apply', async () => {
  const { user, jira, session } = open({ fields: true });
  await user.click(await screen.findByRole('checkbox', { name: 'Votes' }));
  await press(user, screen.getAllByRole('button', { name: 'Apply' }).at(-1));
  await waitFor(() => expect(session.restart).toHaveBeenCalledOnce());
  expect(jira.written.map(([key]) => key)).toEqual(['enabled-fields']);
  expect(jira.stored.get('enabled-fields')).toMatchObject({
    fields: expect.arrayContaining([expect.objectContaining({ label: 'Votes', enabled: true })]),
  });
});

test('Lite in its trial can disable Standard after a confirmation', async () => {
  const { user, jira } = open({ lite: { daysLeft: 5 } });
  await user.click(await screen.findByRole('button', { name: 'Disable Standard features' }));
  const dialog = await screen.findByRole('dialog', { name: 'Disable Standard features?' });
  await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await screen.findByText('Please reload the app for changes to take effect.');
  expect(jira.stored.get('ted')).toBe(new Date(NOW).toISOString());
});

test('a failure to disable Standard is only logged', async () => {
  const { user, jira } = open({ lite: { daysLeft: 5 } });
  jira.before = ({ method }) =>
    method === 'PUT' ? { status: 403, headers: {}, body: '{}' } : null;
  await user.click(await screen.findByRole('button', { name: 'Disable Standard features' }));
  await user.click(await screen.findByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(screen.queryByText(/Please reload/)).toBeNull();
});

test('Lite after its trial has only the settings of the Overview', async () => {
  open({ lite: { daysLeft: -1 } });
  await pane('Overview');
  expect(screen.queryByRole('button', { name: /Velocity/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Issues By/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Disable/ })).toBeNull();
});
