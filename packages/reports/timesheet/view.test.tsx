import { context, dataset, issue, user } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import computeTimesheet from './compute.ts';
import { type TimesheetSettings, timesheetSettings } from './settings.ts';
import TimesheetView from './view.tsx';

/** Friday 6 March 2026; the week from Saturday. */
const NOW = context({ asOf: Date.UTC(2026, 2, 6, 17) });
const STORY = datasetFromText(`
  A-1 "First"  | Mon 2h by Ana "Planned" | Tue 1h by Ben
  A-2 "Second" | Tue 8h by Ana
`);

afterEach(() => {
  vi.useRealTimers();
});

interface Init {
  readonly settings?: Partial<TimesheetSettings>;
  readonly data?: typeof STORY;
  readonly compact?: boolean;
}

function show({ settings: init = {}, data = STORY, compact = false }: Init = {}) {
  const settings: TimesheetSettings = { ...timesheetSettings.defaults, daySpan: 7, ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: TimesheetSettings) => void>();
  const element = (current: TimesheetSettings) => (
    <TimesheetView
      result={computeTimesheet(data, current, NOW).result}
      settings={current}
      context={NOW}
      compact={compact}
      lite={false}
      dataset={datasetViewOf(data)}
      onSettings={onSettings}
      onDrill={onDrill}
    />
  );
  const { rerender } = render(element(settings));
  const arrive = (change: Partial<TimesheetSettings>) =>
    rerender(element({ ...settings, ...change }));
  return { onDrill, onSettings, settings, arrive };
}

/** The row of a group by its name; the totals are 'Total'. */
function rowOf(name: string) {
  const head = screen.getAllByRole('rowheader').find(each => each.textContent?.includes(name));
  const row = head?.closest('tr');
  if (!row) throw new Error(`There is no row of ${name}.`);
  return row;
}

const cellsOf = (name: string) =>
  within(rowOf(name))
    .getAllByRole('cell')
    .map(cell => cell.textContent?.replace(/ \S+ · .*show issues/, '').trim());
const cell = (name: string, column: number) => within(rowOf(name)).getAllByRole('cell')[column];

describe('a week of two people', () => {
  it('has a row each, total, days and average; a dash where nothing was logged', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Feb 28, 2026 – Mar 6, 2026' })).toBeTruthy();
    expect(cellsOf('Ana')).toEqual(['10h', '-', '-', '2h', '8h', '-', '-', '-', '2h']);
    expect(cellsOf('Total')[0]).toBe('11h');
  });

  it('gives long times the room that they need, alike for each day', () => {
    const width = (name: string) => {
      const { style } = screen.getByRole('columnheader', { name });
      return Number.parseInt(style.getPropertyValue('--tb-column'), 10);
    };
    show();
    expect([width('Mo 2'), width('Tu 3'), width('Total')]).toEqual([60, 60, 84]);
    cleanup();
    // '1w 1d 7h 30m' of a day, and '1w 2d 7h 30m' in all.
    const data = datasetFromText('A-1 "First" | Mon 55.5h by Ana | Tue 8h by Ana');
    show({ data, settings: { style: 'weeks' } });
    expect([width('Mo 2'), width('Tu 3'), width('Total')]).toEqual([96, 96, 96]);
  });

  it('has the part of the largest day under the totals, unless hidden', () => {
    show({ settings: { hideMax: false } });
    expect(cell('Total', 3)?.textContent).toContain('22%');
    expect(cell('Total', 4)?.textContent).toContain('100%');
    cleanup();
    show({ settings: { hideMax: true, hideAverage: true } });
    expect(screen.queryByText('% of max day')).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Average' })).toBeNull();
  });

  it('opens a cell to its issues', async () => {
    const { onDrill } = show();
    await userEvent.setup().click(screen.getByRole('button', { name: /Mar 3, 2026 · Ana/ }));
    const [drill] = onDrill.mock.calls[0] ?? [];
    expect(drill?.title).toBe('Mar 3, 2026 · Ana');
    expect([...(drill?.figure.issues ?? [])]).toEqual([1]);
  });

  it('says on hover what was done', () => {
    show();
    const hint = (column: number) =>
      cell('Ana', column)?.querySelector('[data-tb-tooltip]')?.getAttribute('data-tb-tooltip');
    expect(hint(3)).toBe('A-1: Planned');
    expect(hint(4)).toBe('A-2: Second');
  });

  it('shades the weekend, marks today, and warms cells in five levels', () => {
    show({ settings: { heatMap: true } });
    expect(cell('Ana', 1)?.className).toContain('tb-timesheet__off');
    expect(cell('Ana', 3)?.className).toContain('tb-heat--2');
    expect(cell('Ana', 4)?.className).toContain('tb-heat--5');
    expect(cell('Ben', 4)?.className).toContain('tb-heat--1');
    expect(screen.getByRole('columnheader', { name: 'Fr 6' }).className).toContain('today');
  });

  it('shows percent of the working time of people, by day alone', () => {
    show({ settings: { view: 'percent' } });
    expect(cellsOf('Ana')).toEqual([
      '10h',
      '0%',
      '0%',
      '25%',
      '100%',
      '0%',
      '0%',
      '0%',
      '40h',
      '25%',
    ]);
    // 9 of the 16 hours of two people.
    expect(cellsOf('Total')[4]).toMatch(/^56%/);
    cleanup();
    show({ settings: { view: 'percent', unit: 'week' } });
    expect(screen.queryByRole('radio', { name: '%' })).toBeNull();
    cleanup();
    show({ settings: { groupBy: 'project' } });
    expect(screen.queryByRole('radio', { name: '%' })).toBeNull();
  });

  it('opens to issues and, where asked for, descriptions', async () => {
    show({ settings: { view: 'detailed', descriptions: 'report' } });
    expect(screen.getByText('Planned')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'First' })).toHaveLength(2);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Collapse All' }));
    expect(screen.queryByText('First')).toBeNull();
  });
});

