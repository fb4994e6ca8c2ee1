import { definitionOf, type Workflow } from '@tallyboard/core/flow/workflow.ts';
import type { ViewProps } from '../../contract.ts';
import { WorkflowField } from '../../workflow-editor/workflow-field.tsx';
import { BoardChoice } from '../sprint-scope/board-choice.tsx';
import type { BoardValue } from '../sprint-scope/board-options.ts';
import type { FlowSettings } from './flow-settings.ts';

export function WorkflowControl<
  Settings extends Pick<FlowSettings, 'workflow' | 'board'> & BoardValue,
>(
  props: Pick<
    ViewProps<Settings, { readonly workflow: Workflow }>,
    'result' | 'settings' | 'context' | 'dataset' | 'onSettings'
  >,
) {
  const { result, settings, context, dataset, onSettings } = props;
  if (!dataset.statuses) return null;
  return (
    <>
      <BoardChoice
        hideLabel
        boards={dataset.boards}
        value={settings}
        onChange={value => onSettings({ ...settings, ...value })}
      />
      <WorkflowField
        hideLabel
        value={settings.workflow}
        shared={context.workflows ?? {}}
        hasBoard={settings.board !== null}
        current={definitionOf(result.workflow)}
        loadStatuses={dataset.statuses}
        onChange={workflow => onSettings({ ...settings, workflow })}
      />
    </>
  );
}
