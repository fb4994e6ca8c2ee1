import './popover.css';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../controls/class-names.ts';
import { onResize } from '../text/on-resize.ts';
import { place, type Side } from './place.ts';

/** A panel beside its button, in the top layer. Escape or a click elsewhere closes it; focus returns to the button. */
export function Popover(props: {
  readonly label: string;
  readonly trigger: (props: {
    readonly ref: RefObject<HTMLButtonElement | null>;
    readonly 'aria-expanded': boolean;
    readonly 'aria-haspopup': 'dialog' | 'menu';
    readonly 'aria-controls': string | undefined;
    readonly onClick: () => void;
  }) => ReactNode;
  /** Rendered only while open. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly side?: Side;
  readonly kind?: 'dialog' | 'menu';
  readonly className?: string;
}) {
  const { label, trigger, children, side = 'bottom-start', kind = 'dialog', className } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useLayoutEffect(() => {
    if (!open || !panel.current || !button.current) return;
    return show(panel.current, button.current, side, () => setOpen(false));
  }, [open, side]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // Handled here, so that a drawer below stays open.
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape of its content.
    <span className="tb-popover-anchor" onKeyDown={onKeyDown}>
      {trigger({
        ref: button,
        'aria-expanded': open,
        'aria-haspopup': kind,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      {open && (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is a dialog or a menu, both take a name.
        <div
          ref={panel}
          id={id}
          role={kind}
          aria-label={label}
          popover="manual"
          tabIndex={-1}
          className={classNames('tb-overlay tb-popover tb-no-print', className)}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </span>
  );
}

/** Opens the panel beside its button and keeps it there until the focus or a press leaves both. */
function show(panel: HTMLElement, button: HTMLElement, side: Side, onLeave: () => void) {
  panel.showPopover();
  const update = () => place(panel, button, side);
  update();
  const first = panel.querySelector<HTMLElement>('[role^="menuitem"], [data-autofocus]');
  (first ?? panel).focus({ preventScroll: true });
  const leave = ({ target }: Event) => {
    if (target instanceof Node && !panel.contains(target) && !button.contains(target)) onLeave();
  };
  const stop = onResize([panel], update);
  const abort = new AbortController();
  const { signal } = abort;
  window.addEventListener('scroll', update, { signal, capture: true });
  window.addEventListener('resize', update, { signal });
  document.addEventListener('pointerdown', leave, { signal });
  document.addEventListener('focusin', leave, { signal });
  return () => {
    stop();
    abort.abort();
  };
}
