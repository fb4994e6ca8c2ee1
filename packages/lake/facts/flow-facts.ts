import { replayFlow } from '@tallyboard/core/flow/replay.ts';
import { type ColumnOfStatus, workflowOf } from '@tallyboard/core/flow/workflow.ts';
import { BY_CATEGORY } from '@tallyboard/core/flow/workflow-definition.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import type { AddRow } from '../tables.ts';
import type { Derivation } from './derivation.ts';

/** The status categories, and the shared workflows. */
const workflowNames = ({ workflows = {} }: Pick<ReportContext, 'workflows'>) => [
  BY_CATEGORY,
  ...Object.keys(workflows).filter(name => name !== BY_CATEGORY),
];

export function addFlow(derivation: Derivation): void {
  const { dataset, context, add } = derivation;
  for (const workflow of workflowNames(context)) {
    const columns = workflowOf(dataset, { workflow, board: null }, context);
    addColumns(add, workflow, columns);
    addClocks(derivation, workflow, columns);
  }
}

function addColumns(add: AddRow, workflow: string, { columns, start, finish }: ColumnOfStatus) {
  for (const [position, name] of columns.entries())
    add('workflow_column', {
      workflow,
      position,
      name,
      starts: position === start,
      finishes: position === finish,
    });
}

const known = (at: number | undefined): Instant | null =>
  at === undefined || !Number.isFinite(at) ? null : at;

function addClocks(
  { dataset: { issues }, context, calendar, done, add, dayOf }: Derivation,
  workflow: string,
  columns: ColumnOfStatus,
): void {
  const settings = { startRule: 'first', types: 'all' } as const;
  const replay = replayFlow({ issues }, columns, done, settings, context.asOf);
  const day = (at: Instant | null): Day | null => (at === null ? null : dayOf(at));
  for (let row = 0; row < issues.length; row++) {
    if (replay.outside[row] === 1) continue;
    const issue = issues[row]!;
    const issue_id = Number(issue.id);
    const { level } = issue.type;
    const started = known(replay.start[row]);
    const finished = known(replay.finish[row]);
    const since = known(replay.since[row]);
    const until = known(replay.until[row]);
    const cycle = started === null || finished === null ? null : { started, finished };
    add('clock', {
      workflow,
      issue_id,
      level,
      started_at: started,
      started_day: day(started),
      finished_at: finished,
      finished_day: day(finished),
      since_at: since,
      since_day: day(since),
      until_at: until,
      until_day: day(until),
      start_known: replay.unknown[row] === 0,
      finish_known: replay.undated[row] === 0,
      cycle_days: cycle && dayOf(cycle.finished) - dayOf(cycle.started) + 1,
      cycle_ms: cycle && cycle.finished - cycle.started,
      cycle_working_ms: cycle && calendar.workingTime(cycle.started, cycle.finished),
    });
    let highest = -1;
    const end = replay.first[row + 1]!;
    for (let at = replay.first[row]!; at < end; at++) {
      const column = replay.column[at]!;
      const entered = replay.entered[at]!;
      const left = at + 1 < end ? replay.entered[at + 1]! : null;
      add('clock_step', {
        workflow,
        issue_id,
        position: at - replay.first[row]!,
        level,
        column_position: column,
        entered_at: entered,
        entered_day: dayOf(entered),
        left_at: left,
        left_day: day(left),
        highest_before: highest,
      });
      highest = Math.max(highest, column);
    }
  }
}
