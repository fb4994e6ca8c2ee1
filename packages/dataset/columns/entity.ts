import type {
  IssueType,
  Named,
  ParentRef,
  Priority,
  Project,
  Version,
} from '@tallyboard/core/model/issue.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { User } from '@tallyboard/core/model/user.ts';

/** A parent, or an epic whose name comes from its Epic Link. */
export type StoredParent = ParentRef & { readonly linked?: true };

/** The objects that issues share. */
export interface Entities {
  readonly component: Named;
  readonly parent: StoredParent;
  readonly priority: Priority;
  readonly project: Project;
  readonly resolution: Named;
  readonly sprint: Sprint;
  readonly status: Status;
  readonly team: Named;
  readonly type: IssueType;
  readonly user: User;
  readonly version: Version;
}
export type EntityKind = keyof Entities;

/** Returns the object that all issues of a dataset share for an entity. */
export type Adopt = <Kind extends EntityKind>(kind: Kind, entity: Entities[Kind]) => Entities[Kind];
