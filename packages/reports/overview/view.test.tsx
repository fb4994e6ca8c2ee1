import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import computeOverview from './compute.ts';
import { type OverviewSettings, overviewSettings } from './settings.ts';
import OverviewView from './view.tsx';

const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });
const STORY = datasetFromText(
  [
    'DONE-1 5pt @ana | Tue done',
    'DONE-2 @ben     | Tue done',
    ...Array.from({ length: 13 }, (_, i) => `LATE-${i + 1} Bug 1pt @ana due:2026-03-02`),
  ].join('\n'),
);

function show(init: { settings?: Partial<OverviewSettings>; lite?: boolean } = {}) {
  const settings = { ...overviewSettings.defaults, ...init.settings };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: OverviewSettings) => void>();
  render(
    <OverviewView
      result={computeOverview(STORY, settings, NOW).result}
      settings={settings}
      context={NOW}
      compact={false}
      lite={init.lite ?? false}
      dataset={datasetViewOf(STORY)}
      onSettings={onSettings}
      onDrill={onDrill}
    />,
  );
  const keysOf = (drill: Drill | undefined) =>
    Array.from(drill?.figure.issues ?? [], row => STORY.issues[row]?.key);
  return { user: userEvent.setup(), onDrill, onSettings, settings, keysOf };
}

describe('progress', () => {
  it('says resolved of all in whole percent, and opens the resolved issues', async () => {
    const { user, onDrill, keysOf } = show();
    const line = screen.getByRole('heading', { name: 'Resolved' }).parentElement;
    expect(line?.textContent).toContain('13%');
    expect(line?.textContent).toContain('Last 30 days 2 none before');
    await user.click(screen.getByRole('button', { name: /Resolved issues, show issues/ }));
    const [drill] = onDrill.mock.calls[0] ?? [];
    expect(drill?.title).toBe('Resolved issues');
    expect(keysOf(drill)).toEqual(['DONE-1', 'DONE-2']);
  });

  it('hides and shows the status bars by the setting', async () => {
    const { user, onSettings, settings } = show();
    expect(screen.getByRole('group', { name: 'Status categories, Resolved' })).toBeTruthy();
    await user.click(screen.getByRole('switch', { name: 'Show status bars' }));
    expect(onSettings).toHaveBeenCalledWith({ ...settings, showStatusBars: false });
    cleanup();
    show({ settings: { showStatusBars: false } });
    expect(screen.queryByRole('group', { name: /Status categories/ })).toBeNull();
    // Nothing is in progress: the percent stands beside the bar.
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

it('lists the three most urgent issues, each opening in the host, and the others in the drawer', async () => {
  const { user, onDrill } = show();
  const list = screen.getByRole('region', { name: 'Overdue' });
  const links = await within(list).findAllByRole('link');
  expect(links).toHaveLength(3);
  expect(links[0]?.getAttribute('href')).toMatch(/^https:\/\/jira\.example\.com\/browse\/LATE-/);
  expect(within(list).getAllByText(/^\d+ d late$/)).toHaveLength(3);
  await user.click(within(list).getByRole('button', { name: /^\+\d+ more/ }));
  expect(onDrill.mock.calls[0]?.[0]).toMatchObject({ title: 'Overdue', shows: 'due' });
});

describe('breakdowns', () => {
  it('has a table by assignee, project and the Other switch', async () => {
    const { user, onSettings, settings, onDrill, keysOf } = show();
    const table = await screen.findByRole('table', { name: 'By Assignee' });
    const ana = within(table).getByRole('row', { name: /Ana/ });
    // Status, percent resolved, overdue, issues.
    const cells = within(ana).getAllByRole('cell');
    expect(cells.slice(1, 4).map(cell => cell.textContent)).toEqual(['7.1', '13', '14']);
    await user.click(within(ana).getByRole('button', { name: /^1\s*Resolved · Ana/ }));
    expect(keysOf(onDrill.mock.calls[0]?.[0])).toEqual(['DONE-1']);
    expect(screen.getByRole('table', { name: 'By Project' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Sprint' }));
    expect(onSettings).toHaveBeenCalledWith({ ...settings, other: 'sprint' });
  });

  it('offers only the estimations that the issues have', () => {
    show();
    expect(screen.getByRole('radio', { name: 'Story Points' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Time Tracking' })).toBeNull();
  });

  it('are not in Lite, which says where they are', async () => {
    show({ lite: true });
    expect(screen.queryByRole('table')).toBeNull();
    expect(await screen.findByRole('link', { name: 'Tallyboard Standard' })).toBeTruthy();
  });
});

it('has the first breakdown at once, and room for the others until the page is idle', async () => {
  let becomeIdle = () => {};
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    becomeIdle = callback;
  });
  vi.stubGlobal('cancelIdleCallback', () => {});
  show();
  const tables = () => screen.queryAllByRole('table').length;
  await screen.findByRole('table', { name: 'By Assignee' });
  const count = document.querySelectorAll('.tb-overview__table').length;
  expect(count).toBeGreaterThan(1);
  // Pictures and files are taken when nothing says that it still comes.
  const coming = () => document.querySelectorAll('.tb-overview__table[aria-busy="true"]').length;
  expect([tables(), coming()]).toEqual([1, count - 1]);
  act(() => becomeIdle());
  expect([tables(), coming()]).toEqual([count, 0]);
});
