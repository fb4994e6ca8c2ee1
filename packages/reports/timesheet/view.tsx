import type { TimesheetProps } from './view-props.ts';
import './timesheet.css';
import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import { StandardPromotion } from '@tallyboard/report-kit/standard-promotion.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { DataTable, type Expanded } from '@tallyboard/ui/table/data-table.tsx';
import { useMemo, useState } from 'react';
import { timesheetColumns } from './columns.tsx';
import { type ExpandAll, LayoutControls, PageControls } from './controls.tsx';
import { Navigation } from './navigation.tsx';
import { shownView } from './settings.ts';
import { timesheetText, unknownAuthorsText } from './text.ts';
import { childRows, treeRows } from './tree.ts';

/** Who logged how much on which day: a row a group, a column a day or a week. */
export default function TimesheetView(props: TimesheetProps) {
  const { result, settings, context, compact, lite } = props;
  const [expanded, setExpanded] = useState<Expanded>(true);
  const text = useMemo(() => timesheetText(settings, context), [settings, context]);
  const detailed = shownView(settings) === 'detailed';
  const expand: ExpandAll = {
    allOpen: expanded === true,
    toggle: () => setExpanded(expanded === true ? {} : true),
  };
  return (
    <div className={compact ? 'tb-timesheet tb-timesheet--compact' : 'tb-timesheet'}>
      {!compact && <PageControls {...props} />}
      <div className="tb-timesheet__head">
        <Navigation {...props} text={text} />
        <LayoutControls {...props} expand={detailed && result.rows.length > 0 ? expand : null} />
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
        <TimesheetTable {...props} text={text} expanded={expanded} onExpanded={setExpanded} />
      )}
      {lite && <StandardPromotion report="Timesheets" />}
    </div>
  );
}

function TimesheetTable({
  expanded,
  onExpanded,
  ...props
}: TimesheetProps & {
  readonly text: ReturnType<typeof timesheetText>;
  readonly expanded: Expanded;
  readonly onExpanded: (expanded: Expanded) => void;
}) {
  const { result, settings, compact, dataset, text, onDrill } = props;
  const columns = useMemo(
    () => timesheetColumns({ result, settings, compact, dataset, text, onDrill }),
    [result, settings, compact, dataset, text, onDrill],
  );
  const rows = useMemo(() => treeRows(result), [result]);
  const view = shownView(settings);
  return (
    <DataTable
      label={`Logged time, ${text.range(result.range)}`}
      columns={columns}
      rows={rows}
      rowId={rowId}
      {...(view === 'detailed' && { childRows, expanded, onExpandedChange: onExpanded })}
      // Another grouping starts in its own order.
      key={`${groupWord(settings.groupBy)} ${view === 'detailed'}`}
      compact={compact}
    />
  );
}

const rowId = (row: { readonly id: string }) => row.id;
