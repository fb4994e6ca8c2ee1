import './copy-field.css';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { useState } from 'react';

/** A text that is shown once, to be copied by its button or, selected on focus, by the keyboard. */
export function CopyField(props: {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: string;
  readonly onCopied: () => void;
}) {
  const { label, hideLabel, value, onCopied } = props;
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => {
        setCopied(true);
        onCopied();
      },
      () => setCopied(false),
    );
  return (
    <>
      <InputField
        label={label}
        hideLabel={hideLabel}
        readOnly
        value={value}
        onFocus={event => event.target.select()}
        onCopy={onCopied}
      />
      <div className="tb-row tb-copy-field">
        <Button aria-label={`Copy: ${label}`} onClick={() => void copy()}>
          Copy
        </Button>
        <span role="status">
          {copied === true && 'Copied'}
          {copied === false && 'The browser did not copy it: select the text and copy it.'}
        </span>
      </div>
    </>
  );
}
