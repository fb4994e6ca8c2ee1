import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { datasetViewOf } from '@tallyboard/report-kit/testing/dataset-view.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import computeResolutionTime from './compute.ts';
import { type ResolutionTimeSettings, resolutionTimeSettings } from './settings.ts';
import ResolutionTimeView from './view.tsx';

const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });
const STORY = datasetFromText(`
  A-1 created:2026-03-02 | Tue done
  A-2 created:2026-02-25 | Tue done
  A-3 created:2026-02-25
`);

function show(init: Partial<ResolutionTimeSettings> = {}, data = STORY) {
  const settings = { ...resolutionTimeSettings.defaults, ...init };
  const onDrill = vi.fn<(drill: Drill) => void>();
  render(
    <ResolutionTimeView
      result={computeResolutionTime(data, settings, NOW).result}
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

it('has mean, median, 85th percentile and n in one unit, and opens each time behind a mean', async () => {
  const { user, onDrill } = show({ from: parseDay('2026-03-03') });
  const table = screen.getByRole('table', { name: 'Resolution time by day' });
  const row = within(table).getByRole('row', { name: /Mar 3, 2026/ });
  const cells = within(row)
    .getAllByRole('cell')
    .map(cell => cell.textContent);
  expect(cells.map(text => text?.split(' ')[0])).toEqual(
    expect.arrayContaining(['3.5', '3.5', '6.0', '2']),
  );
  await user.click(within(row).getByRole('button', { name: /Mean · Mar 3, 2026/ }));
  const [drill] = onDrill.mock.calls[0] ?? [];
  expect([...(drill?.figure.parts ?? [])]).toEqual([DAY, 6 * DAY]);
  expect(drill?.part?.format(6 * DAY)).toBe('6.0');
  expect(drill?.part?.label).toBe('Days');
});

it('shows each issue as a point that opens it', async () => {
  const { user, onDrill } = show();
  const plot = screen.getByRole('group', { name: /^Issues/ });
  expect(await screen.findByRole('rowheader', { name: 'A-2' })).toBeTruthy();
  plot.focus();
  await user.keyboard('{ArrowRight}{Enter}');
  const [drill] = onDrill.mock.calls[0] ?? [];
  expect(drill?.figure.issues).toHaveLength(1);
  expect(drill?.title).toMatch(/A-[12]$/);
});

it('says so where nothing is resolved', () => {
  show({ timeUnit: 'weekday' }, datasetFromText('A-1'));
  expect(screen.getByText('No data.')).toBeTruthy();
  expect(screen.getByText('No resolved issues.')).toBeTruthy();
});
