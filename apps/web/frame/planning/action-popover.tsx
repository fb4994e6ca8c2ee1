import { Button } from '@tallyboard/ui/controls/button.tsx';
import { moveFocus } from '@tallyboard/ui/controls/move-focus.ts';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { Popover } from '@tallyboard/ui/overlay/popover.tsx';
import type { ReactNode } from 'react';

/** A button of the selected issues, with its panel. It keeps the focus while nothing is selected. */
export function ActionPopover(props: {
  readonly label: string;
  readonly disabled: boolean;
  readonly children: (close: () => void) => ReactNode;
}) {
  const { label, disabled, children } = props;
  return (
    <Popover
      label={label}
      side="bottom-end"
      trigger={({ onClick, ...trigger }) => (
        <Button
          {...trigger}
          compact
          aria-disabled={disabled || undefined}
          onClick={() => disabled || onClick()}
        >
          {label}
        </Button>
      )}
    >
      {close => <div className="tb-plan__popover">{children(close)}</div>}
    </Popover>
  );
}

export interface ActionChoice {
  readonly id: string;
  readonly label: ReactNode;
  readonly onSelect: () => void;
}

/** Buttons below each other; arrow keys move between them. */
export function ActionChoices({ choices }: { readonly choices: readonly ActionChoice[] }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside hold the focus.
    <div className="tb-plan__choices" onKeyDown={event => moveFocus(event, 'button', 'vertical')}>
      {choices.map(({ id, label, onSelect }, index) => (
        <button
          key={id}
          type="button"
          className="tb-menu__item"
          data-autofocus={index === 0 || undefined}
          onClick={onSelect}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** What a panel shows until its choices are loaded. */
export function ActionState(props: {
  readonly error: unknown;
  readonly loading: string;
  readonly failed: string;
}) {
  const { error, loading, failed } = props;
  return error === null ? <Spinner label={loading} /> : <p role="alert">{failed}</p>;
}
