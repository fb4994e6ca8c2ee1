import './group-name.css';
import { Avatar } from '@tallyboard/ui/issue/avatar.tsx';
import type { ReactNode } from 'react';
import { personGrouping } from '../figures/people.ts';

export const arePeople = (groupBy: string | undefined): boolean =>
  personGrouping(groupBy) !== undefined;

interface GroupRow {
  readonly id?: string;
  readonly label?: string;
  readonly avatarUrl?: string | null;
  readonly projects?: readonly string[];
}

/** The name of a group; a person's with a picture. */
export function GroupName(props: {
  readonly row: GroupRow;
  readonly person: boolean;
  readonly children?: ReactNode;
}) {
  const {
    row: { id = '', label = '', avatarUrl = null, projects },
    person,
    children,
  } = props;
  return (
    <span className="tb-line tb-group-name">
      {person && id !== '' && <Avatar name={label} url={avatarUrl} />}
      <span
        className="tb-ellipsis"
        dir="auto"
        title={projects && `Of the projects ${projects.join(', ')}`}
      >
        {label}
      </span>
      {children}
    </span>
  );
}

const PEOPLE_CELLS = { value: { cell: (row: GroupRow) => <GroupName row={row} person /> } };
const GROUP_CELLS = { value: { cell: (row: GroupRow) => <GroupName row={row} person={false} /> } };

/** The cells of a table whose column 'value' holds groups. */
export const nameCells = (person: boolean) => (person ? PEOPLE_CELLS : GROUP_CELLS);
