import { context, dataset, issue, issueType } from '@tallyboard/core/testing/builders.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import computeIssuesBy from './compute.ts';
import { issuesBySettings } from './settings.ts';
import IssuesByView from './view.tsx';

const NOW = context();

afterEach(cleanup);

function show(field: string, label: string, types: readonly string[]) {
  const data = dataset(
    types.map((type, index) =>
      issue({ key: `A-${index + 1}`, type: issueType(type), votes: index }),
    ),
  );
  const settings = { ...issuesBySettings.defaults, field, label };
  const onDrill = vi.fn<(drill: Drill) => void>();
  render(
    <IssuesByView
      result={computeIssuesBy(data, settings, NOW).result}
      settings={settings}
      context={NOW}
      compact={false}
      lite={false}
      dataset={datasetViewOf(data)}
      onSettings={() => undefined}
      onDrill={onDrill}
    />,
  );
  return { user: userEvent.setup(), onDrill };
}

const chart = () => screen.queryByRole('figure', { name: 'Chart' });

it('says how many values and issues there are, and opens the issues of a value', async () => {
  const { user, onDrill } = show('issuetype', 'Issue Type', ['Bug', 'Task', 'Bug']);
  expect(screen.getByText(/values/).textContent).toBe('2 values');
  expect(screen.getByRole('button', { name: /^3\s*Issues by Issue Type/ })).toBeTruthy();
  expect(chart()).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Issues by Issue Type' });
  await user.click(within(table).getByRole('button', { name: /Issues · Bug/ }));
  const [drill] = onDrill.mock.calls[0] ?? [];
  expect(drill?.title).toBe('Issues · Bug');
  expect([...(drill?.figure.issues ?? [])]).toEqual([0, 2]);
});

it('adds up votes', async () => {
  const { user, onDrill } = show('votes', 'Votes', ['Bug', 'Bug', 'Bug']);
  await user.click(screen.getByRole('button', { name: /^3\s*votes/ }));
  expect([...(onDrill.mock.calls[0]?.[0].figure.parts ?? [])]).toEqual([0, 1, 2]);
});

it.each([
  ['one value', 1, 'issuetype', false],
  ['two values', 2, 'issuetype', true],
  ['21 values', 21, 'issuetype', true],
  ['22 values', 22, 'issuetype', false],
  ['keys', 3, 'key', false],
  ['summaries', 3, 'summary', false],
])('charts %s or not', (_what, count, field, charted) => {
  show(
    field,
    'Field',
    Array.from({ length: count }, (_, index) => `Type ${index}`),
  );
  expect(chart() !== null).toBe(charted);
});

it('says so where there is nothing', () => {
  show('status', 'Status', []);
  expect(screen.getByText('No data.')).toBeTruthy();
});
