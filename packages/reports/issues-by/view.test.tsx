import { context, dataset, issue, issueType } from '@tallyboard/core/testing/builders.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import computeIssuesBy from './compute.ts';
import { issuesByHeadline } from './headline.ts';
import { type IssuesBySettings, issuesBySettings } from './settings.ts';
import IssuesByView from './view.tsx';

const NOW = context();

function show(
  field: string,
  label: string,
  types: readonly string[],
  init: Partial<IssuesBySettings> = {},
) {
  const data = dataset(
    types.map((type, index) =>
      issue({ key: `A-${index + 1}`, type: issueType(type), votes: index }),
    ),
  );
  const settings = { ...issuesBySettings.defaults, field, label, ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: IssuesBySettings) => void>();
  const { result } = computeIssuesBy(data, settings, NOW);
  render(
    <IssuesByView
      result={result}
      settings={settings}
      context={NOW}
      compact={false}
      lite={false}
      dataset={datasetViewOf(data)}
      onSettings={onSettings}
      onDrill={onDrill}
    />,
  );
  const headline = () => issuesByHeadline(result) ?? { figures: [] };
  return { user: userEvent.setup(), onDrill, onSettings, settings, headline };
}

const chart = () => screen.queryByRole('figure', { name: 'Chart' });
const bars = () => chart()?.querySelector('rect') ?? null;
const ring = () => chart()?.querySelector('.tb-chart__center') ?? null;

it('says how many values and issues there are, and opens the issues of a value', async () => {
  const { user, onDrill, headline } = show('issuetype', 'Issue Type', ['Bug', 'Task', 'Bug']);
  expect(headline().figures.map(({ label, text }) => [label, text])).toEqual([
    ['Issues', '3'],
    ['Values', '2'],
  ]);
  expect(headline().sentence).toBe('Most common: Bug, 2 (67%).');
  const texts = [...(chart()?.querySelectorAll('.tb-chart__value') ?? [])];
  expect(texts.map(each => each.textContent)).toEqual(['2 · 67%', '1 · 33%']);
  const table = screen.getByRole('table', { name: 'Issues by Issue Type' });
  await user.click(within(table).getByRole('button', { name: /Issues · Bug/ }));
  const [drill] = onDrill.mock.calls[0] ?? [];
  expect(drill?.title).toBe('Issues · Bug');
  expect([...(drill?.figure.issues ?? [])]).toEqual([0, 2]);
});

it('adds up votes', () => {
  const { headline } = show('votes', 'Votes', ['Bug', 'Bug', 'Bug']);
  const votes = headline().figures.find(({ label }) => label === 'Votes');
  expect(votes?.text).toBe('3');
  expect([...(votes?.drill?.figure.parts ?? [])]).toEqual([0, 1, 2]);
});

it.each([
  ['one value', 1, 'issuetype', false, false],
  ['two values', 2, 'issuetype', true, true],
  ['21 values', 21, 'issuetype', true, true],
  ['22 values', 22, 'issuetype', true, false],
  ['keys', 3, 'key', false, false],
  ['summaries', 3, 'summary', false, false],
])('charts %s or not', (_what, count, field, hasBars, hasRing) => {
  const types = Array.from({ length: count }, (_, index) => `Type ${index}`);
  show(field, 'Field', types);
  expect(bars() !== null).toBe(hasBars);
  cleanup();
  show(field, 'Field', types, { chart: 'donut' });
  expect(ring() !== null).toBe(hasRing);
});

it('has the donut as a second view', async () => {
  const { user, onSettings, settings } = show('issuetype', 'Type', ['Bug', 'Task']);
  await user.click(screen.getByRole('radio', { name: 'Donut' }));
  expect(onSettings).toHaveBeenCalledWith({ ...settings, chart: 'donut' });
});

it('the donut has values and shares in its legend', async () => {
  const { user } = show('issuetype', 'Type', ['Bug', 'Bug', 'Task'], { chart: 'donut' });
  await user.click(screen.getByRole('button', { name: 'Bug 2 · 67%' }));
  expect(screen.getByRole('button', { name: 'Bug' }).ariaPressed).toBe('false');
  // Of all issues, as the bars.
  expect(screen.getByRole('button', { name: 'Task 1 · 33%' })).toBeTruthy();
});

it('charts the first fifteen values, and all on demand', async () => {
  const types = Array.from({ length: 20 }, (_, index) => `Type ${index}`);
  const { user } = show('issuetype', 'Type', types);
  const count = () => document.querySelectorAll('.tb-chart rect').length;
  expect(count()).toBe(15);
  expect(screen.getByText(/The first 15 of 20 bars/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(count()).toBe(20);
});

it('says so where there is nothing', () => {
  show('status', 'Status', []);
  expect(screen.getByText('No data.')).toBeTruthy();
});
