import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { formatCount } from '../text/numbers.ts';
import { AgingPlot } from './aging-plot.tsx';
import { BarChart } from './bar-chart.tsx';
import { sparseTicks, valueScale } from './cartesian.tsx';
import { DonutChart } from './donut-chart.tsx';
import { heatLevel } from './heat.ts';
import { Histogram } from './histogram.tsx';
import { LineChart } from './line-chart.tsx';
import { ScatterPlot } from './scatter-plot.tsx';
import { shortNames } from './short-names.ts';

const SERIES = [
  { id: 'c', label: 'Created', values: [4, 0, 7], color: 'created' as const },
  { id: 'r', label: 'Resolved', values: [1, null, 3], color: 'resolved' as const },
];
const chart = (onSelect?: (index: number) => void) =>
  render(
    <LineChart
      title="Flow"
      x={{ kind: 'band', labels: ['Mon', 'Tue', 'Wed'] }}
      series={SERIES}
      onSelect={onSelect}
    />,
  );
const spoken = () => document.querySelector('[aria-live="polite"]')?.textContent;

describe('line chart', () => {
  test('arrow keys read all series at a point, Enter opens it, Escape leaves', () => {
    const open = vi.fn();
    chart(open);
    const plot = screen.getByRole('group', { name: /^Flow/ });
    const steps: [string, string][] = [
      ['ArrowRight', 'Mon, Created 4, Resolved 1'],
      ['ArrowRight', 'Tue, Created 0, Resolved -'],
      ['End', 'Wed, Created 7, Resolved 3'],
      ['ArrowLeft', 'Tue, Created 0, Resolved -'],
    ];
    for (const [key, text] of steps) {
      fireEvent.keyDown(plot, { key });
      expect(spoken()).toBe(text);
    }
    fireEvent.keyDown(plot, { key: 'Enter' });
    expect(open).toHaveBeenCalledWith(1);
    fireEvent.keyDown(plot, { key: 'Escape' });
    expect(spoken()).toBe('');
  });

  test('Shift and arrow keys select a range that Enter zooms to, and Escape shows all', () => {
    const zoom = { isZoomed: false, onZoom: vi.fn(), onWhole: vi.fn() };
    const values = [10, 20, 30, 40];
    const series = [{ id: 's', label: 'Count', values: [1, 2, 3, 4] }];
    const of = (isZoomed: boolean) => (
      <LineChart
        title="Flow"
        x={{ kind: 'time', values, format: String }}
        series={series}
        zoom={{ ...zoom, isZoomed }}
      />
    );
    const { rerender } = render(of(false));
    const plot = screen.getByRole('group', { name: /^Flow/ });
    const press = (key: string, shiftKey = false) => fireEvent.keyDown(plot, { key, shiftKey });
    press('Home');
    press('ArrowRight');
    press('ArrowRight', true);
    press('ArrowRight', true);
    press('ArrowLeft', true);
    press('Enter');
    const [from, to] = zoom.onZoom.mock.calls[0] ?? [];
    expect([from, to]).toEqual([expect.closeTo(20), expect.closeTo(30)]);
    expect(screen.queryByRole('button', { name: 'Whole range' })).toBeNull();
    rerender(of(true));
    press('Escape');
    expect(zoom.onWhole).not.toHaveBeenCalled();
    press('Escape');
    expect(zoom.onWhole).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Whole range' }));
    expect(zoom.onWhole).toHaveBeenCalledTimes(2);
  });

  test('time behind a break takes little of the axis', () => {
    const values = [0, 10, 1000];
    const series = [{ id: 's', label: 'S', values: [3, 2, 1] }];
    render(
      <LineChart
        title="Late"
        x={{ kind: 'time', values, format: String, breakAt: 12 }}
        series={series}
      />,
    );
    const [, ...marks] = [...document.querySelectorAll('text')].map(
      text => [text.textContent, Number(text.getAttribute('x'))] as const,
    );
    const at = (label: string) => marks.find(([text]) => text === label)?.[1] ?? 0;
    expect(at('10')).toBeGreaterThan(0.7 * at('1000'));
    expect(document.querySelectorAll('.tb-chart__break')).toHaveLength(1);
  });

  test('the legend hides a series everywhere, but never the last one', () => {
    chart();
    const [created, resolved] = ['Created', 'Resolved'].map(name =>
      screen.getByRole('button', { name }),
    );
    const heads = () =>
      within(screen.getByRole('table'))
        .getAllByRole('columnheader')
        .map(head => head.textContent);
    expect(heads()).toEqual(['Point', 'Created', 'Resolved']);
    fireEvent.click(created as HTMLElement);
    expect(created?.getAttribute('aria-pressed')).toBe('false');
    expect(heads()).toEqual(['Point', 'Resolved']);
    fireEvent.click(resolved as HTMLElement);
    expect(resolved?.getAttribute('aria-pressed')).toBe('true');
    expect(document.querySelectorAll('.tb-chart__line')).toHaveLength(1);
  });

  test('a gap breaks the line, a lone value stays visible', () => {
    render(
      <LineChart
        title="Gaps"
        x={{ kind: 'band', labels: ['a', 'b', 'c', 'd'] }}
        series={[{ id: 's', label: 'S', values: [1, null, 3, null] }]}
      />,
    );
    expect(document.querySelectorAll('svg path[transform]')).toHaveLength(2);
    expect(document.body.innerHTML).not.toContain('NaN');
  });
});

