import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { type ReactNode, useState } from 'react';

/** The fields of a form that few readers change, closed at first. */
export function AdvancedSettings({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
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
