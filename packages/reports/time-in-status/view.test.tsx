import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { HOUR } from '@tallyboard/core/time/units.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { TestForm } from '@tallyboard/report-kit/testing/test-form.tsx';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import computeTimeInStatus from './compute.ts';
import formRules from './form.tsx';
import { BAD_CALENDAR, type TimeInStatusSettings, timeInStatusSettings } from './settings.ts';
import TimeInStatusView from './view.tsx';

const WEEK = { week: '2026-03-16' };
const NOW = context({ asOf: instantFromText('Mon 17:00', WEEK) });
const STORY = datasetFromText(
  `
  A-1 @ana "Write it" created:"Mon 09:00" | Mon 11:00 started | Mon 15:00 done
  A-2 @ana "Read it"  created:"Mon 09:00" | Mon 13:00 started
  A-3 @ben "Ship it"  created:"Mon 09:00"
`,
  WEEK,
);
const VIEW = datasetViewOf(STORY);

function show(init: Partial<TimeInStatusSettings> = {}) {
  const settings = { ...timeInStatusSettings.defaults, statusBy: 'status' as const, ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: TimeInStatusSettings) => void>();
  render(
    <TimeInStatusView
      result={computeTimeInStatus(STORY, settings, NOW).result}
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

const choose = async (user: ReturnType<typeof userEvent.setup>, field: string, option: string) =>
  user.selectOptions(screen.getByLabelText(field), option);

it('lists the issues, and the average of all', () => {
  show();
  expect(cellsOf(/Write it/)).toEqual(['2h', '4h', '2h']);
  expect(cellsOf(/Ship it/)).toEqual(['8h', '-', '-']);
  expect(cellsOf(/Average of all/)).toEqual(['4h 40m', '4h', '2h']);
});

describe('groups', () => {
  it('open at first by the setting, and close together', async () => {
    const { user } = show({ groupBy: 'assignee' });
    expect(await screen.findByText('Write it')).toBeTruthy();
    expect(cellsOf(/^.*Ana/)).toEqual(['2', '3h', '4h', '2h']);
    await user.click(screen.getByRole('button', { name: 'Collapse All' }));
    expect(screen.queryByText('Write it')).toBeNull();
  });

  it('a time opens the issues behind it, with what each took', async () => {
    const { user, onDrill } = show({ groupBy: 'assignee', showExpanded: false });
    await user.click(screen.getByRole('button', { name: /To Do · Ana, show issues/ }));
    const [drill] = onDrill.mock.calls[0] ?? [];
    expect(drill?.title).toBe('Average time · To Do · Ana');
    expect([...(drill?.figure.parts ?? [])]).toEqual([2 * HOUR, 4 * HOUR]);
    expect(drill?.part?.format(2.5 * HOUR)).toBe('2h 30m');
  });
});

it('columns, measure and graphs are switched at the table and kept as settings', async () => {
  const { user, settings, onSettings } = show();
  await user.click(screen.getByRole('button', { name: 'Show Columns' }));
  await user.click(screen.getByRole('checkbox', { name: 'In Progress', hidden: true }));
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, columns: ['Done', 'To Do'] });
  await choose(user, 'Time shown', 'Median');
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, measure: 'median' });
  await choose(user, 'Show Graphs', 'Heatmap');
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, graph: 'heat-map' });
});

it('done statuses have no colour; others one of all columns, or of their own column', () => {
  const heat = () =>
    within(screen.getByRole('row', { name: /Write it/ }))
      .getAllByRole('cell')
      .map(cell => /tb-heat--\d/.exec(cell.className)?.[0]);
  show({ graph: 'heat-map' });
  expect(heat()).toEqual(['tb-heat--3', 'tb-heat--4', undefined]);
  cleanup();
  show({ graph: 'heat-map', scale: 'column' });
  expect(heat()).toEqual(['tb-heat--3', 'tb-heat--5', undefined]);
});

it('shows the columns of the settings alone', () => {
  show({ columns: ['Done'] });
  expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
    'Issue',
    'Done',
  ]);
});

const SITE = { fields: STORY.fields, special: STORY.special, boards: [] };
const FORM = { schema: timeInStatusSettings, rules: formRules, site: SITE };

describe('the form', () => {
  it('offers Sprint, Epic and Team only where the site has them', () => {
    render(<TestForm {...FORM} />);
    const options = within(screen.getByLabelText('Group by'))
      .getAllByRole('option')
      .map(option => option.textContent);
    expect(options.slice(0, 4)).toEqual(['Ungrouped', 'Assignee', 'Project', 'Sprint']);
    expect(options).not.toContain('Epic');
    expect(options).not.toContain('Team');
  });

  it('keeps a comma that is being typed, and refuses a calendar that is none', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn<(settings: TimeInStatusSettings) => void>();
    render(<TestForm {...FORM} onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Show Advanced Settings' }));
    await user.type(screen.getByLabelText('Columns'), 'To Do, Done');
    expect(screen.getByLabelText('Columns')).toHaveProperty('value', 'To Do, Done');
    expect(onChange.mock.lastCall?.[0].columns).toEqual(['To Do', 'Done']);

    await choose(user, 'Calendar', 'Custom calendar');
    await user.click(screen.getByRole('radio', { name: 'Text' }));
    await user.clear(screen.getByLabelText('Calendar (JSON)'));
    await user.paste('{ nonsense');
    expect(screen.getByText(BAD_CALENDAR)).toBeTruthy();
    const [last] = onChange.mock.lastCall ?? [];
    expect(last && timeInStatusSettings.check(last)).toHaveLength(1);
  });
});
