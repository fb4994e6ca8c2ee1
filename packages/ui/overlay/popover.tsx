import './popover.css';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../controls/class-names.ts';
import { place, type Side } from './place.ts';

export interface PopoverTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'dialog' | 'menu';
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
}

export interface PopoverProps {
  /** The name of the panel for screen readers. */
  readonly label: string;
  /** Renders the button that opens it, given the props to spread. */
  readonly trigger: (props: PopoverTrigger) => ReactNode;
  /** The content, rendered only while open. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly side?: Side;
  readonly kind?: 'dialog' | 'menu';
  readonly className?: string;
  readonly onOpenChange?: (open: boolean) => void;
}

/** A panel beside its button, in the top layer. Escape or a click elsewhere closes it; focus returns to the button. */
export function Popover({
  label,
  trigger,
  children,
  side = 'bottom-start',
  kind = 'dialog',
  className,
  onOpenChange,
}: PopoverProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();

  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const close = () => {
    change(false);
    button.current?.focus();
  };
  usePlaced(open, panel, button, side);
  useClickOutside(open, [panel, button], () => change(false));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // Handled here, so that a drawer below stays open.
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only catches Escape from what is inside.
    <span className="tb-popover-anchor" onKeyDown={onKeyDown}>
      {trigger({
        ref: button,
        'aria-expanded': open,
        'aria-haspopup': kind,
        'aria-controls': open ? id : undefined,
        onClick: () => change(!open),
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
          className={classNames('tb-popover tb-no-print', className)}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </span>
  );
}

function usePlaced(
  open: boolean,
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  side: Side,
) {
  useLayoutEffect(() => {
    const element = panel.current;
    if (!open || !element) return;
    element.showPopover?.();
    const update = () => anchor.current && place(element, anchor.current, side);
    update();
    const first = element.querySelector<HTMLElement>('[role^="menuitem"], [data-autofocus]');
    (first ?? element).focus({ preventScroll: true });
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update);
    observer?.observe(element);
    window.addEventListener('scroll', update, true);
    window.addEventListener('resize', update);
    return () => {
      observer?.disconnect();
      window.removeEventListener('scroll', update, true);
      window.removeEventListener('resize', update);
    };
  }, [open, panel, anchor, side]);
}

function useClickOutside(
  open: boolean,
  inside: readonly RefObject<HTMLElement | null>[],
  onOutside: () => void,
) {
  const latest = useRef({ inside, onOutside });
  latest.current = { inside, onOutside };
  useEffect(() => {
    if (!open) return;
    const leaves = (event: Event) => {
      const { target } = event;
      if (!(target instanceof Node)) return;
      if (latest.current.inside.some(ref => ref.current?.contains(target))) return;
      latest.current.onOutside();
    };
    document.addEventListener('pointerdown', leaves);
    document.addEventListener('focusin', leaves);
    return () => {
      document.removeEventListener('pointerdown', leaves);
      document.removeEventListener('focusin', leaves);
    };
  }, [open]);
}
