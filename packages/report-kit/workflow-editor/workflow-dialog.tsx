import { ResultContext } from '@tallyboard/ui/controls/use-choice.ts';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import type { WorkflowDefinition } from '../families/flow/workflow-definition.ts';
import { distinctStatuses, type EditorStatus, workflowProblem } from './edit-workflow.ts';
import { WorkflowEditor } from './workflow-editor.tsx';

/** The columns of one report. */
export default function WorkflowDialog(props: {
  readonly first: WorkflowDefinition;
  readonly statuses: readonly EditorStatus[];
  readonly onApply: (workflow: WorkflowDefinition) => void;
  readonly onClose: () => void;
}) {
  const { first, onApply, onClose } = props;
  const [draft, setDraft] = useState(first);
  const statuses = distinctStatuses(props.statuses);
  return (
    <Modal
      title="Workflow"
      width="large"
      confirm={{
        label: 'Apply',
        disabled: workflowProblem(draft) !== null,
        onConfirm() {
          onApply(draft);
          onClose();
        },
      }}
      onClose={onClose}
    >
      {/* Its choices belong to no result: they apply at once. */}
      <ResultContext value={null}>
        <WorkflowEditor value={draft} statuses={statuses} onChange={setDraft} />
      </ResultContext>
    </Modal>
  );
}
