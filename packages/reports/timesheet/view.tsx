import './timesheet.css';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { ExpandAll, useExpansion } from '@tallyboard/ui/table/expand-all.tsx';
import { onResize } from '@tallyboard/ui/text/on-resize.ts';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { about } from './about.ts';
import { type TimesheetProps, timesheetCells } from './parts/cells.tsx';
import { LoggedChart } from './parts/logged-chart.tsx';
import { Navigation } from './parts/navigation.tsx';
import { offersPercent, shownView, timesheetSettings } from './settings.ts';
import { timesheetTable, timesheetText, unknownAuthorsText } from './table.ts';

const Control = settingControls(timesheetSettings);

export default function TimesheetView(props: TimesheetProps) {
  const { result, settings, context, compact, dataset, lite, onDrill, onLogWork } = props;
  const text = useMemo(() => timesheetText(settings, context), [settings, context]);
  const table = useReportTable(timesheetTable, props);
  const cells = useMemo(
    () =>
      timesheetCells({
        table,
        text,
        result,
        settings,
        context,
        compact,
        dataset,
        onDrill,
        onLogWork,
      }),
    [table, result, settings, context, compact, dataset, text, onDrill, onLogWork],
  );
  const place = useToday(result);
  const expansion = useExpansion(
    table.rows.map(row => row.id),
    () => true,
  );
  return (
    <ReportView compact className="tb-timesheet" promoted={lite && about.title}>
      {!compact && (
        <div className="tb-options tb-toolbar tb-no-print">
          <Control {...props} name="groupBy" select otherLabel={result.label} />
          <Control {...props} name="unit" labelStyle="shown" />
          <Control {...props} name="daysOf" labelStyle="shown" />
        </div>
      )}
      <ReportTools start={<Navigation {...props} text={text} />}>
        {onLogWork && <Button onClick={() => onLogWork({})}>Log work</Button>}
        {table.childRows && expansion.hasGroups && <ExpandAll {...expansion} />}
        {!compact && <Control {...props} name="limits" />}
        <Control {...props} name="heatMap" />
        <Control
          {...props}
          name="view"
          value={shownView(settings)}
          only={view => view !== 'percent' || offersPercent(settings)}
        />
      </ReportTools>
      {unknownAuthorsText(result).map(sentence => (
        <p key={sentence} className="tb-quiet">
          {sentence}
        </p>
      ))}
      {result.rows.length === 0 ? (
        <EmptyState title="No logged time.">
          No work logged on these dates. Try other dates or a wider filter.
        </EmptyState>
      ) : (
        <div ref={place}>
          <LoggedChart {...props} />
          <TableView
            // Resets the sort when the grouping changes.
            key={`${groupWord(settings.groupBy)} ${table.childRows !== undefined}`}
            {...props}
            label={`Logged time, ${text.range(result.range)}`}
            table={table}
            cells={cells}
            {...expansion}
          />
        </div>
      )}
    </ReportView>
  );
}

const MOVES = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const;

/** Fits whole days into a table that scrolls, and shows today when the days change, until the reader moves the table. */
function useToday({ range: { first, last } }: TimesheetProps['result']) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days have another today.
  useLayoutEffect(() => {
    const today = place.current?.querySelector('th.tb-timesheet__today');
    const scroller = today?.closest('.tb-table__scroll');
    const table = today?.closest('table');
    if (!today || !scroller || !table) return;
    let moved = false;
    let fitted = '';
    const sizesNow = () => `${scroller.clientWidth} ${table.offsetWidth}`;
    const show = () => {
      // The fit itself changes the table.
      if (sizesNow() === fitted) return;
      fitDays(scroller, table);
      fitted = sizesNow();
      if (moved) return;
      const [day, box] = [today.getBoundingClientRect(), scroller.getBoundingClientRect()];
      const isRtl = getComputedStyle(scroller).direction === 'rtl';
      scroller.scrollLeft += isRtl
        ? Math.min(0, day.left - box.left)
        : Math.max(0, day.right - box.right);
    };
    // Rows that are drawn later may widen the columns.
    const unwatch = onResize([table, scroller], show);
    const stop = () => {
      moved = true;
    };
    for (const move of MOVES) scroller.addEventListener(move, stop, { once: true, passive: true });
    return () => {
      unwatch();
      for (const move of MOVES) scroller.removeEventListener(move, stop);
    };
  }, [first, last]);
  return place;
}

/** Days of one width, which fills what names and totals leave. */
function fitDays(scroller: Element, table: HTMLElement) {
  table.style.removeProperty('--tb-day-width');
  const { clientWidth, scrollWidth } = scroller;
  if (scrollWidth <= clientWidth) return;
  const widths = (selector: string) =>
    Array.from(table.querySelectorAll<HTMLElement>(selector), head => head.offsetWidth);
  const days = widths('thead .tb-timesheet__day');
  const beside = widths('thead tr:last-child :is(.tb-table__first, .tb-timesheet__total)');
  const room = clientWidth - beside.reduce((sum, width) => sum + width, 0);
  const count = Math.max(1, Math.floor(room / Math.max(...days)));
  table.style.setProperty('--tb-day-width', `${room / count}px`);
}
