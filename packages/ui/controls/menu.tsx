import './menu.css';
import ChevronDown from '@atlaskit/icon/core/chevron-down';
import ShowMore from '@atlaskit/icon/core/show-more-horizontal';
import { type KeyboardEvent, useRef } from 'react';
import { Popover } from '../overlay/popover.tsx';
import { Button, type IconType } from './button.tsx';
import { moveFocus } from './move-focus.ts';

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconType;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
}

/** A menu of actions: arrow keys, Home, End and first letters move. */
export function Menu(props: {
  readonly label: string;
  readonly actions: readonly Action[];
  /** Three dots instead of the label. */
  readonly dots?: boolean;
}) {
  const { label, actions, dots } = props;
  return (
    <Popover
      label={label}
      kind="menu"
      side="bottom-end"
      trigger={props => (
        <Button
          {...props}
          appearance={dots ? 'subtle' : 'default'}
          className={dots ? 'tb-button--icon' : undefined}
          aria-label={label}
          iconAfter={dots ? undefined : ChevronDown}
        >
          {dots ? <ShowMore label="" color="currentColor" /> : label}
        </Button>
      )}
    >
      {close => <MenuItems actions={actions} close={close} />}
    </Popover>
  );
}

function MenuItems(props: { readonly actions: readonly Action[]; readonly close: () => void }) {
  const { actions, close } = props;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') close();
    else moveFocus(event, list.current, '[role="menuitem"]', 'vertical');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the items inside hold the focus.
    <div ref={list} onKeyDown={onKeyDown}>
      {actions.map(({ id, label, icon: Icon, onSelect, disabled }) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={disabled}
          className="tb-menu__item"
          onClick={() => {
            close();
            onSelect();
          }}
        >
          {Icon && <Icon label="" color="currentColor" />}
          {label}
        </button>
      ))}
    </div>
  );
}
