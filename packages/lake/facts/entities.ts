/** Whom and what the facts name by id. */
import type { Assignee } from '@tallyboard/core/history/timeline.ts';
import type { IssueType, Project, Version } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { Row } from '../tables.ts';

export class Entities {
  readonly people = new Map<string, Row<'person'>>();
  readonly projects = new Map<string, Project>();
  readonly types = new Map<string, IssueType>();
  readonly versions = new Map<string, { readonly version: Version; readonly project: Project }>();

  /** The id of an account; null for nobody. */
  person(user: User | null): string | null {
    if (user === null) return null;
    const { id, name, active, zone, accountType } = user;
    const known = this.people.get(id);
    if (!known || known.active === null)
      this.people.set(id, {
        person_id: id,
        name,
        active,
        time_zone: zone,
        account_type: accountType,
      });
    return id;
  }

  /** Somebody whom a history names; accounts say more. */
  named(assignee: Assignee | null): string | null {
    if (assignee === null) return null;
    const { id, name } = assignee;
    if (!this.people.has(id))
      this.people.set(id, {
        person_id: id,
        name,
        active: null,
        time_zone: null,
        account_type: null,
      });
    return id;
  }
}
