import ArrowDown from '@atlaskit/icon/core/arrow-down';
import ArrowLeft from '@atlaskit/icon/core/arrow-left';
import ArrowRight from '@atlaskit/icon/core/arrow-right';
import ArrowUp from '@atlaskit/icon/core/arrow-up';
import Copy from '@atlaskit/icon/core/copy';
import Delete from '@atlaskit/icon/core/delete';
import DragHandle from '@atlaskit/icon/core/drag-handle-vertical';
import Edit from '@atlaskit/icon/core/edit';
import FullScreen from '@atlaskit/icon/core/fullscreen-enter';
import ExitFullScreen from '@atlaskit/icon/core/fullscreen-exit';
import Refresh from '@atlaskit/icon/core/refresh';
import Theme from '@atlaskit/icon/core/theme';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { type Action, Menu } from '@tallyboard/ui/controls/menu.tsx';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { colorStyle, type Item, type Step } from './dashboard.ts';

export interface CardActions {
  readonly edit: () => void;
  readonly refresh: () => void;
  readonly rename: () => void;
  /** Copies it beside itself. */
  readonly copy: () => void;
  /** Copies it to another dashboard, or moves it. */
  readonly copyTo: () => void;
  readonly remove: () => void;
  readonly fullScreen: (on: boolean) => void;
  readonly pickUp: () => void;
  readonly step: (step: Step) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
  readonly drag: (event: PointerEvent<HTMLElement>) => void;
}

export function GadgetCard(props: {
  readonly item: Item;
  readonly title: string;
  readonly editable: boolean;
  /** Being moved by keys or buttons. */
  readonly pickedUp: boolean;
  readonly full: boolean;
  readonly actions: CardActions;
  readonly children: ReactNode;
}) {
  const { item, title, editable, pickedUp, full, actions, children } = props;
  return (
    <article
      className={classNames(
        'tb-gadget-card',
        pickedUp && 'tb-gadget-card--lifted',
        full && 'tb-gadget-card--full',
      )}
      data-color={item.color}
      style={colorStyle(item.color)}
      aria-label={title}
    >
      <header
        className="tb-gadget-card__head"
        // Touch on the title scrolls; touch drags by the handle.
        onPointerDown={
          editable && !full ? event => mayDrag(event) && actions.drag(event) : undefined
        }
      >
        <h2 className="tb-ellipsis" dir="auto" data-tb-tooltip={title}>
          {title}
        </h2>
        {editable && !full && <MoveHandle title={title} pickedUp={pickedUp} actions={actions} />}
        {full ? (
          <IconButton
            icon={ExitFullScreen}
            label="Leave full screen"
            onClick={() => actions.fullScreen(false)}
          />
        ) : (
          <Menu label={`Actions of ${title}`} dots actions={menuOf(editable, actions)} />
        )}
      </header>
      {pickedUp && <MoveButtons title={title} actions={actions} />}
      {children}
    </article>
  );
}

function mayDrag(event: PointerEvent<HTMLElement>): boolean {
  if (event.button !== 0 || !(event.target instanceof Element)) return false;
  if (event.target.closest('.tb-gadget-card__handle')) return true;
  return event.pointerType === 'mouse' && !event.target.closest('button, [role="menu"]');
}

function menuOf(editable: boolean, actions: CardActions): Action[] {
  const { edit, refresh, rename, copy, copyTo, remove, pickUp, fullScreen } = actions;
  const all: (Action & { readonly edits?: boolean })[] = [
    { id: 'edit', label: 'Configure', icon: Edit, onSelect: edit, edits: true },
    { id: 'refresh', label: 'Refresh', icon: Refresh, onSelect: refresh },
    { id: 'full', label: 'Full screen', icon: FullScreen, onSelect: () => fullScreen(true) },
    { id: 'rename', label: 'Title and color', icon: Theme, onSelect: rename, edits: true },
    { id: 'move', label: 'Move', icon: DragHandle, onSelect: pickUp, edits: true },
    { id: 'copy', label: 'Duplicate', icon: Copy, onSelect: copy, edits: true },
    { id: 'copy-to', label: 'Copy to a dashboard', icon: Copy, onSelect: copyTo },
    { id: 'delete', label: 'Delete', icon: Delete, onSelect: remove, edits: true },
  ];
  return all.filter(({ edits }) => editable || !edits);
}

interface MoveProps {
  readonly title: string;
  readonly actions: CardActions;
}

/** Space picks the gadget up, arrow keys move it, Space drops it, Escape cancels. */
function MoveHandle({ title, pickedUp, actions }: MoveProps & { readonly pickedUp: boolean }) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === ' ' || event.key === 'Enter') {
      if (pickedUp) actions.drop();
      else actions.pickUp();
    } else if (!pickedUp) return;
    else if (event.key === 'Escape') actions.cancel();
    else {
      const step = stepOf(event);
      if (!step) return;
      actions.step(step);
    }
    event.preventDefault();
  };
  return (
    <IconButton
      icon={DragHandle}
      label={`Move ${title}`}
      className="tb-gadget-card__handle"
      aria-pressed={pickedUp}
      onKeyDown={onKeyDown}
    />
  );
}

function stepOf(event: KeyboardEvent<HTMLElement>): Step | null {
  const leftward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'right' : 'left';
  switch (event.key) {
    case 'ArrowUp':
      return 'up';
    case 'ArrowDown':
      return 'down';
    case 'ArrowLeft':
      return leftward;
    case 'ArrowRight':
      return leftward === 'left' ? 'right' : 'left';
    default:
      return null;
  }
}

/** Buttons for touch and for a mouse that cannot drag (WCAG 2.5.7). */
function MoveButtons({ title, actions }: MoveProps) {
  const { step, drop } = actions;
  return (
    <fieldset className="tb-row tb-gadget-card__move">
      <legend className="tb-hidden">Where {title} goes</legend>
      <IconButton icon={ArrowUp} label="Move up" onClick={() => step('up')} />
      <IconButton icon={ArrowDown} label="Move down" onClick={() => step('down')} />
      <IconButton icon={ArrowLeft} label="Move to the column before" onClick={() => step('left')} />
      <IconButton icon={ArrowRight} label="Move to the next column" onClick={() => step('right')} />
      <Button appearance="primary" compact onClick={drop}>
        Done
      </Button>
    </fieldset>
  );
}
