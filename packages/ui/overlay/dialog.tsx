import './dialog.css';
import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { usePrintLayout } from '../text/print.ts';
import { addDialog } from './open-dialogs.ts';

/**
 * A native modal `<dialog>`, open while it is mounted: the browser keeps focus inside, makes the page behind inert and
 * stacks dialogs. Escape closes the topmost; focus returns to where it was.
 */
export function Dialog(props: {
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Buttons or links at the right of the title. */
  readonly actions?: ReactNode;
  readonly foot?: ReactNode;
  readonly className: string;
  /** Print has the dialog instead of the page behind it. */
  readonly prints?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const { title, subtitle, onClose } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2');
    first?.focus({ preventScroll: true });
    const remove = addDialog(dialog);
    return () => {
      remove();
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const printing = usePrintLayout() && props.prints === true;
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!printing || !dialog) return;
    // A modal dialog would print its first page only.
    dialog.close();
    dialog.open = true;
    return () => {
      dialog.close();
      dialog.showModal();
    };
  }, [printing]);
  // The pressed and the released place must both be the backdrop: a text selection that ends outside must not close.
  const pressedOutside = useRef(false);
  const isOutside = ({ target }: { target: EventTarget }) => target === ref.current;
  return (
    <dialog
      ref={ref}
      className={`tb-overlay tb-dialog ${props.className} ${props.prints ? 'tb-dialog--prints' : 'tb-no-print'}`}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault();
        if (isOutside(event)) onClose();
      }}
      onPointerDown={(event: PointerEvent) => {
        pressedOutside.current = isOutside(event);
      }}
      onClick={event => {
        if (pressedOutside.current && isOutside(event)) onClose();
      }}
      onKeyDown={event => {
        // A popover inside takes the key first.
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="tb-dialog__frame">
        <header className="tb-dialog__head">
          <div className="tb-dialog__titles">
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            {subtitle && <p className="tb-quiet">{subtitle}</p>}
          </div>
          {props.actions}
        </header>
        <div className="tb-dialog__body">{props.children}</div>
        {props.foot && <footer className="tb-dialog__foot">{props.foot}</footer>}
      </div>
    </dialog>
  );
}
