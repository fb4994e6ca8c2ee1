import { BarChart } from '../charts/bar-chart.tsx';
import { DonutChart } from '../charts/donut-chart.tsx';
import { LineChart, type LineSeries } from '../charts/line-chart.tsx';
import { ScatterPlot } from '../charts/scatter-plot.tsx';
import { day, dayText, noise, PEOPLE } from './fake-data.ts';
import { Section } from './section.tsx';

const DAYS = Array.from({ length: 30 }, (_, index) => day(index));
const TIME = { kind: 'time', values: DAYS, format: dayText } as const;

const CREATED: readonly LineSeries[] = [
  {
    id: 'created',
    label: 'Created',
    color: 'created',
    values: DAYS.map((_, i) => Math.round(noise(i) * 14)),
  },
  {
    id: 'resolved',
    label: 'Resolved',
    color: 'resolved',
    values: DAYS.map((_, i) => Math.round(noise(i + 50) * 12)),
  },
];

const SPRINT = DAYS.slice(0, 15);
const REAL = [40, 40, 38, 33, 33, 33, 38, 35, 30, 26];
const BURN: readonly LineSeries[] = [
  {
    id: 'ideal',
    label: 'Ideal',
    color: 'neutral',
    style: 'dashed',
    values: SPRINT.map((_, i) => 40 - (i * 40) / 14),
  },
  {
    id: 'real',
    label: 'Remaining',
    color: 'resolved',
    step: true,
    values: SPRINT.map((_, i) => REAL[i] ?? null),
    marks: [{ index: 6, text: 'NAV-12 added: +5 points' }],
  },
];

const SPRINTS = ['Sprint 41', 'Sprint 42', 'Sprint 43', 'Sprint 44', 'Sprint 45', 'Sprint 46'];
const MANY_LINES = PEOPLE.concat('Gia', 'Hugo').map((label, person) => ({
  id: label,
  label,
  values: SPRINTS.map((_, i) => Math.round(10 + noise(person * 9 + i) * 30)),
}));

const LONG = Array.from({ length: 2000 }, (_, index) => day(index));
const POINTS = LONG.slice(0, 400).map((x, index) => ({
  x,
  y: noise(index) ** 3 * 40,
  label: `NAV-${index}`,
}));

const slices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    label: `Component ${index + 1}`,
    value: Math.round(4 + noise(index) * 40),
  }));

export function ChartsPart() {
  return (
    <Section title="Charts">
      <div className="gallery-charts">
        <LineChart
          title="Created and resolved"
          x={TIME}
          series={CREATED}
          yTitle="Issues"
          onSelect={() => {}}
        />
        <LineChart
          title="Sprint burndown"
          x={{ ...TIME, values: SPRINT }}
          series={BURN}
          yTitle="Story points"
          today={day(9) + 30_000_000}
          shaded={[
            { from: day(5), to: day(7) },
            { from: day(12), to: day(14) },
          ]}
        />
        <LineChart
          title="Velocity by person"
          x={{ kind: 'band', labels: SPRINTS }}
          series={MANY_LINES}
          yTitle="Points"
        />
        <LineChart
          title="2,000 points"
          x={{ kind: 'time', values: LONG, format: dayText }}
          series={[
            {
              id: 'a',
              label: 'Open',
              values: LONG.map((_, i) => Math.round(noise(i >> 3) * 30 + i / 40)),
            },
          ]}
        />
        <BarChart
          title="Velocity"
          categories={SPRINTS}
          valueTitle="Points"
          series={[
            {
              id: 'committed',
              label: 'Committed',
              color: 'neutral',
              values: [30, 34, 28, 36, 31, 33],
            },
            {
              id: 'completed',
              label: 'Completed',
              color: 'resolved',
              values: [26, 34, 25, 30, 31, 20],
            },
          ]}
        />
        <BarChart
          title="Created and resolved by assignee"
          orientation="horizontal"
          categories={PEOPLE}
          valueTitle="Issues"
          series={[
            { id: 'created', label: 'Created', color: 'created', values: [12, 4, 9, 22, 3, 8] },
            { id: 'resolved', label: 'Resolved', color: 'resolved', values: [10, 6, 9, 14, 5, 2] },
          ]}
        />
        <BarChart
          title="Compared to average"
          orientation="horizontal"
          categories={PEOPLE}
          valueTitle="%"
          series={[{ id: 'diff', label: 'Difference', values: [14, -22, 3, 41, -35, -1] }]}
        />
        <BarChart
          title="Stacked by status category"
          mode="stacked"
          categories={SPRINTS}
          series={['Added', 'Completed', 'Carried over'].map((label, index) => ({
            id: label,
            label,
            values: SPRINTS.map((_, i) => Math.round(noise(i + index * 10) * 20)),
          }))}
        />
        <DonutChart title="Issues by component" slices={slices(6)} unit="issues" />
        <DonutChart title="Issues by label" slices={slices(21)} unit="issues" />
        <ScatterPlot
          title="Resolution time of single issues"
          points={POINTS}
          formatX={dayText}
          yTitle="Days"
          lines={[
            { value: 8, label: 'Median' },
            { value: 25, label: '85th percentile' },
          ]}
        />
      </div>
    </Section>
  );
}
