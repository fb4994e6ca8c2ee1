import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue, Sla } from '@tallyboard/core/model/issue.ts';
import { context, slaCycle } from '@tallyboard/core/testing/builders.ts';
import { findReport } from '../find-report.ts';
import { loadCompute } from '../load-compute.ts';
import { overParsing, replayData } from './replay-data.ts';
import { numbers } from './wire-issues.ts';

const NOW = context({ asOf: Date.UTC(2024, 6, 1) });
const HOUR = 3_600_000;
const RUNS: readonly (readonly [id: string, stored: object, limit: number])[] = [
  ['sla', { lastDays: 366, by: 'assignee' }, 0.15],
  ['first-response', { lastDays: 366 }, 0.1],
  ['satisfaction', { lastDays: 366 }, 0.15],
  ['desk-backlog', { lastDays: 30 }, 0.3],
];

/** Two SLAs, a request type, and ratings of every third issue. */
function asRequests(issues: readonly Issue[]): Issue[] {
  const next = numbers(58);
  return issues.map((issue, row): Issue => {
    const elapsed = (1 + next(90)) * HOUR;
    const goal = 40 * HOUR;
    const start = issue.created;
    const cycle = { start, goal, elapsed, breach: start + goal, breached: elapsed > goal };
    const sla = (name: string): Sla =>
      issue.resolved === null
        ? { name, completed: [], ongoing: slaCycle({ ...cycle, paused: false }) }
        : { name, completed: [slaCycle({ ...cycle, stop: issue.resolved })], ongoing: null };
    return {
      ...issue,
      requestType: `Request ${next(8)}`,
      satisfaction: row % 3 === 0 ? 1 + next(5) : null,
      slas: new Map([
        ['customfield_1' as FieldId, sla('Time to first response')],
        ['customfield_2' as FieldId, sla('Time to resolution')],
      ]),
    };
  });
}

/** The reports of service projects, against JSON.parse of the same issues. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const { data, warmUp, parsing } = replayData(count);
  const requests = {
    parsing,
    data: { ...data, issues: asRequests(data.issues) },
    warmUp: { ...warmUp, issues: asRequests(warmUp.issues) },
  };
  const benches = RUNS.map(async ([id, stored, limit]) => {
    const [report, compute] = await Promise.all([findReport(id), loadCompute(id)]);
    const settings = report?.settings.parse(stored).value;
    return {
      name: `${id}, ${count} issues, over JSON.parse`,
      value: overParsing(requests, dataset => compute(dataset, settings, NOW)),
      limit,
      unit: 'x',
    };
  });
  return Promise.all(benches);
}
