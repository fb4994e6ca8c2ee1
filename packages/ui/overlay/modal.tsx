import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { messageOf } from '../feedback/flags.tsx';
import { SectionMessage } from '../feedback/states.tsx';
import { Dialog } from './dialog.tsx';

export interface Confirm {
  readonly label: string;
  /** A promise keeps the dialog until it is fulfilled, then closes it; a failure is shown in the dialog. */
  readonly onConfirm: () => unknown;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** A question or a message before the page. Mount it to open, unmount to close. Escape is Cancel. */
export function Modal(props: {
  readonly title: string;
  /** Its function confirms, as Enter in a field does. */
  readonly children: ReactNode | ((submit: () => void) => ReactNode);
  /** The button that confirms; without it there is only Close. */
  readonly confirm?: Confirm;
  readonly onClose: () => void;
  /** What is shown once and was not copied yet: closing asks with this sentence. */
  readonly losing?: string | null;
  /** The reader changed what no text field of it shows, such as a list: closing asks as after typing. */
  readonly changed?: boolean;
  readonly width?: 'small' | 'medium' | 'large';
}) {
  const { title, children, confirm, onClose, losing = null, changed, width = 'small' } = props;
  const { busy, problem, submit } = useConfirm(confirm, onClose);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closesOnBack
      losing={losing}
      changed={changed}
      className={`tb-dialog--modal tb-dialog--${width}`}
      foot={cancel => (
        <>
          <Button appearance="subtle" onClick={cancel}>
            {confirm ? 'Cancel' : 'Close'}
          </Button>
          {confirm && (
            <Button
              appearance={confirm.danger ? 'danger' : 'primary'}
              busy={busy}
              disabled={confirm.disabled}
              onClick={submit}
            >
              {confirm.label}
            </Button>
          )}
        </>
      )}
    >
      {typeof children === 'function' ? children(submit) : children}
      {problem !== null && (
        <div role="alert">
          <SectionMessage kind="error">{problem}</SectionMessage>
        </div>
      )}
    </Dialog>
  );
}

function useConfirm(confirm: Confirm | undefined, onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const submit = () => {
    if (!confirm || confirm.disabled || busy) return;
    const work = confirm.onConfirm();
    if (!(work instanceof Promise)) return;
    setBusy(true);
    setProblem(null);
    work.then(
      () => mounted.current && onClose(),
      (error: unknown) => {
        if (!mounted.current) return;
        setBusy(false);
        setProblem(messageOf(error));
      },
    );
  };
  return { busy, problem, submit };
}
