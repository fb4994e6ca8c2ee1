import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodSort } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { PERIOD_CELLS } from '@tallyboard/report-kit/families/by-date/period-view.tsx';
import { daysControl, dayZoom } from '@tallyboard/report-kit/families/flow/day-zoom.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { LimitsList } from '@tallyboard/report-kit/limits/limits-list.tsx';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { ReportBody, ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { useMemo } from 'react';
import type { ThroughputResult } from './compute.ts';
import { DeliverySection } from './parts/delivery-section.tsx';
import { DistributionChart } from './parts/distribution-chart.tsx';
import { RunChart } from './parts/run-chart.tsx';
import { throughputSeries } from './series.ts';
import { type ThroughputSettings, throughputSettings } from './settings.ts';
import { throughputTable, typeTable, whyEmpty } from './table.ts';

type Props = ViewProps<ThroughputSettings, ThroughputResult>;

const Control = settingControls(throughputSettings);

/** Finished issues by period with their natural process limits, what they signal, and the table. */
export default function ThroughputView(props: Props) {
  const { result } = props;
  const table = useReportTable(throughputTable, props);
  const types = useReportTable(typeTable, props);
  const { compact, settings, context } = props;
  const limits = useMemo(
    () => reportLimits({ series: throughputSeries }, result, settings, context) ?? [],
    [result, settings, context],
  );
  return (
    <ReportView compact>
      {!compact && (
        <ReportTools>
          <Control {...props} name="timeUnit" />
          <Control {...daysControl(props)} />
          <Control {...props} name="types" select labelStyle="hidden" />
          <Control {...props} name="limits" />
          <Control {...props} name="delivery" />
          <WorkflowControl {...props} />
        </ReportTools>
      )}
      <ReportBody whyEmpty={whyEmpty(result)}>
        {(!compact || settings.chart === 'run') && (
          <RunChart {...props} zoom={dayZoom(props, result.rows)} height={compact ? 220 : 300} />
        )}
        <LimitsList limits={limits} compact={compact} />
        {(!compact || settings.chart === 'distribution') && <DistributionChart {...props} />}
        <ReportTableFold compact={compact}>
          <TableView
            // Resets page and sort when the unit changes.
            key={result.unit}
            {...props}
            label="Throughput by period"
            table={table}
            cells={PERIOD_CELLS}
            defaultSort={periodSort(result.unit)}
            pageSize={10}
          />
        </ReportTableFold>
        {!compact && result.types.length > 0 && (
          <TableView {...props} label="Finished and in progress by issue type" table={types} />
        )}
        {result.delivery && <DeliverySection {...props} />}
      </ReportBody>
    </ReportView>
  );
}
