import type { AlertFigure, NewAlert, SavedAlerts } from '@tallyboard/hosts/saved/alerts.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import AlertDialog from './alert-dialog.tsx';

const figure = (key: string, name: string, unit = ''): AlertFigure => ({
  key,
  name,
  unit,
  text: null,
});

const FIGURES = [
  figure('resolved', 'Resolved'),
  { ...figure('attainment', 'Met'), text: '94%' },
  figure('within', 'Within service level', '%'),
  figure('days85', 'Done by, 85%'),
  figure('slow', 'Older than the 85th percentile'),
];

const made: NewAlert[] = [];
const alerts: SavedAlerts = {
  all: async () => [],
  list: async () => [],
  figures: async report => ({
    figures: report === 'plain' ? FIGURES.slice(0, 1) : FIGURES,
    series: [],
  }),
  backTest: async (_report, alert) => `Tried ${JSON.stringify(alert)}`,
  add: async (_report, alert) => void made.push(alert),
  remove: async () => {},
};

vi.mock('../../start/session.ts', () => ({ useSession: () => ({ host: {}, site: {} }) }));
vi.mock('./saved-store.ts', () => ({ savedReportsOf: () => ({ alerts }) }));

async function open(report = 'all') {
  made.length = 0;
  const user = userEvent.setup();
  const onClose = vi.fn();
  render(<AlertDialog report={report} name="Weekly" onClose={onClose} />);
  await screen.findByRole('option', { name: 'Resolved' });
  await user.type(screen.getByRole('textbox', { name: /^To/ }), 'ana@example.com');
  const when = screen.getByRole('combobox', { name: 'Alert when it' });
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add alert' });
  return { user, when, add };
}

const rest = { hold: 0, to: ['ana@example.com'] };

test('a limit may have another value at which the alert is over, on its other side', async () => {
  const { user, add } = await open();
  await user.type(screen.getByRole('spinbutton', { name: /^Limit/ }), '10');
  const back = screen.getByRole('spinbutton', { name: /^Back to normal at or below/ });
  await user.type(back, '12');
  await screen.findByText('Enter 10 or less.');
  expect(add.disabled).toBe(true);
  await user.clear(back);
  await user.type(back, '8');
  await user.click(screen.getByRole('button', { name: 'Try it on the last year' }));
  const alert = { figure: 'resolved', above: 10, back: 8, ...rest };
  await screen.findByText(`Tried ${JSON.stringify(alert)}`);
  await user.click(add);
  await waitFor(() => expect(made).toEqual([alert]));
});

test.each([
  ['is a service level below target', 'Target', '95', { figure: 'attainment', serviceLevel: 95 }],
  ['is a date after the target', 'Target', '2026-12-24', { figure: 'days85', after: '2026-12-24' }],
  ['has an issue older than its percentile', null, '', { figure: 'slow', overPercentile: true }],
])('%s', async (label, field, typed, asked) => {
  const { user, when, add } = await open();
  await user.selectOptions(when, label);
  if (field) {
    expect(add.disabled).toBe(true);
    await user.type(screen.getByLabelText(new RegExp(`^${field}`)), typed);
  }
  expect(screen.queryByRole('spinbutton', { name: /^Back to normal/ })).toBeNull();
  await user.click(add);
  await waitFor(() => expect(made).toEqual([{ ...asked, ...rest }]));
});

test('a report without such figures offers limits alone', async () => {
  const { when } = await open('plain');
  const labels = Array.from(when.querySelectorAll('option'), ({ textContent }) => textContent);
  expect(labels).toEqual(['is above', 'is below']);
});
