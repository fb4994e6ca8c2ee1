import { Button } from '@tallyboard/ui/controls/button.tsx';
import { useState } from 'react';

/** Removes what cannot be brought back, once its reader says so. */
export function RemoveButton(props: {
  /** The id of the element that names what is removed. */
  readonly what: string;
  readonly action?: 'Remove' | 'Revoke';
  readonly busy?: boolean;
  readonly onRemove: () => void;
}) {
  const { what, action = 'Remove', busy, onRemove } = props;
  const [asked, setAsked] = useState(false);
  if (!asked)
    return (
      <Button compact appearance="subtle" aria-describedby={what} onClick={() => setAsked(true)}>
        {action}
      </Button>
    );
  return (
    <fieldset className="tb-subscribe__actions">
      <legend className="tb-hidden">{action} it?</legend>
      <Button
        compact
        appearance="danger"
        autoFocus
        busy={busy}
        aria-describedby={what}
        onClick={onRemove}
      >
        {action} for good
      </Button>
      <Button compact onClick={() => setAsked(false)}>
        Keep
      </Button>
    </fieldset>
  );
}
