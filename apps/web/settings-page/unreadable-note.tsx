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
    <SectionMessage kind="warning" title="The stored settings cannot be read">
      <p>Defaults are in use, and what is stored was left as it is.</p>
      <Disclosure title="Show what is stored">
        <pre className="tb-settings__raw">{JSON.stringify(raw, null, 2)}</pre>
      </Disclosure>
      <Checkbox
        label="Replace it when I apply; a copy is kept as a backup"
        checked={replace}
        onChange={onReplace}
      />
    </SectionMessage>
  );
}
