import { type FlowReplay, replayFlow } from '@tallyboard/core/flow/replay.ts';
import { type ColumnOfStatus, workflowOf } from '@tallyboard/core/flow/workflow.ts';
import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import type { DoneRule } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import { type FlowScope, flowScope } from './flow-scope.ts';
import type { FlowSettings } from './flow-settings.ts';

interface FlowOfDataset {
  readonly workflow: ColumnOfStatus;
  readonly rule: DoneRule;
  readonly replay: FlowReplay;
  readonly scope: FlowScope;
}

/** The workflow of a report, and how its issues moved through it until the report's date. */
export function replayDataset(
  dataset: Dataset,
  settings: Pick<FlowSettings, 'workflow' | 'board' | 'startRule' | 'types'> & {
    readonly done: DoneChoice | null;
  },
  context: ReportContext,
): FlowOfDataset {
  const { rule } = doneInForce(dataset, settings, context, settings.board);
  const workflow = workflowOf(dataset, settings, context);
  const replay = replayFlow(dataset, workflow, rule, settings, context.asOf);
  return {
    workflow,
    rule,
    replay,
    scope: flowScope(dataset, settings.types, workflow, rule, replay),
  };
}
