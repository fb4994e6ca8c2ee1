import EditIcon from '@atlaskit/icon/core/edit';
import {
  BY_CATEGORY,
  namedWorkflow,
  type WorkflowChoice,
  type WorkflowDefinition,
} from '@tallyboard/core/flow/workflow-definition.ts';
import { IconButton } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import type { FieldProps } from '@tallyboard/ui/controls/field.tsx';
import { showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { lazy, Suspense, useState } from 'react';
import { categoryWorkflow, type EditorStatus } from './edit-workflow.ts';

// Lazy: for readers who edit columns.
const WorkflowDialog = lazy(() => import('./workflow-dialog.tsx'));

const BOARD = '';
/** No name: names have at most 200 characters. */
const OWN = 'own'.repeat(100);

/** Chooses the workflow of a report: of the board, by category, a shared one, or its own columns. */
export function WorkflowField(props: {
  readonly hideLabel?: FieldProps['hideLabel'];
  readonly value: WorkflowChoice;
  readonly onChange: (workflow: WorkflowChoice) => void;
  /** The shared workflows by name, as they are stored. */
  readonly shared: Readonly<Record<string, unknown>>;
  readonly hasBoard: boolean;
  /** The columns in force, where they are known. */
  readonly current?: WorkflowDefinition;
  readonly loadStatuses: () => Promise<readonly EditorStatus[]>;
}) {
  const { hideLabel, value, onChange, shared, hasBoard, current, loadStatuses } = props;
  const [statuses, setStatuses] = useState<readonly EditorStatus[] | null>(null);
  const [busy, setBusy] = useState(false);
  const names = Object.keys(shared).filter(name => namedWorkflow(shared, name));
  const isNamed = typeof value === 'string' && value !== BY_CATEGORY;
  const known = isNamed
    ? names.find(name => name.toLowerCase() === value.toLowerCase())
    : undefined;
  const chosen = isNamed
    ? (known ?? value)
    : value === null
      ? BOARD
      : value === BY_CATEGORY
        ? value
        : OWN;
  const options = [
    { value: BOARD, label: hasBoard ? 'Columns of the board' : 'Status categories' },
    ...(hasBoard || value === BY_CATEGORY
      ? [{ value: BY_CATEGORY, label: 'Status categories' }]
      : []),
    ...names.map(name => ({ value: name, label: name })),
    ...(isNamed && !known ? [{ value, label: `${value} (missing)` }] : []),
    ...(chosen === OWN ? [{ value: OWN, label: 'Own columns' }] : []),
  ];
  async function edit() {
    if (busy) return;
    setBusy(true);
    try {
      setStatuses(await loadStatuses());
    } catch (error) {
      showProblem('The statuses could not be loaded')(error);
    } finally {
      setBusy(false);
    }
  }
  const first = (all: readonly EditorStatus[]) =>
    (typeof value === 'string' ? namedWorkflow(shared, value) : value) ??
    current ??
    categoryWorkflow(all);
  return (
    <div className="tb-row tb-workflow-field">
      <ChoiceField
        label="Workflow"
        hideLabel={hideLabel}
        options={options}
        value={chosen}
        onChange={next => {
          if (next !== OWN) onChange(next === BOARD ? null : next);
        }}
      />
      <IconButton
        icon={EditIcon}
        label="Edit columns"
        // Not disabled: it would lose the focus, which the dialog gives back to it.
        aria-disabled={busy}
        onClick={() => void edit()}
      />
      {statuses && (
        <Suspense>
          <WorkflowDialog
            first={first(statuses)}
            sharedName={known ?? null}
            otherNames={names.filter(name => name !== known)}
            statuses={statuses}
            onApply={onChange}
            onClose={() => setStatuses(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
