import './dialog.css';
import { type ReactNode, useId } from 'react';
import { Button } from '../controls/button.tsx';
import { useModalDialog } from './dialog.ts';

export interface ModalProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The button that confirms; without it there is only Close. */
  readonly confirm?: {
    readonly label: string;
    readonly onConfirm: () => void;
    readonly danger?: boolean;
    readonly disabled?: boolean;
  };
  readonly onClose: () => void;
  readonly width?: 'small' | 'medium' | 'large';
}

/** A question or a message before the page. Mount it to open, unmount to close. Escape is Cancel. */
export function Modal({ title, children, confirm, onClose, width = 'small' }: ModalProps) {
  const dialog = useModalDialog(onClose);
  const id = useId();
  return (
    <dialog
      {...dialog}
      className={`tb-dialog tb-dialog--modal tb-dialog--${width} tb-no-print`}
      aria-labelledby={id}
    >
      <div className="tb-dialog__frame">
        <header className="tb-dialog__head">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
        </header>
        <div className="tb-dialog__body">{children}</div>
        <footer className="tb-dialog__foot">
          <Button appearance="subtle" onClick={onClose}>
            {confirm ? 'Cancel' : 'Close'}
          </Button>
          {confirm && (
            <Button
              appearance={confirm.danger ? 'danger' : 'primary'}
              disabled={confirm.disabled}
              onClick={confirm.onConfirm}
            >
              {confirm.label}
            </Button>
          )}
        </footer>
      </div>
    </dialog>
  );
}
