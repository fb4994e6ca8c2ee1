/** The dialogs of the dashboard pages. */
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useId, useState } from 'react';
import { columnWidths, type DashboardSummary, type Item } from './dashboard.ts';

const MAX_LENGTH = 255;

function nameProblem(name: string): string | undefined {
  return name.trim().length > MAX_LENGTH ? `At most ${MAX_LENGTH} characters.` : undefined;
}

interface NameDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly name: string;
  /** Whether everyone can edit; absent where this cannot be chosen. */
  readonly shared?: boolean | undefined;
  readonly onName: (name: string, shared: boolean) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a dashboard. */
export function NameDialog({ title, confirm, onName, onClose, ...given }: NameDialogProps) {
  const [name, setName] = useState(given.name);
  const [shared, setShared] = useState(given.shared ?? false);
  const problem = nameProblem(name);
  const disabled = name.trim() === '' || problem !== undefined;
  const submit = () => {
    if (!disabled) onName(name.trim(), shared);
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      confirm={{ label: confirm, onConfirm: submit, disabled }}
    >
      <TextField
        label="Name"
        required
        value={name}
        error={problem}
        onChange={setName}
        onEnter={submit}
      />
      {given.shared !== undefined && (
        <Checkbox label="Everyone can view and edit" checked={shared} onChange={setShared} />
      )}
    </Modal>
  );
}

export interface ManageDialogProps {
  readonly kind: 'rename' | 'copy' | 'delete';
  readonly dashboard: DashboardSummary;
  readonly onRename: (name: string) => void;
  readonly onCopy: (name: string) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks before a dashboard is renamed, copied or deleted. */
export function ManageDialog({ kind, dashboard, onClose, ...actions }: ManageDialogProps) {
  const { name } = dashboard;
  if (kind === 'delete') {
    return (
      <Modal
        title="Delete this dashboard?"
        onClose={onClose}
        confirm={{ label: 'Delete', danger: true, onConfirm: actions.onDelete }}
      >
        <p className="tb-dash__words">
          This deletes <bdi>{name}</bdi> for everyone and can't be undone.
        </p>
      </Modal>
    );
  }
  const rename = kind === 'rename';
  return (
    <NameDialog
      title={rename ? 'Rename the dashboard' : 'Copy the dashboard'}
      confirm={rename ? 'Save' : 'Copy'}
      name={rename ? name : `Copy of ${name}`}
      onName={rename ? actions.onRename : actions.onCopy}
      onClose={onClose}
    />
  );
}

const COLORS = ['blue', 'red', 'yellow', 'green', 'cyan', 'purple', 'gray', 'white'] as const;

/** The title and color of a gadget. */
export function GadgetDialog({
  item,
  onSave,
  onClose,
}: {
  readonly item: Item;
  readonly onSave: (change: { readonly title?: string; readonly color?: string }) => void;
  readonly onClose: () => void;
}) {
  const [title, setTitle] = useState(item.title);
  const [color, setColor] = useState(item.color);
  const name = useId();
  const problem = nameProblem(title);
  const disabled = title.trim() === '' || problem !== undefined;
  const submit = () => {
    // Send only what changed here: somebody else may have changed the rest.
    const named = title.trim() === item.title ? {} : { title: title.trim() };
    if (!disabled) onSave({ ...named, ...(color === item.color ? {} : { color }) });
  };
  return (
    <Modal
      title="Title and color"
      onClose={onClose}
      confirm={{ label: 'Save', onConfirm: submit, disabled }}
    >
      <TextField
        label="Title"
        required
        value={title}
        error={problem}
        onChange={setTitle}
        onEnter={submit}
      />
      <fieldset className="tb-swatches">
        <legend>Color</legend>
        {COLORS.map(each => (
          <label key={each} className="tb-swatch" data-color={each}>
            <input
              type="radio"
              name={name}
              checked={color === each}
              onChange={() => setColor(each)}
            />
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
    </Modal>
  );
}

const LAYOUTS = [
  { layout: 'A', label: 'One column' },
  { layout: 'AA', label: 'Two equal columns' },
  { layout: 'AB', label: 'Narrow, then wide' },
  { layout: 'BA', label: 'Wide, then narrow' },
  { layout: 'AAA', label: 'Three columns' },
] as const;

/** The column layout of a dashboard. */
export function LayoutDialog({
  layout,
  onLayout,
  onClose,
}: {
  readonly layout: string;
  readonly onLayout: (layout: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <Modal title="Layout" width="medium" onClose={onClose}>
      <div className="tb-layouts">
        {LAYOUTS.map(({ layout: each, label }) => (
          <button
            key={each}
            type="button"
            className="tb-layouts__choice"
            aria-pressed={each === layout}
            onClick={() => onLayout(each)}
          >
            <span className="tb-layouts__picture" aria-hidden="true">
              {columnWidths(each).map((width, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a column.
                <span key={at} style={{ flexGrow: width }} />
              ))}
            </span>
            {label}
          </button>
        ))}
      </div>
    </Modal>
  );
}
