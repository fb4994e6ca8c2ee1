import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import computeAge from './compute.ts';
import { type AgeSettings, ageSettings } from './settings.ts';
import AgeView from './view.tsx';

const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });
const STORY = datasetFromText(`
  A-1 "Write it" created:"2026-02-01 12:00"
  A-2 "Read it"  created:"2026-02-22 12:00"
  A-3 "Ship it"  created:"2026-03-02 12:00"
`);
const VIEW = datasetViewOf(STORY);

function show(init: Partial<AgeSettings> = {}) {
  const settings = { ...ageSettings.defaults, ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: AgeSettings) => void>();
  render(
    <AgeView
      result={computeAge(STORY, settings, NOW).result}
      settings={settings}
      context={NOW}
      compact={false}
      lite={false}
      dataset={VIEW}
      onSettings={onSettings}
      onDrill={onDrill}
    />,
  );
  return { user: userEvent.setup(), settings, onDrill, onSettings };
}

const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(cell => (cell.querySelector('.tb-figure')?.firstChild ?? cell).textContent);

it('shows periods that open to their issues', async () => {
  const { user } = show();
  // Status, issues, median, 85th percentile, oldest, mean, dates.
  expect(cellsOf(/February 2026/).slice(1)).toEqual([
    '2',
    '20.5',
    '31.0',
    '31.0',
    '20.5',
    'Feb 1 – Feb 22',
  ]);
  expect(screen.queryByText('Write it')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Expand All' }));
  expect(await screen.findByText('Write it')).toBeTruthy();
  expect(cellsOf(/Write it/).slice(1)).toEqual(['', '31.0', '', '', '', 'Feb 1, 2026']);
  expect(cellsOf(/All issues/).slice(1, 3)).toEqual(['3', '10.0']);
});

it('charts the ages, each band with its issues', async () => {
  const { user, onDrill } = show();
  const plot = screen.getByRole('group', { name: /^Age of unresolved issues/ });
  expect(screen.getByText('Median 10 d')).toBeTruthy();
  plot.focus();
  await user.keyboard('{ArrowRight}{Enter}');
  const [drill] = onDrill.mock.calls[0] ?? [];
  expect(drill?.title).toBe('Age of unresolved issues · 2 – 4 days');
  expect([...(drill?.figure.issues ?? [])]).toEqual([2]);
});

it('the oldest opens the one issue that it is', async () => {
  const { user, onDrill } = show();
  await user.click(screen.getByRole('button', { name: /Oldest · February 2026, show issues/ }));
  const [drill] = onDrill.mock.calls[0] ?? [];
  expect([...(drill?.figure.issues ?? [])]).toEqual([0]);
  expect(drill?.part?.format(31)).toBe('31.0');
});

it('order and periods are settings', async () => {
  const { user, settings, onSettings } = show();
  await user.click(screen.getByRole('radio', { name: 'Week' }));
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, period: 'week' });
  await user.click(screen.getByRole('switch', { name: 'Newest first' }));
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, newestFirst: true });
});
