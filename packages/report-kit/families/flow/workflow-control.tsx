import type { ViewProps } from '../../contract.ts';
import { WorkflowField } from '../../workflow-editor/workflow-field.tsx';
import type { FlowSettings } from './flow-settings.ts';
import { definitionOf, type Workflow } from './workflow.ts';

/** The workflow on the page of a flow report. */
export function WorkflowControl<Settings extends Pick<FlowSettings, 'workflow' | 'board'>>(
  props: Pick<
    ViewProps<Settings, { readonly workflow: Workflow }>,
    'result' | 'settings' | 'context' | 'dataset' | 'onSettings'
  >,
) {
  const { result, settings, context, dataset, onSettings } = props;
  if (!dataset.statuses) return null;
  return (
    <WorkflowField
      value={settings.workflow}
      shared={context.workflows ?? {}}
      hasBoard={settings.board !== null}
      current={definitionOf(result.workflow)}
      loadStatuses={dataset.statuses}
      onChange={workflow => onSettings({ ...settings, workflow })}
    />
  );
}
