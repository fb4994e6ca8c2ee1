import type { Version } from '@tallyboard/core/model/issue.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import computeProgramme from './compute.ts';
import { programmeHeadline } from './headline.ts';
import { dateName, keptText } from './row/row-text.ts';
import { type ProgrammeSettings, programmeSettings } from './settings.ts';
import { programmeTable } from './table.ts';
import { rowState, worstFirst } from './timeline/timeline-rows.ts';
import ProgrammeView from './view.tsx';

const NOW = context({ asOf: instantFromText('2026-05-20 12:00') });
const STORY = datasetFromText(`
  E-1 Epic created:2026-03-01 due:2026-06-30 "Checkout"
  E-2 Epic created:2026-03-01 "تجربة الدفع"
  E-3 Epic created:2026-03-01 "Over"
  A-1 3pt epic:E-1 created:2026-03-10 due:2026-06-01 | 2026-03-12 started | 2026-05-01 done
  A-2     epic:E-1 created:2026-05-06 due:2026-06-01 | 2026-05-10 blocked by B-1 | 2026-05-11 blocked by X-9
  B-1 2pt epic:E-2 created:2026-03-10 due:2026-07-01
  C-1 2pt epic:E-3 created:2026-03-10 | 2026-03-12 started | 2026-03-20 done
`);

function show(init: Partial<ProgrammeSettings> = {}, compact = false, story = STORY) {
  const settings: ProgrammeSettings = { ...programmeSettings.defaults, measure: 'points', ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: ProgrammeSettings) => void>();
  const { result } = computeProgramme(story, settings, NOW);
  render(
    <ProgrammeView
      settings={settings}
      context={NOW}
      compact={compact}
      lite={false}
      onDrill={onDrill}
      onSettings={onSettings}
      result={result}
      dataset={{ ...datasetViewOf(story), statuses: async () => [] }}
    />,
  );
  return { user: userEvent.setup(), result, onDrill, onSettings };
}

const keysOf = (drill: Drill | undefined) =>
  Array.from(drill?.figure.issues ?? [], row => STORY.issues[row]?.key);

it('draws the open rows, and reads and opens them by keys', async () => {
  const { user, onSettings } = show();
  const timeline = screen.getByRole('region', { name: 'Timeline' });
  const data = within(timeline).getByRole('table', { name: 'Timeline' });
  expect(within(data).getAllByRole('row')).toHaveLength(3);
  expect(within(data).getByRole('row', { name: /E-1 Checkout .*Jun 30, 2026/ })).toBeTruthy();
  expect(within(timeline).getByText(/1 done row is not drawn/)).toBeTruthy();
  within(timeline).getByRole('group').focus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onSettings).toHaveBeenCalledWith(expect.objectContaining({ growthOf: 'E-1' }));
  const detail = screen.getByRole('region', { name: 'E-1 Checkout' });
  expect(detail).toBe(document.activeElement);
  await user.click(within(detail).getByRole('button', { name: 'Close E-1 Checkout' }));
  expect(within(timeline).getByRole('group')).toBe(document.activeElement);
});

it('tells of one row what it waits for, and opens the issues of its figures', async () => {
  const { user, result, onDrill } = show({ growthOf: 'E-1' });
  const detail = screen.getByRole('region', { name: 'E-1 Checkout' });
  const waits = within(detail).getByRole('table', { name: 'Dependencies of E-1 Checkout' });
  expect(within(waits).getByRole('row', { name: /A-2.*Conflict.*B-1.*Jul 1, 2026/ })).toBeTruthy();
  expect(
    within(waits).getByRole('row', { name: /Without dates.*X-9.*not among the loaded/ }),
  ).toBeTruthy();
  await user.click(within(detail).getByRole('button', { name: /Not estimated · E-1/ }));
  expect(keysOf(onDrill.mock.lastCall?.[0])).toEqual(['A-2']);
  expect(onDrill.mock.lastCall?.[0].figure).toBe(result.rows[0]?.unestimated);
  await user.click(within(detail).getByRole('button', { name: 'Open E-1 itself: show issues' }));
  expect(keysOf(onDrill.mock.lastCall?.[0])).toEqual(['E-1']);
  expect(within(detail).getByRole('figure', { name: 'Scope of E-1' })).toBeTruthy();
  expect(within(detail).getByText(/how often dates like these hold|Dates need/)).toBeTruthy();
});