describe('navigation', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const day = (text: string) => ({ day: parseDay(text) ?? 0 });

  it('shows where it goes at once, and reloads when the reader has arrived', () => {
    const { onSettings, settings, arrive } = show();
    press('Previous week');
    press('Previous day');
    expect(screen.getByRole('heading', { name: 'Feb 20, 2026 – Feb 26, 2026' })).toBeTruthy();
    act(() => vi.advanceTimersByTime(499));
    expect(onSettings).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));
    expect(onSettings.mock.calls).toEqual([[{ ...settings, end: day('2026-02-26') }]]);
    arrive({ end: day('2026-02-26') });
    press('Today');
    act(() => vi.advanceTimersByTime(500));
    expect(onSettings).toHaveBeenLastCalledWith({ ...settings, end: 'today' });
  });

  it('asks for nothing when it comes back to where it was', () => {
    const { onSettings } = show({ settings: { end: day('2026-03-06') } });
    press('Next day');
    press('Previous day');
    act(() => vi.advanceTimersByTime(1000));
    expect(onSettings).not.toHaveBeenCalled();
  });

  it('goes back to the shown days while others still load', () => {
    const { onSettings, settings, arrive } = show();
    const now = screen.getByRole('heading', { level: 3 }).textContent;
    press('Previous week');
    act(() => vi.advanceTimersByTime(500));
    press('Today');
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe(now);
    act(() => vi.advanceTimersByTime(500));
    expect(onSettings).toHaveBeenCalledTimes(2);
    expect(onSettings).toHaveBeenLastCalledWith({ ...settings, end: 'today' });
    arrive({ end: 'today' });
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe(now);
  });

  it('goes by months in a month, and by weeks where weeks are full', () => {
    show({ settings: { unit: 'month', end: day('2026-01-31') } });
    press('Next month');
    expect(screen.getByRole('heading', { name: 'Feb 1, 2026 – Feb 28, 2026' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'This Month' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Next week' })).toBeNull();
    cleanup();
    show({ settings: { fullWeeks: true } });
    expect(screen.queryByRole('button', { name: 'Next day' })).toBeNull();
  });
});

it('says that nothing was logged, and keeps the way to other days', () => {
  show({ data: dataset([]) });
  expect(screen.getByText('No logged time.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Previous week' })).toBeTruthy();
});

it('names authors of the filter who are not there', () => {
  show({ settings: { authors: '"Zoe Quinn", "Ana"' } });
  expect(screen.getByText(/No work logged by Zoe Quinn/)).toBeTruthy();
});

it('leaves to the form of a gadget what a page lets the reader choose', () => {
  show({ compact: true });
  expect(screen.queryByLabelText('Group logged time by')).toBeNull();
  expect(screen.getByRole('switch', { name: 'Heatmap' })).toBeTruthy();
});

it('draws only the people in sight of a long list', () => {
  const logs = Array.from({ length: 200 }, (_, index) => ({
    id: String(index),
    created: null,
    started: NOW.asOf,
    spentSeconds: 60,
    author: user(`Person ${index}`),
    comment: '',
  }));
  show({ data: dataset([issue({ worklogs: logs })]), settings: { unit: 'month' } });
  expect(screen.getAllByRole('row').length).toBeLessThan(100);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('201');
});
