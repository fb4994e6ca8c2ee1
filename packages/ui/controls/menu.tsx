import './menu.css';
import ChevronDown from '@atlaskit/icon/core/chevron-down';
import ShowMore from '@atlaskit/icon/core/show-more-horizontal';
import { Popover } from '../overlay/popover.tsx';
import { Button, type IconType } from './button.tsx';
import { moveFocus } from './move-focus.ts';

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconType;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  /** Rarely used: in a menu even where there is room. */
  readonly minor?: boolean;
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
      {close => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the items inside hold the focus.
        <div
          onKeyDown={event => {
            if (event.key === 'Tab') close();
            else moveFocus(event, '[role="menuitem"]', 'vertical');
          }}
        >
          {actions.map(({ id, label: text, icon: Icon, onSelect, disabled }) => (
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
              {text}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
