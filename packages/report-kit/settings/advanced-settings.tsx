import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type ReactNode, useState } from 'react';

export interface AdvancedSettingsProps {
  /** A field in here keeps the form from being saved: it must be seen. */
  readonly refused?: boolean;
  readonly children: ReactNode;
}

/** The fields of a form that few readers change, closed at first. */
export function AdvancedSettings({ refused = false, children }: AdvancedSettingsProps) {
  const [chosen, setOpen] = useState(false);
  const open = chosen || refused;
  return (
    <Disclosure
      title={open ? 'Hide Advanced Settings' : 'Show Advanced Settings'}
      open={open}
      onOpenChange={setOpen}
    >
      {children}
    </Disclosure>
  );
}
