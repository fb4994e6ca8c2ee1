import type { TimesheetProps } from './view-props.ts';
import './timesheet.css';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { TableView } from '@tallyboard/report-kit/table/table-view.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { type Expansion, useExpansion } from '@tallyboard/ui/table/expand-all.tsx';
import { useMemo } from 'react';
import { about } from './about.ts';
import { timesheetCells } from './parts/cells.tsx';
import { LayoutControls, PageControls } from './parts/controls.tsx';
import { Navigation } from './parts/navigation.tsx';
import { timesheetTable } from './table.ts';
import { type TimesheetText, timesheetText, unknownAuthorsText } from './text.ts';
import type { TreeRow } from './tree.ts';

/** Who logged how much on which day: a row a group, a column a day or a week. */
export default function TimesheetView(props: TimesheetProps) {
  const { result, settings, context, compact, lite } = props;
  const text = useMemo(() => timesheetText(settings, context), [settings, context]);
  const table = useMemo(
    () => timesheetTable(result, settings, context),
    [result, settings, context],
  );
  const expansion = useExpansion(
    table.rows.map(row => row.id),
    () => true,
  );
  return (
    <ReportView compact className="tb-timesheet" promoted={lite && about.title}>
      {!compact && <PageControls {...props} />}
      <div className="tb-toolbar tb-timesheet__head">
        <Navigation {...props} text={text} />
        <LayoutControls
          {...props}
          expansion={table.childRows && expansion.hasGroups ? expansion : null}
        />
      </div>
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
        <TimesheetTable {...props} table={table} text={text} expansion={expansion} />
      )}
    </ReportView>
  );
}

function TimesheetTable({
  table,
  text,
  expansion,
  ...props
}: TimesheetProps & {
  readonly table: ReportTable<TreeRow>;
  readonly text: TimesheetText;
  readonly expansion: Expansion;
}) {
  const { result, settings, compact, dataset, onDrill } = props;
  const cells = useMemo(
    () => timesheetCells({ table, result, settings, compact, dataset, text, onDrill }),
    [table, result, settings, compact, dataset, text, onDrill],
  );
  return (
    <TableView
      label={`Logged time, ${text.range(result.range)}`}
      table={table}
      cells={cells}
      onDrill={onDrill}
      expanded={expansion.expanded}
      onExpandedChange={expansion.onExpandedChange}
      // Another grouping starts in its own order.
      key={`${groupWord(settings.groupBy)} ${table.childRows !== undefined}`}
      compact={compact}
    />
  );
}