describe('bar chart', () => {
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

  test('bars have their values and own colours', () => {
    render(
      <BarChart
        title="Status"
        orientation="horizontal"
        categories={['Done', 'To Do']}
        series={[{ id: 's', label: 'S', values: [3, 0], colors: ['status-done', 'status-to-do'] }]}
        formatLabel={value => `${value} issues`}
      />,
    );
    expect(texts('.tb-chart__value')).toEqual(['3 issues', '0 issues']);
    expect(document.querySelector('rect')?.getAttribute('fill')).toBe('var(--ds-chart-success)');
  });

  test('rows of many names fit a page of paper', () => {
    const values = Array.from({ length: 60 }, (_, index) => index);
    const height = () =>
      Number(
        document.querySelector('.tb-chart__plot svg')?.getAttribute('viewBox')?.split(' ').at(3),
      );
    render(
      <BarChart
        title="Many"
        orientation="horizontal"
        categories={values.map(String)}
        series={[{ id: 's', label: 'S', values }]}
      />,
    );
    expect(height()).toBeGreaterThan(1000);
    // jsdom measures no width: 640 px are assumed.
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(height()).toBeLessThan(1.1 * 640);
    act(() => void window.dispatchEvent(new Event('afterprint')));
  });

  test('narrow bars have none', () => {
    const values = Array.from({ length: 60 }, (_, index) => index);
    render(
      <BarChart
        title="Many"
        categories={values.map(String)}
        series={[{ id: 's', label: 'S', values }]}
      />,
    );
    expect(texts('.tb-chart__value')).toEqual([]);
  });
});

test('a histogram saves its bins, as numbers with their whole bounds', () => {
  const save = vi.fn();
  render(
    <Histogram
      title="Days"
      bins={[
        { from: 0, to: 1500, count: 2 },
        { from: 1500, to: 3000, count: 1 },
      ]}
      whole
      unit="days"
      valueTitle="Issues"
      onExport={save}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Chart actions: Days' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Export CSV' }));
  const table = {
    columns: ['From (days)', 'To (days)', 'Issues'],
    rows: [
      [0, 1499, 2],
      [1500, 2999, 1],
    ],
  };
  expect(save).toHaveBeenCalledWith(table, 'Days');
});

test.each([
  // Labels of 20 px and a gap need every 3rd of ticks 12 px apart.
  [10, [0, 3, 6, 9]],
  [11, [0, 5, 10]],
  [12, [0, 3, 6, 11]],
  [1, [0]],
  [0, []],
])('of %i ticks the last one has a label too', (count, labelled) => {
  const ticks = Array.from({ length: count }, (_, index) => ({
    at: 20 + 12 * index,
    label: `#${index % 10}.`,
  }));
  const found = sparseTicks(ticks, 400).map(({ at }) => (at - 20) / 12);
  expect(found).toEqual(labelled);
});

test.each([
  [[0, 100], 5, [0, 20, 40, 60, 80, 100]],
  [[0, 15], 4, [0, 5, 10, 15]],
  [[0, 21], 3, [0, 10, 20]],
  [[0, 95], 5, [0, 20, 40, 60, 80, 100]],
  [[-40, 20], 4, [-40, -20, 0, 20]],
  [[-25, 20], 4, [-30, -20, -10, 0, 10, 20]],
  [[0, 2], 5, [0, 1, 2]],
  [[0, 1], 5, [0, 1]],
] as const)(
  'the value axis of %j in %i ticks ends near the greatest and the least value',
  (domain, ticks, labels) => {
    const { values } = valueScale(domain, [100, 0], formatCount, ticks, true);
    expect(values.map(({ label }) => label.replace('−', '-'))).toEqual(labels.map(String));
  },
);

test.each([
  [[0, 1], undefined, [0, 1]],
  [[0, 1.5], true, [0, 1]],
  [[0, 1], false, [0, 0.2, 0.4, 0.6, 0.8, 1]],
] as const)(
  'the value axis of %j has half issues only if values have: %s',
  (domain, whole, ticks) => {
    const { values } = valueScale(domain, [100, 0], value => value.toFixed(1), 5, true, whole);
    expect(values.map(({ label }) => Number(label))).toEqual(ticks);
  },
);

test.each([
  ['empty', []],
  ['all zero', [0, 0]],
])('charts render %s data', (_, values) => {
  const names = values.map((__, index) => `n${index}`);
  render(
    <>
      <BarChart title="B" categories={names} series={[{ id: 's', label: 'S', values }]} />
      <BarChart
        title="H"
        orientation="horizontal"
        categories={names}
        series={[{ id: 's', label: 'S', values }]}
      />
      <DonutChart
        title="D"
        unit="issues"
        slices={values.map((value, id) => ({ id: `${id}`, label: `x${id}`, value }))}
      />
      <LineChart
        title="L"
        x={{ kind: 'time', values: values.map((__, index) => index), format: String }}
        series={[{ id: 's', label: 'S', values }]}
      />
    </>,
  );
  expect(document.body.innerHTML).not.toMatch(/NaN|Infinity/);
});

