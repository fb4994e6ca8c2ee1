import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { TimelinePlot, type TimelineRow, timelineRows } from './timeline-plot.tsx';

const DAY = 86_400_000;
const NONE: TimelineRow = {
  id: 'E-1',
  label: 'E-1 Checkout',
  from: null,
  target: null,
  middle: null,
  likely: null,
  progress: null,
  state: null,
  note: null,
};

function show(row: Partial<TimelineRow>) {
  const onSelect = vi.fn<(index: number) => void>();
  const { container } = render(
    <TimelinePlot
      title="Timeline"
      rows={[{ ...NONE, ...row }]}
      today={0}
      todayLabel="Today"
      span={[-100 * DAY, 100 * DAY]}
      ticks={() => []}
      columns={['Row']}
      row={() => ['E-1']}
      reading={() => ({ title: 'E-1', lines: [] })}
      onSelect={onSelect}
    />,
  );
  const numbers = (selector: string, name: string) =>
    [...container.querySelectorAll(selector)].map(each => Number(each.getAttribute(name)));
  return { container, numbers, onSelect };
}

it('fills the bar by the progress, and shows what lies after the target', () => {
  const { numbers } = show({ from: -50 * DAY, target: 10 * DAY, middle: 40 * DAY, progress: 0.25 });
  const [bar = 0] = numbers('.tb-timeline__bar', 'width');
  expect(numbers('.tb-timeline__done', 'width')[0]).toBeCloseTo(bar / 4);
  expect(numbers('.tb-timeline__overrun', 'width')[0]).toBeCloseTo(bar / 2);
});

it('has a bar for what began after its target, which was late until then', () => {
  const { numbers } = show({ from: -20 * DAY, target: -40 * DAY, middle: 20 * DAY, progress: 0.5 });
  const [bar = 0] = numbers('.tb-timeline__bar', 'width');
  expect(numbers('.tb-timeline__overrun', 'width')[0]).toBeCloseTo(bar / 2);
  const [late = 0] = numbers('.tb-timeline__overrun', 'x');
  expect(late).toBeLessThan(numbers('.tb-timeline__bar', 'x')[0] ?? 0);
});

it('draws what has not begun from today, and dates outside at the edge as arrows', () => {
  const { container, numbers } = show({ middle: 50 * DAY, likely: 900 * DAY });
  expect(numbers('.tb-timeline__bar', 'width')).toEqual([]);
  expect(numbers('.tb-timeline__bar--ahead', 'width')[0]).toBeGreaterThan(0);
  const place = container.querySelector('.tb-timeline__likely')?.getAttribute('transform');
  expect(place).toMatch(/^translate\(630,/);
});

it('tells states apart by shapes and words, and opens a row by keys', async () => {
  const { container, onSelect } = show({ state: { text: 'At risk', tone: 'warning' } });
  expect(screen.getByText('At risk')).toBeTruthy();
  expect(container.querySelector('.tb-timeline__tone--warning')?.getAttribute('d')).toContain('L');
  screen.getByRole('group').focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenCalledWith(0);
});

it('fits as many rows as a height has room for, one at least', () => {
  expect(timelineRows(24 + 4 + 3 * 30, 800)).toBe(3);
  expect(timelineRows(10, 800)).toBe(1);
});
