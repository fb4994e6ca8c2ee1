import type { Host } from '@tallyboard/hosts/host.ts';
import type { SavedAlert } from '@tallyboard/hosts/saved/alerts.ts';
import type { NewSubscription } from '@tallyboard/hosts/saved/subscriptions.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import SubscribeDialog from './subscribe-dialog.tsx';

const place = {
  alerts: [] as SavedAlert[],
  made: [] as NewSubscription[],
  eyes: false,
  secrets: {},
};

vi.mock('./saved-store.ts', () => ({
  savedReportsOf: () => ({
    alerts: { all: async () => place.alerts },
    subscriptions: {
      list: async () => ({
        subscriptions: [],
        account: 'ana',
        mail: true,
        eyes: place.eyes,
        released: false,
        mayRelease: false,
      }),
      async add(_of: object, made: NewSubscription) {
        place.made.push(made);
        return place.secrets;
      },
    },
  }),
}));

const alert = (id: string, name: string): SavedAlert => ({
  id,
  name,
  figure: 'resolved',
  conditionText: 'below 5',
  to: [],
  owner: null,
  state: 'quiet',
  why: null,
  events: [],
});

async function open() {
  place.made.length = 0;
  render(
    <SubscribeDialog
      host={{} as Host}
      zone="UTC"
      dateFormat="D MMM YYYY"
      of={{ kind: 'dashboard', id: '1' }}
      name="Team"
      onClose={() => {}}
    />,
  );
  await screen.findByText(/Accounts get the figures|Everybody gets/);
  return { user: userEvent.setup(), when: screen.getByRole('combobox', { name: 'When' }) };
}

test('an alert of the reader can be what a subscription waits for', async () => {
  place.alerts = [alert('a1', 'Weeks'), alert('b2', 'Months')];
  const { user, when } = await open();
  await user.selectOptions(when, 'When an alert fires');
  expect(screen.queryByLabelText('Time (UTC)')).toBeNull();
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Alert' }),
    'Months: resolved below 5',
  );
  await user.click(screen.getByRole('checkbox', { name: 'Also when it is back' }));
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  await waitFor(() =>
    expect(place.made).toEqual([
      { event: 'alert', of: 'b2', back: true, to: ['ana'], file: 'none' },
    ]),
  );
});

test('a version that is released is one of a project', async () => {
  place.alerts = [];
  const { user, when } = await open();
  await user.selectOptions(when, 'When a version is released');
  const subscribe = screen.getByRole('button', { name: 'Subscribe' });
  await user.click(subscribe);
  expect(place.made).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Project' }), ' WEB ');
  await user.click(subscribe);
  await waitFor(() =>
    expect(place.made).toEqual([
      { event: 'version-released', of: 'WEB', to: ['ana'], file: 'none' },
    ]),
  );
});

test('a server that reads a Jira directly offers no events of stored data', async () => {
  place.alerts = [alert('a1', 'Weeks')];
  place.eyes = true;
  const { when } = await open();
  const names = within(when)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(names).toContain('When an alert fires');
  expect(names.filter(name => /version|sprint/.test(name ?? ''))).toEqual([]);
  place.eyes = false;
});

test('without an alert there is none to wait for, and a schedule needs a whole time', async () => {
  place.alerts = [];
  const { user, when } = await open();
  expect(screen.queryByRole('option', { name: 'When an alert fires' })).toBeNull();
  await user.selectOptions(when, 'Every Tuesday');
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  await waitFor(() =>
    expect(place.made).toEqual([{ cron: '0 8 * * 2', zone: 'UTC', to: ['ana'], file: 'none' }]),
  );
});

test('the secret of a webhook is selected by the keyboard, and closing asks until it was copied', async () => {
  place.secrets = { 'webhook:https://hooks.example.com/x': 'whsec_abc' };
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^webhook:/ });
  field.focus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'whsec_abc'.length]);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Keep open' }));
  field.focus();
  await user.copy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('The secret is not shown again.')).toBeNull();
  place.secrets = {};
});
