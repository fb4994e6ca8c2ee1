import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import computeBreakdown from './compute.ts';
import { type BreakdownSettings, breakdownSettings } from './settings.ts';
import BreakdownView from './view.tsx';

const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });
const STORY = datasetFromText(`
  A-1 5pt @ana "Write it" | Tue done
  A-2 3pt @ana "Read it"
  A-3     @ben "Ship it"  | Tue done
`);
const VIEW = datasetViewOf(STORY);

function show(init: Partial<BreakdownSettings> = {}) {
  const settings = { ...breakdownSettings.defaults, ...init };
  render(
    <BreakdownView
      result={computeBreakdown(STORY, settings, NOW).result}
      settings={settings}
      context={NOW}
      compact={false}
      lite={false}
      dataset={VIEW}
      onSettings={vi.fn()}
      onDrill={vi.fn()}
    />,
  );
  return userEvent.setup();
}

const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(cell => cell.textContent);

it('opens groups to their issues, with what each adds to the figures', async () => {
  const user = show({ estimation: 'points' });
  expect(screen.queryByText('Write it')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Expand All' }));
  expect(await screen.findByText('Write it')).toBeTruthy();
  // Overdue, issues, all points, points resolved: the first issue is resolved, the second is not.
  expect(cellsOf(/Write it/).slice(2, 6)).toEqual(['-', '1', '5', '5']);
  expect(cellsOf(/Read it/).slice(2, 6)).toEqual(['-', '1', '3', '-']);
  await user.click(screen.getByRole('button', { name: 'Collapse All' }));
  expect(screen.queryByText('Write it')).toBeNull();
});

it('shows the status of an issue with its history', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Expand All' }));
  await user.click(await screen.findByRole('button', { name: /^Status history of A-2, / }));
  // jsdom does not know popovers and takes them for hidden, without a name.
  const history = screen.getByRole('dialog', { hidden: true });
  expect(await within(history).findByText('To Do')).toBeTruthy();
});

it('has no status bars by time', () => {
  show({ estimation: 'time' });
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByRole('columnheader', { name: /Total Estimate/ })).toBeTruthy();
});
