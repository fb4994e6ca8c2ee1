import { formatDay } from '@tallyboard/core/time/format.ts';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import { GroupName } from '@tallyboard/report-kit/table/group-name.tsx';
import type { AccountState, TimesheetLog } from '../result.ts';
import type { TreeRow } from '../tree.ts';
import type { Cells } from '../view-props.ts';

const ACCOUNTS: Readonly<Record<Exclude<AccountState, null>, string>> = {
  inactive: 'inactive',
  deleted: 'deleted account',
  unassigned: 'unassigned',
};

/** What was written, after what the row's place does not say: the day where there are no days, the author in other groups. */
function logText({ day, author, description }: TimesheetLog, { result, settings }: Cells): string {
  const known = [
    ...(result.columns.length === 0 ? [formatDay(day, 'MMM D')] : []),
    ...(settings.groupBy === 'worklog-author' ? [] : [author]),
  ];
  return [...known, description].join(' · ');
}

/** Who or what a row is of. */
export function NameCell({
  row,
  cells,
  person,
}: {
  readonly row: TreeRow;
  readonly cells: Cells;
  readonly person: boolean;
}) {
  if (row.kind === 'log') {
    return (
      <span className="tb-timesheet__log tb-ellipsis" dir="auto">
        {logText(row.log, cells)}
      </span>
    );
  }
  if (row.kind === 'issue') {
    return <IssueName issue={row.line} url={cells.dataset.issueUrl(row.line.key)} />;
  }
  if (row.kind === 'total') return null;
  const { account } = row.line;
  return (
    <GroupName row={row.line} person={person}>
      {account && <span className="tb-quiet">({ACCOUNTS[account]})</span>}
    </GroupName>
  );
}
