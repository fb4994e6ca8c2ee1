import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { createFakeClock } from '@tallyboard/jira/testing/fake-clock.ts';
import { cloudHandlers, createFakeHost, fakeIssues } from '@tallyboard/jira/testing/fake-jira.ts';
import { json } from '../json/json-source.ts';

const ISSUES = 10_000;
const LATENCY = 100;
const IN_FLIGHT = 8;
/** Fields, statuses, configuration, the user, and a count for the progress. */
const CONSTANT = 5;

/** The schedule of a load over a host that takes 100 ms for each call, in the time of a clock that tests turn. */
export default async function bench() {
  const clock = createFakeClock();
  const host = createFakeHost(cloudHandlers({ issues: fakeIssues(ISSUES) }), {
    clock,
    latency: LATENCY,
  });
  const client = createJiraClient({ flavour: 'cloud', request: host.request, clock });
  const { issues } = await json({ client }).open('project = OPS', NO_REQUIREMENT);
  if (issues.length !== ISSUES) throw new Error(`loaded ${issues.length} of ${ISSUES} issues`);
  const calls = Math.ceil(ISSUES / 5_000) + Math.ceil(ISSUES / 100) + CONSTANT;
  // Nothing can be fetched before the first page of the walk; from then on all places are taken.
  const beside = IN_FLIGHT - 1;
  const ideal = LATENCY * (1 + Math.ceil((calls - 1 - Math.min(beside, CONSTANT)) / IN_FLIGHT));
  return [
    {
      name: `loading ${ISSUES} issues over the ideal schedule`,
      value: clock.now() / ideal,
      limit: 1.3,
      unit: 'x',
    },
    {
      name: `calls for ${ISSUES} issues`,
      value: host.requests.length,
      limit: calls,
      unit: 'calls',
    },
  ];
}
