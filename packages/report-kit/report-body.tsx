import ChevronDown from '@atlaskit/icon/core/chevron-down';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { Popover } from '@tallyboard/ui/overlay/popover.tsx';
import { type ReactNode, useState } from 'react';

/** Charts and tables, or why there are none and what to do: never axes of nothing. */
export function ReportBody(props: {
  /** Null if there are figures. */
  readonly whyEmpty: string | null;
  readonly action?: { readonly label: string; readonly onSelect: () => void } | null;
  readonly children: ReactNode;
}) {
  const { whyEmpty, action, children } = props;
  if (whyEmpty === null) return children;
  return (
    <EmptyState title="No data." {...(action && { action })}>
      {whyEmpty}
    </EmptyState>
  );
}

/** A table that a gadget, whose chart is the answer, folds. */
export function ReportTableFold(props: {
  readonly compact: boolean;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  if (!props.compact) return props.children;
  return (
    <Disclosure title={open ? 'Hide table' : 'Show table'} open={open} onOpenChange={setOpen}>
      {props.children}
    </Disclosure>
  );
}

/** Settings of a view that are seldom changed, behind a button. */
export function ReportMenu(props: { readonly label: string; readonly children: ReactNode }) {
  const { label, children } = props;
  return (
    <Popover
      label={label}
      trigger={trigger => (
        <Button {...trigger} iconAfter={ChevronDown}>
          {label}
        </Button>
      )}
    >
      <div className="tb-popover__body tb-stack">{children}</div>
    </Popover>
  );
}
