import type { ReactNode } from 'react';
import type { ViewProps } from '../../contract.ts';
import { ReportBody, ReportTableFold } from '../../report-body.tsx';
import { ReportView } from '../../report-view.tsx';
import type { ReportTable } from '../../table/report-table.ts';
import { TableView } from '../../table/table-view.tsx';
import { PeriodControls } from './period-controls.tsx';
import type { PeriodSettings } from './period-settings.ts';
import { cutText, periodSort, UNIT_HEADS } from './period-text.ts';
import type { Period, PeriodResult } from './periods.ts';

/** A period that the range cuts says which of its days count. */
export const PERIOD_CELLS = {
  period: {
    cell: ({ label, cut = false, days = null }: Partial<Period>) => {
      const text = cutText({ cut, days });
      return (
        <span className="tb-wraps">
          <span className="tb-nowrap">{label}</span>{' '}
          {text !== null && <span className="tb-quiet tb-nowrap">{text}</span>}
        </span>
      );
    },
  },
};

interface PeriodViewProps<Row, Settings> extends ViewProps<Settings, PeriodResult> {
  readonly table: ReportTable<Row>;
  readonly title: string;
  /** Why there are no figures; null if there are any. */
  readonly whyEmpty: string | null;
  readonly children: ReactNode;
}

/** A report by period: controls, charts, and a table in pages; an empty range has a button for all dates. */
export function PeriodView<Row extends Partial<Period>, Settings extends PeriodSettings>(
  props: PeriodViewProps<Row, Settings>,
) {
  const { result, settings, compact, table, title, whyEmpty, children } = props;
  const { unit, extent } = result;
  const showAll = extent && {
    label: 'Show all dates',
    onSelect: () => props.onSettings({ ...settings, ...extent }),
  };
  return (
    <ReportView compact={compact}>
      <PeriodControls {...props} />
      <ReportBody whyEmpty={whyEmpty} action={showAll}>
        {children}
        <ReportTableFold compact={compact}>
          <div className="tb-narrow">
            <TableView
              // Resets page and sort when the unit changes.
              key={unit}
              label={`${title} by ${UNIT_HEADS[unit].toLowerCase()}`}
              table={table}
              cells={PERIOD_CELLS}
              onDrill={props.onDrill}
              defaultSort={periodSort(unit)}
              pageSize={10}
              compact={compact}
            />
          </div>
        </ReportTableFold>
      </ReportBody>
    </ReportView>
  );
}
