import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { type ReactNode, useId, useState } from 'react';
import { colorStyle, columnWidths, type DashboardSummary, type Item } from './dashboard.ts';

const MAX_LENGTH = 255;

export function NameDialog(props: {
  readonly title: string;
  readonly confirm: string;
  readonly label?: string;
  readonly name: string;
  /** False where a field of the children is not right. */
  readonly isValid?: boolean;
  /** A promise keeps the dialog until it is fulfilled. */
  readonly onName: (name: string) => unknown;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const { title, confirm, label = 'Name', isValid = true, onName, onClose, children } = props;
  const [text, setText] = useState(props.name);
  const name = text.trim();
  const isLong = name.length > MAX_LENGTH;
  const disabled = name === '' || isLong || !isValid;
  return (
    <Modal
      title={title}
      onClose={onClose}
      confirm={{ label: confirm, onConfirm: () => onName(name), disabled }}
    >
      {submit => (
        <>
          <TextField
            label={label}
            required
            value={text}
            error={isLong ? `At most ${MAX_LENGTH} characters.` : undefined}
            onChange={setText}
            onEnter={submit}
          />
          {children}
        </>
      )}
    </Modal>
  );
}

export interface ManageDialogProps {
  readonly kind: 'rename' | 'copy' | 'delete';
  readonly dashboard: DashboardSummary;
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onCopy: (name: string) => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
  readonly onClose: () => void;
}

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

export function GadgetDialog(props: {
  readonly item: Item;
  readonly onSave: (change: {
    readonly title?: string;
    readonly color?: string;
  }) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { item, onSave, onClose } = props;
  const [color, setColor] = useState(item.color);
  const radio = useId();
  return (
    <NameDialog
      title="Title and color"
      confirm="Save"
      label="Title"
      name={item.title}
      // Sends only what changed here: somebody else may have changed the rest.
      onName={title =>
        onSave({ ...(title !== item.title && { title }), ...(color !== item.color && { color }) })
      }
      onClose={onClose}
    >
      <fieldset className="tb-row tb-colors">
        <legend className="tb-field__label">Color</legend>
        {COLORS.map(each => (
          <label key={each} className="tb-colors__choice" style={colorStyle(each)}>
            <input
              type="radio"
              name={radio}
              checked={color === each}
              onChange={() => setColor(each)}
            />
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
    </NameDialog>
  );
}

const LAYOUTS = [
  { layout: 'A', label: 'One column' },
  { layout: 'AA', label: 'Two equal columns' },
  { layout: 'AB', label: 'Narrow, then wide' },
  { layout: 'BA', label: 'Wide, then narrow' },
  { layout: 'AAA', label: 'Three columns' },
] as const;

export function LayoutDialog(props: {
  readonly layout: string;
  readonly onLayout: (layout: string) => void;
  readonly onClose: () => void;
}) {
  const { layout, onLayout, onClose } = props;
  return (
    <Modal title="Layout" width="medium" onClose={onClose}>
      <div className="tb-layouts">
        {LAYOUTS.map(({ layout: each, label }) => (
          <button
            key={each}
            type="button"
            className="tb-stack tb-layouts__choice"
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
