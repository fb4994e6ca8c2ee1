import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';

export interface UnreadableNoteProps {
  readonly raw: unknown;
  readonly replace: boolean;
  readonly onReplace: (replace: boolean) => void;
}

/** Something is stored that nobody can read: it stays until an admin decides otherwise, and then a copy stays. */
export function UnreadableNote({ raw, replace, onReplace }: UnreadableNoteProps) {
  return (
    <SectionMessage kind="warning" title="Stored settings could not be read">
      <p>Defaults are used. The stored value is unchanged.</p>
      <Disclosure title="Show stored value">
        <pre className="tb-settings__raw">{JSON.stringify(raw, null, 2)}</pre>
      </Disclosure>
      <Checkbox
        label="Replace when I apply (keeps a backup)"
        checked={replace}
        onChange={onReplace}
      />
    </SectionMessage>
  );
}
