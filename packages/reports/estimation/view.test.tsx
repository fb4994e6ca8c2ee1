import { context, dataset, issue, user } from '@tallyboard/core/testing/builders.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import computeEstimation from './compute.ts';
import { type EstimationSettings, estimationSettings } from './settings.ts';
import EstimationView from './view.tsx';

const NOW = context();
const H = 3600;
const WORK = dataset([
  issue({ key: 'A-1', assignee: user('Ana'), originalSeconds: 10 * H, spentSeconds: 4 * H }),
  issue({ key: 'A-2', assignee: user('Ana'), spentSeconds: 30 * 60 }),
  issue({ key: 'A-3', assignee: user('Ben'), spentSeconds: 9 * H, originalSeconds: 6 * H }),
]);
const VIEW = datasetViewOf(WORK);
const ALL = {
  percentResolved: true,
  spent: true,
  actual: true,
  actualOfEstimated: true,
  original: true,
  error: true,
  remaining: true,
};

function show(init: Partial<EstimationSettings> = {}, lite = false) {
  const settings = { ...estimationSettings.defaults, columns: ALL, ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: EstimationSettings) => void>();
  render(
    <EstimationView
      result={computeEstimation(WORK, settings, NOW).result}
      settings={settings}
      context={NOW}
      compact={false}
      lite={lite}
      dataset={VIEW}
      onSettings={onSettings}
      onDrill={onDrill}
    />,
  );
  return { user: userEvent.setup(), onDrill, onSettings, settings };
}

const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(cell => cell.textContent?.replace(/ [A-Z].*show issues$/, ''));

it('has a row a group in the seven columns, first the error with its times, a dash where there is nothing', () => {
  show();
  expect(cellsOf(/^Ana/)).toEqual(['60%', '10h', '4h', '0%', '4h 30m', '4h 30m', '-']);
  expect(cellsOf(/^Ben/)).toEqual(['−50%', '6h', '9h', '0%', '9h', '9h', '-']);
  expect(cellsOf(/^Total/)).toEqual(['19%', '16h', '13h', '0%', '13h 30m', '13h 30m', '-']);
  const folded = [...document.querySelectorAll('thead .tb-table__folds')];
  expect(folded.map(head => head.textContent)).toEqual([
    'Time spent',
    'Spent + remaining',
    'Remaining estimate',
  ]);
});

it('charts actual time against the estimate, each point with its issue', async () => {
  const { user, onDrill } = show();
  const plot = screen.getByRole('group', { name: /^Spent \+ remaining against original estimate/ });
  plot.focus();
  await user.keyboard('{ArrowRight}');
  const read = () => document.querySelector('[aria-live]')?.textContent;
  expect(read()).toBe(
    'A-3, Original estimate 6h, Spent + remaining 9h, 50% over estimate. Summary of A-3',
  );
  await user.keyboard('{ArrowRight}{Enter}');
  expect(read()).toContain('60% under estimate');
  expect([...(onDrill.mock.calls[0]?.[0].figure.issues ?? [])]).toEqual([0]);
});

it('draws bars against the largest group', () => {
  show();
  const bars = (name: RegExp) =>
    [
      ...screen.getByRole('row', { name }).querySelectorAll<HTMLElement>('.tb-percent__bar > span'),
    ].map(bar => bar.style.width);
  expect(bars(/^Ben/)[4]).toBe('100%');
  expect(bars(/^Ana/)[4]).toBe('50%');
});

it('opens groups to their issues, all at once and back', async () => {
  const { user: reader } = show();
  await reader.click(screen.getByRole('button', { name: 'Expand All' }));
  expect(await screen.findByText('Summary of A-2')).toBeTruthy();
  expect(cellsOf(/Summary of A-2/)).toEqual(['-', '-', '-', '0%', '30m', '30m', '-']);
  await reader.click(screen.getByRole('button', { name: 'Collapse All' }));
  expect(screen.queryByText('Summary of A-2')).toBeNull();
});

it('opens a figure with the time of each issue, and the error with what was saved', async () => {
  const { user: reader, onDrill } = show();
  const ana = within(screen.getByRole('row', { name: /^Ana/ }));
  await reader.click(ana.getByRole('button', { name: /Time spent · Ana/ }));
  const [drill] = onDrill.mock.calls[0] ?? [];
  expect([...(drill?.figure.issues ?? [])]).toEqual([0, 1]);
  expect(drill?.part?.format(4 * H)).toBe('4h');
  await reader.click(ana.getByRole('button', { name: /Estimate error · Ana/ }));
  const [error] = onDrill.mock.calls[1] ?? [];
  expect([...(error?.figure.parts ?? [])]).toEqual([6 * H]);
});

it('groups by what is chosen, and shows all together in the overview', async () => {
  const { user: reader, onSettings, settings } = show();
  const choice = screen.getByLabelText('Group logged time by');
  await reader.selectOptions(choice, 'Fix Version/s');
  expect(onSettings).toHaveBeenCalledWith({ ...settings, groupBy: 'fix-version' });
  cleanup();
  show({ groupBy: null }, true);
  expect(screen.queryByRole('treegrid')).toBeNull();
  expect(screen.getByRole('button', { name: /13h 30m ?Time spent/ })).toBeTruthy();
  expect(screen.getByText('Estimation is part of Standard')).toBeTruthy();
});
