import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import computeByAssignee from './compute.ts';
import { type ByAssigneeSettings, byAssigneeSettings } from './settings.ts';
import ByAssigneeView from './view.tsx';

const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });
const STORY = datasetFromText(`
  A-1 5pt @ana created:2026-03-02 | Tue done
  A-2     @ana
  A-3     @ben
`);

function show(init: Partial<ByAssigneeSettings> = {}, data = STORY) {
  const settings = { ...byAssigneeSettings.defaults, ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: ByAssigneeSettings) => void>();
  render(
    <ByAssigneeView
      result={computeByAssignee(data, settings, NOW).result}
      settings={settings}
      context={NOW}
      compact={false}
      lite={false}
      dataset={datasetViewOf(data)}
      onSettings={onSettings}
      onDrill={onDrill}
    />,
  );
  return { user: userEvent.setup(), onDrill, onSettings, settings };
}

const times = { mode: 'resolution-time', chart: 'average-time' } as const;

it('switches the chart and the estimation, and opens counts', async () => {
  const { user, onDrill, onSettings, settings } = show();
  await user.click(screen.getByRole('radio', { name: 'Percent Resolved' }));
  expect(onSettings).toHaveBeenCalledWith({ ...settings, chart: 'percent-resolved' });
  await user.click(screen.getByRole('radio', { name: 'Story Points' }));
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, estimation: 'points' });
  // There is no time, so there is nothing to choose it for.
  expect(screen.queryByRole('radio', { name: 'Time Tracking' })).toBeNull();
  const table = screen.getByRole('table', { name: 'Created and resolved by assignee' });
  await user.click(within(table).getByRole('button', { name: /Issues · Ana/ }));
  expect([...(onDrill.mock.calls[0]?.[0].figure.issues ?? [])]).toEqual([0, 1]);
});

it('has two charts and no estimation for resolution time', () => {
  show(times);
  const names = screen.getAllByRole('radio').map(radio => radio.closest('label')?.textContent);
  expect(names).toEqual(['Average Resolution Time', 'Compared to Average']);
  const table = screen.getByRole('table', { name: 'Resolution time by assignee' });
  // A day, shown in hours since nothing took longer than two.
  expect(within(table).getByRole('row', { name: /Ana/ }).textContent).toContain('24.0');
  expect(within(table).queryByRole('row', { name: /Ben/ })).toBeNull();
});

it('says so where there is nothing', () => {
  show(times, datasetFromText('A-1 @ana'));
  expect(screen.getByText('No data.')).toBeTruthy();
});

it('charts the first fifteen people, and all on demand', async () => {
  const lines = Array.from({ length: 17 }, (_, i) => `A-${i + 1} @person${i + 1}`);
  const { user } = show({}, datasetFromText(lines.join('\n')));
  expect(screen.getByText(/The first 15 of 17 assignees/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getByRole('button', { name: 'Show the first 15' })).toBeTruthy();
});
