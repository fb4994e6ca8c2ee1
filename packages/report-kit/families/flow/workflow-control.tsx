import { definitionOf, type Workflow } from '@tallyboard/core/flow/workflow.ts';
import type { ViewProps } from '../../contract.ts';
import { BoardChoice } from '../../form/board-choice.tsx';
import { WorkflowField } from '../../workflow-editor/workflow-field.tsx';
import type { FlowSettings } from './flow-settings.ts';

export function WorkflowControl<Settings extends Pick<FlowSettings, 'workflow' | 'board'>>(
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
        boards={dataset.boards?.list ?? []}
        value={settings.board}
        onChange={board => onSettings({ ...settings, board })}
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
