import type { WorkflowDefinition } from '@tallyboard/core/flow/workflow-definition.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { ResultContext } from '@tallyboard/ui/controls/use-choice.ts';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useContext, useState } from 'react';
import {
  distinctStatuses,
  type EditorStatus,
  workflowNameProblem,
  workflowProblem,
} from './edit-workflow.ts';
import { type SaveWorkflow, SaveWorkflowContext } from './save-workflow.ts';
import { WorkflowEditor } from './workflow-editor.tsx';

/** The columns of one report, which admins can save for all. */
export default function WorkflowDialog(props: {
  readonly first: WorkflowDefinition;
  readonly statuses: readonly EditorStatus[];
  /** The name of the shared workflow that is edited. */
  readonly sharedName: string | null;
  readonly otherNames: readonly string[];
  readonly onApply: (workflow: WorkflowDefinition | string) => void;
  readonly onClose: () => void;
}) {
  const { first, onApply, onClose } = props;
  const save = useContext(SaveWorkflowContext);
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
      changed={JSON.stringify(draft) !== JSON.stringify(first)}
      onClose={onClose}
    >
      {/* Its choices belong to no result: they apply at once. */}
      <ResultContext value={null}>
        <WorkflowEditor value={draft} statuses={statuses} onChange={setDraft} />
        {save && (
          <SaveShared
            {...props}
            save={save}
            workflow={draft}
            onSaved={name => {
              onApply(name);
              onClose();
            }}
          />
        )}
      </ResultContext>
    </Modal>
  );
}

function SaveShared(props: {
  readonly save: SaveWorkflow;
  readonly workflow: WorkflowDefinition;
  readonly sharedName: string | null;
  readonly otherNames: readonly string[];
  readonly onSaved: (name: string) => void;
}) {
  const { save, workflow, sharedName, otherNames, onSaved } = props;
  const [typed, setTyped] = useState(sharedName ?? '');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const name = typed.trim();
  const problem = name === '' ? null : workflowNameProblem(name, otherNames);
  async function store() {
    setBusy(true);
    setFailure(null);
    try {
      await save(name, workflow, sharedName);
      onSaved(name);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Not saved. Try again.');
      setBusy(false);
    }
  }
  return (
    <div className="tb-workflow__save">
      <TextField
        label="Shared workflow"
        help="Saved by name in the global settings, for all reports."
        value={typed}
        error={problem ?? failure ?? undefined}
        onChange={setTyped}
      />
      <Button
        busy={busy}
        disabled={name === '' || problem !== null || workflowProblem(workflow) !== null}
        onClick={() => void store()}
      >
        Save
      </Button>
    </div>
  );
}
