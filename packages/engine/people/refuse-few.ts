/** Refuses questions that name fewer people than the policy of the site allows: their totals would be figures on those. */
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import { FewPeopleError, type NamedPeople, namesFew } from '@tallyboard/core/people/few-people.ts';
import { isUserField } from '@tallyboard/core/people/fold-people.ts';
import { countPeople, originalOf } from '@tallyboard/core/people/folded-user.ts';
import { fewestPeople } from '@tallyboard/core/people/people-policy.ts';
import { peopleNamed } from '@tallyboard/jira/jql/people-named.ts';

type Restricted = NonNullable<ReportContext['people']>;

/** Throws FewPeopleError. */
export function refuseFewPeople(
  people: Restricted,
  jql: string,
  fields: readonly Field[],
  dataset?: Pick<Dataset, 'issues'>,
): void {
  const custom = new Set(
    fields.flatMap(field =>
      isUserField(field) ? [field.id.toLowerCase(), field.name.toLowerCase()] : [],
    ),
  );
  const named = peopleNamed(jql, field => custom.has(field));
  const few = named.find(each => namesFew(each, people) || leavesFew(each, people, dataset));
  if (few) throw FewPeopleError.named(few, people);
}

/** Queries in settings, such as those of teams. */
export function refuseFewIn(people: Restricted, settings: unknown, fields: readonly Field[]): void {
  if (typeof settings === 'string') refuseFewPeople(people, settings, fields);
  else if (typeof settings === 'object' && settings !== null)
    for (const value of Object.values(settings)) refuseFewIn(people, value, fields);
}

/** A group, or people most of whom have no issues, may leave few. */
function leavesFew(
  { field, names, groups }: NamedPeople,
  { policy, reader }: Restricted,
  dataset?: Pick<Dataset, 'issues'>,
): boolean {
  const role = (['assignee', 'reporter', 'creator'] as const).find(each => each === field);
  if (!role || !dataset || names.length + groups.length === 0) return false;
  const users = dataset.issues.flatMap(issue => issue[role] ?? []);
  const own = policy.kind === 'own-and-groups' ? reader?.id : undefined;
  const count = countPeople(users.filter(user => originalOf(user).id !== own));
  return count > 0 && count < fewestPeople(policy);
}
