import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { BOARD, context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import computeBurn from './compute.ts';
import { burnHeadline } from './headline.ts';
import { type BurnSettings, burnSettings } from './settings.ts';
import BurnView from './view.tsx';

const NOW = context({ asOf: instantFromText('2026-03-11 12:00') });
const STORY_TEXT = `
  sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 active
  sprint Old = 2026-02-02 09:00 .. 2026-02-13 17:00 closed
  P-1  5pt in:S @ana  | 2026-03-04 done
  P-2  3pt in:S @ben  | 2026-03-05 8pt
  P-3  2pt            | 2026-03-06 15:00 added S
  P-4  1pt in:Old created:2026-02-01 | 2026-02-05 done
`;
const STORY = datasetFromText(STORY_TEXT);

const BOARDS = [
  { ...BOARD, id: 4 as BoardId, name: 'Scrum' },
  { ...BOARD, id: 5 as BoardId, name: 'Flow', type: 'kanban' as const },
];

function show(init: Partial<BurnSettings> = {}, lite = false, data = STORY, now = NOW) {
  const settings: BurnSettings = { ...burnSettings.defaults, estimation: 'points', ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  const onSettings = vi.fn<(settings: BurnSettings) => void>();
  render(
    <BurnView
      settings={settings}
      context={now}
      compact={false}
      lite={lite}
      onDrill={onDrill}
      onSettings={onSettings}
      result={computeBurn(data, settings, now).result}
      dataset={{ ...datasetViewOf(data), boards: { list: BOARDS, sprints: async () => [] } }}
    />,
  );
  return { user: userEvent.setup(), settings, onDrill, onSettings };
}

function headline(init: Partial<BurnSettings> = {}, data = STORY, now = NOW) {
  const settings: BurnSettings = { ...burnSettings.defaults, estimation: 'points', ...init };
  return burnHeadline(computeBurn(data, settings, now).result, settings, now);
}

const keysOf = (drill: Drill | undefined) =>
  Array.from(drill?.figure.issues ?? [], row => STORY.issues[row]?.key);

it('says nothing of a pace of issues without estimates', () => {
  const story = (points: string, count: number) =>
    datasetFromText(
      `sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 active\n${Array.from({ length: count }, (_, at) => `P-${at} ${points} in:S`).join('\n')}`,
    );
  const filter = { type: 'filter-burnup' } as const;
  for (const init of [{}, filter]) {
    const of = 'type' in init ? '' : 'S: ';
    const none = 'None of the 3 issues has an estimate.';
    expect(headline(init, story('', 3))?.sentence).toBe(of + none);
    expect(headline(init, story('', 1))?.sentence).toBe(`${of}The only issue has no estimate.`);
    expect(headline(init, story('1pt', 3))?.sentence).toContain('ideal pace');
    expect(headline({ ...init, estimation: 'count' }, story('', 3))?.sentence).toContain('ideal');
  }
});

describe('a sprint burndown', () => {
  it('answers with the remaining work, whose issues it names, and the pace', () => {
    const { figures, sentence } = headline()!;
    const [remaining] = figures;
    expect(remaining).toMatchObject({ label: 'Remaining', text: '10', of: 'of 15 points' });
    expect(keysOf(remaining?.drill as Drill)).toEqual(['P-2', 'P-3']);
    expect(sentence).toBe('S: 8 points behind the ideal pace, which ends Mar 13, 2026.');
  });

  it('lists each event with the remaining work after it', () => {
    show();
    const events = screen.getByRole('table', { name: 'Events, points' });
    const rows = within(events)
      .getAllByRole('row')
      .map(row =>
        within(row)
          .queryAllByRole('cell')
          .map(cell => cell.textContent),
      );
    expect(rows.slice(1)).toEqual([
      ['Completed', expect.stringMatching(/^P-1/), '-', '5', '3', ''],
      ['Re-estimated', expect.stringMatching(/^P-2/), '5', '-', '8', ''],
      ['Added', expect.stringMatching(/^P-3/), '2', '-', '10', ''],
    ]);
    const link = within(events).getByRole('link', { name: 'P-3' });
    expect(link.getAttribute('href')).toContain('/browse/P-3');
  });

  it('has a chart for each of the largest shares, and one for the others', () => {
    const people = ['ana', 'ben', 'cem', 'dia', 'eva', 'fin', 'gil'];
    const story = people.map((name, index) => `Q-${index} ${9 - index}pt in:S @${name}`);
    const data = datasetFromText([STORY_TEXT.split('\n')[1], ...story].join('\n'));
    const graphs = { ...burnSettings.defaults.graphs, personReal: true, personIdeal: true };
    show({ graphs }, false, data);
    const region = within(screen.getByRole('region', { name: 'By person' }));
    expect(region.getAllByRole('figure').map(each => each.getAttribute('aria-label'))).toEqual([
      ...['Ana', 'Ben', 'Cem', 'Dia', 'Eva'],
      '2 others',
    ]);
    const others = region.getByRole('table', { name: '2 others' });
    expect(within(others).getAllByRole('row')[1]?.textContent).toContain('77');
  });

  it('has each day end as a table that opens its issues', async () => {
    const { user, onDrill } = show();
    await user.click(screen.getByRole('button', { name: 'Daily values' }));
    const days = screen.getByRole('table', { name: 'Daily values' });
    const completed = within(days).getByRole('button', { name: /^5\s*Completed · Mar 4, 2026/ });
    await user.click(completed);
    expect(keysOf(onDrill.mock.calls[0]?.[0])).toEqual(['P-1']);
    expect(within(days).getAllByRole('row')).toHaveLength(1 + 10);
  });

  it('lets another sprint, another type and other lines be chosen', async () => {
    const { user, onSettings, settings } = show();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sprint' }), 'Old');
    expect(onSettings).toHaveBeenLastCalledWith({ ...settings, sprint: 2 });
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Report type' }),
      'Filter burnup',
    );
    expect(onSettings).toHaveBeenLastCalledWith({ ...settings, type: 'filter-burnup' });
    await user.click(screen.getByRole('checkbox', { name: 'Individual real burn' }));
    const graphs = { ...settings.graphs, personReal: true };
    expect(onSettings).toHaveBeenLastCalledWith({ ...settings, graphs });
    expect(screen.queryByRole('switch', { name: /^Combine/ })).toBeNull();
  });

  it('offers to combine the active sprints where there are several', async () => {
    const second = 'sprint T = 2026-03-02 09:00 .. 2026-03-13 17:00 active';
    const two = datasetFromText(`${STORY_TEXT}\n${second}\nP-5 in:T`);
    const { user, onSettings, settings } = show({}, false, two);
    await user.click(screen.getByRole('switch', { name: 'Combine active sprints' }));
    expect(onSettings).toHaveBeenLastCalledWith({ ...settings, singleChart: true });
  });

  it.each<[string, Partial<ReportContext>]>([
    ['rights', { query: { jql: '', sprints: null, narrowedBy: '', atLeast: 'of rights' } }],
    ['an unfinished import', { missing: ['import'] }],
  ])('says of each figure that it is at least that where issues may be missing: %s', (_, why) => {
    const { figures, sentence } = headline({}, STORY, { ...NOW, ...why })!;
    expect(figures.map(({ text }) => text)).toEqual([
      '≥ 10',
      '≥ 5',
      '≥ 8',
      '≥ +2',
      '+5',
      '≤ 0',
      '≥ 15',
    ]);
    expect(sentence).toMatch(/^Figures may be too low: /);
  });

  it('offers all boards', async () => {
    const { user, onSettings, settings } = show();
    const picker = screen.getByRole('combobox', { name: 'Board' });
    expect(within(picker).getAllByRole('option')).toHaveLength(3);
    await user.selectOptions(picker, 'Scrum');
    expect(onSettings).toHaveBeenLastCalledWith({ ...settings, board: 4 });
  });
});

it('takes a range of days for a filter, from the default around now', async () => {
  const { onSettings, settings } = show({ type: 'filter-burndown' });
  const start = screen.getByLabelText<HTMLInputElement>('Start of interval');
  expect(start.value).toBe('2026-03-04');
  expect(screen.getByLabelText<HTMLInputElement>('End of interval').value).toBe('2026-03-18');
  const user = userEvent.setup();
  await user.clear(start);
  expect(onSettings).toHaveBeenLastCalledWith({ ...settings, from: null });
});

it('promotes Standard in Lite', () => {
  show({}, true);
  expect(screen.getByText('Burndown/Burnup is part of Standard')).toBeTruthy();
});