it('opens a row of a gadget without changing what is stored', async () => {
  const { user, onSettings } = show({}, true);
  await user.click(screen.getByRole('button', { name: 'Show table' }));
  await user.click(screen.getByRole('button', { name: 'Show details of E-2' }));
  expect(screen.getByRole('region', { name: /^E-2/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Hide details of E-2' })).toBeTruthy();
  expect(onSettings).not.toHaveBeenCalled();
});

it('says which rows there are none of', () => {
  show({ rows: 'level:Initiative' });
  expect(screen.getByText(/of the type 'Initiative'.*Choose other rows/)).toBeTruthy();
});

it('names how often dates were kept, and never calls a late row on track', () => {
  expect(keptText({ kept50: 50, kept85: 75, keptOf: 24 })).toBe(
    'Dates like these held: 18 of 24 earlier ones were over by their 85% date, 12 by their 50% date.',
  );
  expect(dateName(85, { kept50: 50, kept85: 80, keptOf: 24 })).toBe('85% date');
  expect(dateName(85, { kept50: 50, kept85: 70, keptOf: 24 })).toBe('Date kept by 70% of 24');
  expect(keptText({ kept50: null, kept85: null, keptOf: null })).toContain('not known');
  const fever = { state: 'green', used: -34, buffer: 1 } as const;
  expect(rowState({ fever, chance: 0 })).toMatchObject({ text: 'Likely late', tone: 'bad' });
  expect(rowState({ fever, chance: 80 })).toMatchObject({ text: 'On track' });
  expect(rowState({ fever, chance: 0, isOverdue: true })).toMatchObject({ text: 'Overdue' });
  const { result } = show();
  const [first, second] = result.rows;
  if (!first || !second) throw new Error('There are rows.');
  const late = { ...second, chance: 20 };
  expect(worstFirst([first, late]).map(({ id }) => id)).toEqual(['E-2', 'E-1']);
});

it('a row is overdue from the day after its target while it is open', () => {
  const dues = { 'E-1': '2026-05-19', 'E-2': '2026-05-20', 'E-3': '2026-05-01' };
  const epics = Object.entries(dues).map(
    ([key, due]) => `${key} Epic created:2026-03-01 due:${due}`,
  );
  const done = 'C-1 epic:E-3 created:2026-03-10 | 2026-03-20 done';
  const open = 'A-1 epic:E-1 created:2026-03-10\nB-1 epic:E-2 created:2026-03-10';
  const { result } = show({}, false, datasetFromText([...epics, open, done].join('\n')));
  const overdue = result.rows.map(({ key, isOverdue }) => [key, isOverdue]);
  expect(overdue).toEqual([
    ['E-1', true],
    ['E-2', false],
    ['E-3', false],
  ]);
});

it('a released version is not overdue, and what is open in it is said', () => {
  const version = (id: string, released: boolean) =>
    ({ id, name: id, released, archived: false, releaseDay: parseDay('2026-05-01') }) as Version;
  const story = datasetFromText(`
    A-1 created:2026-03-10
    A-2 created:2026-03-10 | 2026-03-20 done
    B-1 created:2026-03-10`);
  const of = [version('1.0', true), version('1.0', true), version('2.0', false)];
  const issues = story.issues.map((issue, row) => ({
    ...issue,
    fixVersions: of.slice(row, row + 1),
  }));
  const settings = { ...programmeSettings.defaults, rows: 'version' as const };
  const dataset = { ...story, issues };
  const { result, notes } = computeProgramme(dataset, settings, NOW);
  expect(result.rows.map(row => [row.name, rowState(row)?.text, row.cannot, row.noFever])).toEqual([
    ['2.0', 'Overdue', expect.stringContaining('finished'), 'It has not begun.'],
    ['1.0', 'Released', 'It is released.', 'It is released.'],
  ]);
  const { columns, rows } = programmeTable(result, settings, NOW);
  const inFiles = columns.find(({ file }) => file?.header === 'state');
  expect(rows.map(row => inFiles?.value?.(row))).toEqual(['Overdue', 'Released']);
  expect(programmeHeadline(result, settings, NOW)?.sentence).toBe(
    '2.0 is open after its target, May 1, 2026.',
  );
  const left = notes.filter(({ code }) => code === 'open-in-released');
  expect(left.map(({ text, issues }) => [text, Array.from(issues)])).toEqual([
    ['1 released version has 1 open issue.', [0]],
  ]);
  // Before its release day it was not released.
  const past = context({ asOf: instantFromText('2026-04-01 12:00'), past: true });
  const then = computeProgramme(datasetAt(dataset, past.asOf, []), settings, past);
  expect(then.result.rows.map(row => rowState(row))).toEqual([null, null]);
  expect(then.notes.filter(({ code }) => code === 'open-in-released')).toEqual([]);
});

it('prints all rows of the timeline, which shows a page of them', () => {
  const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
  const lines = numbers.map(n => `E-${n} Epic created:2026-03-01\nA-${n} epic:E-${n}`);
  show({}, true, datasetFromText(lines.join('\n')));
  const timeline = screen.getByRole('region', { name: 'Timeline' });
  const rowCount = () => within(within(timeline).getByRole('table')).getAllByRole('row').length - 1;
  expect(rowCount()).toBe(10);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(rowCount()).toBe(12);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(rowCount()).toBe(10);
});
