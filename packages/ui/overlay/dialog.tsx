import './dialog.css';
import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../controls/button.tsx';
import { usePrintLayout } from '../text/print.ts';
import { useAskBeforeUnload } from './ask-before-unload.ts';
import { focusNear, focusPathOf, keepFocus } from './keep-focus.ts';
import { keepInSight } from './keep-in-sight.ts';
import { onBack } from './on-back.ts';
import { addDialog } from './open-dialogs.ts';
import { watchTyping } from './typed.ts';

/**
 * A native modal `<dialog>`, open while it is mounted: the browser keeps focus inside, makes the page behind inert and
 * stacks dialogs. Escape closes the topmost, and asks where typed text would be lost; focus returns to where it was.
 */
export function Dialog(props: {
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Buttons or links at the right of the title. */
  readonly actions?: ReactNode;
  /** Its function closes the dialog as Escape does. */
  readonly foot?: (cancel: () => void) => ReactNode;
  /** Back closes the dialog in place of leaving the page. */
  readonly closesOnBack?: boolean;
  readonly className: string;
  /** What is shown once and was not copied yet: closing asks with this sentence. */
  readonly losing?: string | null;
  /** The reader changed what no text field of it shows, such as a list: closing asks as after typing. */
  readonly changed?: boolean;
  /** Print has the dialog instead of the page behind it. */
  readonly prints?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const { title, subtitle, losing = null, changed = false, onClose } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { hasTyped, asking, setAsking, cancel } = useCancel(
    onClose,
    props.closesOnBack === true,
    losing !== null || changed,
  );
  useModal(ref, hasTyped);
  usePrinted(ref, props.prints === true);
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
        if (isOutside(event)) cancel();
      }}
      onPointerDown={(event: PointerEvent) => {
        pressedOutside.current = isOutside(event);
      }}
      onClick={event => {
        if (pressedOutside.current && isOutside(event)) cancel();
      }}
      onKeyDown={event => {
        // A popover inside takes the key first.
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        cancel();
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
        {props.foot && <footer className="tb-dialog__foot">{props.foot(cancel)}</footer>}
      </div>
      {asking && (
        <DiscardDialog
          losing={losing}
          changed={changed}
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            // The question closes first: a dialog that closes with the one around it takes the focus along.
            flushSync(() => setAsking(false));
            onClose();
          }}
        />
      )}
    </dialog>
  );
}

/** Opens it; its end returns the focus. */
function useModal(
  ref: RefObject<HTMLDialogElement | null>,
  hasTyped: RefObject<() => boolean>,
): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = focusPathOf(document.activeElement);
    dialog.showModal();
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2');
    first?.focus({ preventScroll: true });
    const remove = addDialog(dialog);
    const typing = watchTyping(dialog);
    hasTyped.current = typing.isChanged;
    const release = keepFocus(dialog);
    const leave = keepInSight(dialog);
    return () => {
      leave();
      release();
      typing.stop();
      remove();
      dialog.close();
      focusNear(before);
    };
  }, [ref, hasTyped]);
}

/** Print has the dialog alone. */
function usePrinted(ref: RefObject<HTMLDialogElement | null>, prints: boolean): void {
  const printing = usePrintLayout() && prints;
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
  }, [ref, printing]);
}

/** Closes at once, or asks where something would be lost; the browser asks before a reload. */
function useCancel(onClose: () => void, closesOnBack: boolean, isLosing: boolean) {
  const hasTyped = useRef((): boolean => false);
  const [asking, setAsking] = useState(false);
  const loses = () => isLosing || hasTyped.current();
  const cancel = () => (loses() ? setAsking(true) : onClose());
  const latest = useRef(cancel);
  useEffect(() => {
    latest.current = cancel;
  });
  useEffect(() => (closesOnBack ? onBack(() => latest.current()) : undefined), [closesOnBack]);
  useAskBeforeUnload(loses);
  return { hasTyped, asking, setAsking, cancel };
}

function DiscardDialog(props: {
  readonly losing: string | null;
  readonly changed: boolean;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}) {
  const { losing, changed } = props;
  const discards = changed ? 'Discard your changes?' : 'Discard what you typed?';
  return (
    <Dialog
      title={losing === null ? discards : 'Close without copying?'}
      className="tb-dialog--modal tb-dialog--small"
      foot={keep => (
        <>
          <Button appearance="subtle" onClick={keep}>
            {losing === null ? 'Keep editing' : 'Keep open'}
          </Button>
          <Button appearance="danger" onClick={props.onDiscard}>
            {losing === null ? 'Discard' : 'Close'}
          </Button>
        </>
      )}
      onClose={props.onKeep}
    >
      <p>{losing ?? (changed ? 'They are not saved yet.' : 'It is not saved yet.')}</p>
    </Dialog>
  );
}
