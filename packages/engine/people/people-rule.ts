import {
  exceptionOf,
  exceptionsInForce,
  type PeopleException,
  type ProjectRoles,
  projectsExcepted,
} from '@tallyboard/core/people/people-exceptions.ts';
import type { PeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import type { SiteSettings } from '@tallyboard/reports/catalogue/site-settings.ts';

type PolicySettings = Pick<SiteSettings, 'figuresOnPeople' | 'peopleExceptions'>;

interface PeopleRule {
  readonly policy: PeoplePolicy;
  readonly exceptions: readonly PeopleException[];
  /** Ids of projects, for each project role by which the reader is excepted: for figures of these projects alone. */
  readonly exceptedIn: readonly (readonly string[])[];
}

/**
 * The policy of figures on people for a reader with these roles, at every door. Exceptions end by the clock of the machine: figures
 * of a past day are read today.
 */
export function peopleRule({
  settings: { figuresOnPeople: policy, peopleExceptions },
  roles = [],
  projectRoles = {},
}: {
  readonly settings: PolicySettings;
  readonly roles?: readonly string[];
  readonly projectRoles?: ProjectRoles;
}): PeopleRule {
  if (policy.kind === 'all') return { policy, exceptions: [], exceptedIn: [] };
  const now = Date.now();
  const isExcepted = exceptionOf(peopleExceptions, roles, now) !== null;
  return {
    policy: isExcepted ? { kind: 'all' } : policy,
    exceptions: exceptionsInForce(peopleExceptions, now),
    exceptedIn: isExcepted ? [] : projectsExcepted(peopleExceptions, projectRoles, now),
  };
}
