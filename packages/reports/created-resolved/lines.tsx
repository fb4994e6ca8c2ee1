import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { cutMarks, periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import {
  limitLines,
  limitMarks,
  marksLabelBeside,
} from '@tallyboard/report-kit/limits/limit-lines.ts';
import { LimitsList } from '@tallyboard/report-kit/limits/limits-list.tsx';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { drillOf } from '@tallyboard/report-kit/table/report-table.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CreatedResolvedResult } from './compute.ts';
import { createdResolvedSeries } from './series.ts';
import type { CreatedResolvedSettings } from './settings.ts';
import { createdResolvedTable } from './table.ts';

const USUAL_RESOLVED = 'Usual range of resolved';

type Props = ViewProps<CreatedResolvedSettings, CreatedResolvedResult>;

/** Created and resolved issues of each period. */
export function Lines(
  props: Pick<Props, 'result' | 'settings' | 'context' | 'onDrill'> & {
    readonly compact?: boolean;
    readonly height?: number;
  },
) {
  const { result, settings, context, compact, onDrill, height = compact ? 220 : 300 } = props;
  const { rows, unit, total } = result;
  const x = useMemo(() => periodAxis(rows, unit, context), [rows, unit, context]);
  const limits = useMemo(
    () => reportLimits({ series: createdResolvedSeries }, result, settings, context) ?? [],
    [result, settings, context],
  );
  const series = useMemo((): LineSeries[] => {
    const [resolved, created] = limits;
    return [
      {
        id: 'created',
        label: 'Created',
        color: 'created',
        values: rows.map(row => row.created.value),
        marks: [...cutMarks(rows), ...(created ? limitMarks(created) : [])],
      },
      {
        id: 'resolved',
        label: 'Resolved',
        color: 'resolved',
        values: rows.map(row => row.resolved.value),
        ...(resolved && { marks: limitMarks(resolved) }),
      },
      ...(resolved ? limitLines(resolved, rows.length, undefined, USUAL_RESOLVED) : []),
    ];
  }, [rows, limits]);
  const open = (index: number) => {
    const row = rows[index];
    const created = createdResolvedTable(result).columns.find(({ id }) => id === 'created');
    const drill = row && created && drillOf(created, row, periodName(row, unit));
    if (drill) onDrill(drill);
  };
  return (
    <>
      <LineChart
        title="Created and resolved"
        hideTitle
        summary={`${formatCount(total.created.value)} created, ${total.net === null ? 'at least ' : ''}${formatCount(total.resolved.value)} resolved.`}
        height={height}
        x={x}
        series={series}
        format={formatCount}
        yTitle="Issues"
        marksLabel={marksLabelBeside(limits, cutMarks(rows))}
        onSelect={open}
      />
      {props.height === undefined && <LimitsList limits={limits} compact={compact ?? false} />}
    </>
  );
}
