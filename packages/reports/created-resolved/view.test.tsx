import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import computeCreatedResolved from './compute.ts';
import { type CreatedResolvedSettings, createdResolvedSettings } from './settings.ts';
import CreatedResolvedView from './view.tsx';

const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });
const STORY = datasetFromText(`
  A-1 created:2026-03-02 | Tue done
  A-2 created:2026-03-02
  A-3 created:2026-01-10 | Tue done
`);
const day = (text: string) => parseDay(text);

function show(init: Partial<CreatedResolvedSettings> = {}) {
  const settings = { ...createdResolvedSettings.defaults, ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: CreatedResolvedSettings) => void>();
  render(
    <CreatedResolvedView
      result={computeCreatedResolved(STORY, settings, NOW).result}
      settings={settings}
      context={NOW}
      compact={false}
      lite={false}
      dataset={datasetViewOf(STORY)}
      onSettings={onSettings}
      onDrill={onDrill}
    />,
  );
  return { user: userEvent.setup(), onDrill, onSettings, settings };
}

it('shows the newest day first, and opens what a count counts', async () => {
  const { user, onDrill } = show();
  const table = screen.getByRole('table', { name: 'Created and resolved by day' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first?.textContent).toContain('Mar 4, 2026');
  expect(second?.textContent).toMatch(/Mar 3, 2026.*2.*−2/);
  await user.click(within(table).getByRole('button', { name: /Resolved · Mar 3, 2026/ }));
  const [drill] = onDrill.mock.calls[0] ?? [];
  expect(drill?.title).toBe('Resolved · Mar 3, 2026');
  expect([...(drill?.figure.issues ?? [])]).toEqual([0, 2]);
});

it('keeps the unit and the days in its settings', async () => {
  const { user, onSettings, settings } = show();
  await user.click(screen.getByRole('radio', { name: 'Month' }));
  expect(onSettings).toHaveBeenCalledWith({ ...settings, timeUnit: 'month' });
  fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '2026-01-01' } });
  const to = day('2026-03-04');
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, from: day('2026-01-01'), to });
  // A picker that is emptied falls back to today.
  fireEvent.change(screen.getByLabelText('End date'), { target: { value: '' } });
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, from: day('2026-02-03'), to });
  await user.click(screen.getByRole('button', { name: 'All dates' }));
  const all = { from: day('2026-01-10'), to: day('2026-03-03') };
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, ...all });
});

it('has no days to choose for hours and weekdays', () => {
  show({ timeUnit: 'weekday' });
  expect(screen.queryByLabelText('Start date')).toBeNull();
  expect(screen.queryByRole('columnheader', { name: /Running total/ })).toBeNull();
});

it('says which days of a month count', () => {
  show({ timeUnit: 'month', from: day('2026-02-10') });
  const table = screen.getByRole('table', { name: 'Created and resolved by month' });
  expect(within(table).getByText(/only Feb 10 – Feb 28/)).toBeTruthy();
});

it('offers all dates where nothing happened', async () => {
  const { user, onSettings, settings } = show({ from: day('2020-01-01'), to: day('2020-02-01') });
  expect(screen.getByText('No data.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all dates' }));
  const all = { from: day('2026-01-10'), to: day('2026-03-03') };
  expect(onSettings).toHaveBeenCalledWith({ ...settings, ...all });
});
