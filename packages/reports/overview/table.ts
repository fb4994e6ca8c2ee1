import type { Figure } from '@tallyboard/core/model/result.ts';
import { CATEGORY_LABELS } from '@tallyboard/core/model/status.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { HOURS, ISSUES, PERCENT, POINTS, type Unit } from '@tallyboard/report-kit/table/units.ts';
import type { OverviewResult } from './compute.ts';
import { ATTENTION_LISTS } from './lists.ts';
import type { OverviewSettings } from './settings.ts';
import { TREND_DAYS, type Trend } from './trend.ts';

export type OverviewProps = ViewProps<OverviewSettings, OverviewResult>;

const LINE_NAMES = {
  resolved: 'Resolved',
  'with-resolution': 'With a resolution',
  points: 'Story points resolved',
  time: 'Time spent (hours) of spent + remaining',
} as const;

const UNITS = { issues: ISSUES, points: POINTS, seconds: HOURS } as const;

export const TREND_REASONS = {
  current: `In the last ${TREND_DAYS} days, today included.`,
  previous: `In the ${TREND_DAYS} days before the last ${TREND_DAYS}.`,
};

/** A figure, and the whole that it is a part of. */
interface Line {
  readonly id: string;
  readonly name: string;
  readonly unit: Unit;
  readonly figure: Figure;
  readonly reason: string;
  readonly whole?: Figure;
  readonly percent?: number;
  readonly trend?: Trend | null;
}

/** One row a figure; breakdowns are separate tables. */
export function overviewTable(result: OverviewResult): ReportTable<Line> {
  const amount = (id: 'figure' | 'whole', header: string): TableColumn<Line> => ({
    id,
    header,
    ...(id === 'figure' && { title: '' }),
    file: { header },
    unit: ISSUES,
    unitOf: row => row.unit,
    figure: row => row[id],
    reasonOf: row => (id === 'whole' ? 'All issues of the query.' : row.reason),
  });
  const days = (id: 'current' | 'previous', header: string, reason: string): TableColumn<Line> => ({
    id,
    header,
    file: { header },
    unit: ISSUES,
    unitOf: row => row.unit,
    figure: row => row.trend?.[id],
    reason,
  });
  return {
    columns: [
      { id: 'name', header: 'Figure', value: row => row.name },
      amount('figure', 'Value'),
      amount('whole', 'Of'),
      {
        id: 'percent',
        header: 'Percent',
        file: { header: 'Percent' },
        unit: PERCENT,
        unitOf: row => ({ ...PERCENT, part: row.unit.part }),
        value: row => row.percent,
        figure: row => row.whole && row.figure,
        percentOf: row => row.whole ?? row.figure,
        reasonOf: row => row.reason,
      },
      days('current', `Last ${TREND_DAYS} days`, TREND_REASONS.current),
      days('previous', `Previous ${TREND_DAYS} days`, TREND_REASONS.previous),
      { id: 'change', header: 'Change', unit: PERCENT, value: row => row.trend?.change },
    ],
    rows: [
      ...progressLines(result),
      ...categoryLines(result),
      ...attentionLines(result),
      {
        id: 'created',
        name: 'Created',
        unit: ISSUES,
        figure: result.total,
        reason: 'All issues of the query.',
        trend: result.created,
      },
    ],
    rowId: row => row.id,
    rowKey: ({ id }) => keyOfRow('measure', id),
    nameOf: row => row.name,
  };
}

const progressLines = ({ lines, withResolution }: OverviewResult) =>
  [...lines, withResolution].map(
    ({ id, unit, part, whole, percent, trend }): Line => ({
      id,
      name: LINE_NAMES[id],
      unit: UNITS[unit],
      figure: part,
      reason: 'What counts in this figure.',
      whole,
      percent,
      trend,
    }),
  );

const categoryLines = ({ statusBars }: OverviewResult) =>
  statusBars.flatMap(bar =>
    bar.segments.map(
      ({ id, figure }): Line => ({
        id: `${bar.id} ${id}`,
        name: bar.id === 'points' ? `${CATEGORY_LABELS[id]} (story points)` : CATEGORY_LABELS[id],
        unit: UNITS[bar.id],
        figure,
        reason: `Status category is ${CATEGORY_LABELS[id]}.`,
      }),
    ),
  );

const attentionLines = ({ lists }: OverviewResult) =>
  lists.map(({ id, figure }): Line => {
    const list = ATTENTION_LISTS.find(each => each.id === id);
    return { id, name: list?.title ?? id, unit: ISSUES, figure, reason: list?.reason ?? '' };
  });
