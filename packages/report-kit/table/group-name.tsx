import './group-name.css';
import { Avatar } from '@tallyboard/ui/issue/avatar.tsx';
import type { ReactNode } from 'react';

const PEOPLE: ReadonlySet<string> = new Set(['assignee', 'creator', 'reporter']);

/** Groups of such a grouping are people, with a picture. */
export const arePeople = (groupBy: string | undefined): boolean => PEOPLE.has(groupBy ?? '');

/** The name of a group, with the picture of a person. */
export function GroupName({
  row: { id = '', label = '', avatarUrl = null, projects },
  person,
  children,
}: {
  readonly row: {
    readonly id?: string;
    readonly label?: string;
    readonly avatarUrl?: string | null;
    readonly projects?: readonly string[];
  };
  readonly person: boolean;
  /** More behind the name. */
  readonly children?: ReactNode;
}) {
  return (
    <span className="tb-group-name">
      {person && id !== '' && <Avatar name={label} url={avatarUrl} size={20} />}
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
