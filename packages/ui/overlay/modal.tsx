import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

/** A question or a message before the page. Mount it to open, unmount to close. Escape is Cancel. */
export function Modal(props: {
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
}) {
  const { confirm, width = 'small', ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      className={`tb-dialog--modal tb-dialog--${width}`}
      foot={
        <>
          <Button appearance="subtle" onClick={props.onClose}>
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
        </>
      }
    />
  );
}
