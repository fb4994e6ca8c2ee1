import { Button } from '@tallyboard/ui/controls/button.tsx';
import { useState } from 'react';

/** Removes what cannot be brought back, once its reader says so. */
export function RemoveButton(props: {
  /** The id of the element that names what is removed. */
  readonly what: string;
  readonly onRemove: () => void;
}) {
  const { what, onRemove } = props;
  const [asked, setAsked] = useState(false);
  if (!asked)
    return (
      <Button compact appearance="subtle" aria-describedby={what} onClick={() => setAsked(true)}>
        Remove
      </Button>
    );
  return (
    <fieldset className="tb-subscribe__actions">
      <legend className="tb-hidden">Remove it?</legend>
      <Button compact appearance="danger" autoFocus aria-describedby={what} onClick={onRemove}>
        Remove for good
      </Button>
      <Button compact onClick={() => setAsked(false)}>
        Keep
      </Button>
    </fieldset>
  );
}
