import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { StatusId } from '@tallyboard/core/model/ids.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { User } from '@tallyboard/core/model/user.ts';

/** What a session knows of its site, apart from issues. */
export interface Metadata {
  readonly fields: readonly Field[];
  readonly special: SpecialFields;
  readonly statuses: ReadonlyMap<StatusId, Status>;
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  /** Null when nobody is signed in. */
  readonly currentUser: User | null;
}