test.each([
  [null, 8, 0],
  [0, 8, 0],
  [0.1, 8, 1],
  [1.6, 8, 1],
  [1.7, 8, 2],
  [8, 8, 5],
  [9, 8, 5],
  [1, 0, 0],
])('heat of %s on a scale to %s is %s', (value, max, level) => {
  expect(heatLevel(value, max)).toBe(level);
});

test('values at the points of lines never lie over each other', () => {
  const values = [10, 11, 12];
  const lines = ['a', 'b', 'c', 'd'].map(id => ({ id, label: id, values }));
  const x = { kind: 'band', labels: ['p', 'q', 'r'] } as const;
  render(<LineChart title="Close" x={x} series={lines} pointLabels />);
  const places = [...document.querySelectorAll('text.tb-chart__label[text-anchor="middle"]')].map(
    text => `${text.getAttribute('x')} ${text.getAttribute('y')}`,
  );
  expect(places.length).toBeGreaterThan(2);
  expect(new Set(places).size).toBe(places.length);
});

test.each([
  [29, 29],
  [30, 0],
])('of %i marks on a line, %i are drawn', (count, drawn) => {
  const points = Array.from({ length: 100 }, (_, index) => index);
  const marks = points.slice(0, count).map(index => ({ index: index * 3, text: 'added' }));
  const x = { kind: 'time', values: points, format: String } as const;
  render(
    <LineChart title="Marks" x={x} series={[{ id: 'm', label: 'M', values: points, marks }]} />,
  );
  expect(document.querySelectorAll('.tb-chart__mark')).toHaveLength(drawn);
});

test('short names leave the words that all share', () => {
  expect(shortNames(['WEB Sprint 9', 'WEB Sprint 10'])).toEqual({
    prefix: 'WEB Sprint',
    names: ['9', '10'],
  });
  for (const names of [['Alpha', 'Beta'], ['S 1'], ['Sprint', 'Sprint 2']])
    expect(shortNames(names)).toEqual({ prefix: '', names });
});

describe('points on each other', () => {
  const press = (name: RegExp, ...keys: readonly string[]) => {
    const plot = screen.getByRole('group', { name });
    for (const key of keys) fireEvent.keyDown(plot, { key });
  };

  test('are one spot of a scatter plot, with their number, and a row each in its table', () => {
    const open = vi.fn();
    const points = [
      { x: 50, y: 9, label: 'A-1' },
      { x: 10, y: 2, label: 'A-2' },
      { x: 50, y: 9, label: 'A-3' },
      { x: 90, y: 1, label: 'A-4' },
    ];
    render(
      <ScatterPlot yTitle="Days" title="Issues" points={points} formatX={String} onSelect={open} />,
    );
    press(/^Issues/, 'ArrowRight', 'ArrowRight');
    expect(spoken()).toBe('2 issues · 50, A-1 9, A-3 9');
    press(/^Issues/, 'Enter');
    expect(open).toHaveBeenCalledWith([0, 2]);
    expect(document.querySelector('.tb-dots__count')?.textContent).toBe('2');
    press(/^Issues/, 'ArrowRight');
    expect(spoken()).toBe('A-4, 90 1');
    expect(screen.getAllByRole('rowheader').map(cell => cell.textContent)).toEqual([
      'A-2',
      'A-1',
      'A-3',
      'A-4',
    ]);
  });

  test('are a number of each kind where a column has no room for them side by side', () => {
    const open = vi.fn();
    const point = (index: number, kind: string, column = 0) => {
      return { column, age: 5, kind, label: `A-${index}`, lines: () => [] };
    };
    const points = [
      ...Array.from({ length: 100 }, (_, index) => point(index, index % 10 ? 'free' : 'flagged')),
      point(100, 'free', 1),
    ];
    render(
      <AgingPlot
        title="Age"
        columns={['Doing', 'Review'].map(label => ({ label, count: 0, bands: [] }))}
        points={points}
        kinds={[
          { id: 'free', label: 'Free', color: 0 },
          { id: 'flagged', label: 'Flagged', color: 1 },
        ]}
        bandLabels={[]}
        mainBand={0}
        max={10}
        format={String}
        yTitle="Days"
        onSelect={open}
      />,
    );
    const counts = document.querySelectorAll('.tb-aging__count');
    expect(Array.from(counts, count => count.textContent)).toEqual(['90', '10']);
    press(/^Age/, 'ArrowRight', 'ArrowRight', 'Enter');
    expect(open).toHaveBeenCalledWith([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    press(/^Age/, 'ArrowRight', 'Enter');
    expect(open).toHaveBeenLastCalledWith([100]);
  });
});
