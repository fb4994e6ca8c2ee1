/** Tells readers of figures on people who is excepted from the policy. In a file of its own, which other sites do not load. */
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { exceptionText } from '@tallyboard/core/people/people-exceptions.ts';
import type { RestrictingPolicy } from '@tallyboard/core/people/people-policy.ts';
import { restrictionOn } from '@tallyboard/core/people/restriction.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Compute } from '@tallyboard/report-kit/contract.ts';
import { isOnPeople } from './on-people.ts';

// biome-ignore lint/suspicious/noExplicitAny: each report knows its own types.
type AnyCompute = Compute<any, any>;

export const withExceptions =
  (compute: AnyCompute): AnyCompute =>
  (dataset, settings, context) => {
    const computed = compute(dataset, settings, context);
    if (!isOnPeople(computed.result, dataset)) return computed;
    const text = textOf({ ...context, people: restrictionOn(context.people, dataset) });
    return {
      ...computed,
      definitions: [...computed.definitions, { figure: 'Figures on people', text }],
    };
  };

function textOf({ people, peopleExceptions = [], dateFormat }: ReportContext): string {
  const rule = people ? ruleText(people.policy) : 'You see people by name, by an exception:';
  const texts = peopleExceptions.map(each =>
    exceptionText(each, day => formatDay(day, dateFormat)),
  );
  return [rule, ...texts].join(' ');
}

const ruleText = (policy: RestrictingPolicy): string =>
  policy.kind === 'groups-of'
    ? `On this site they are for groups of ${policy.people} people or more.`
    : 'On this site others than yourself are put together.';
