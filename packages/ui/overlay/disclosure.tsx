import './disclosure.css';
import ChevronRight from '@atlaskit/icon/core/chevron-right';
import { type ReactNode, useId, useState } from 'react';

/** A title that opens its content, which mounts at the first opening and then stays. */
export function Disclosure(props: {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly defaultOpen?: boolean;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** Makes the title a heading. */
  readonly level?: 2 | 3 | 4;
}) {
  const { title, children, defaultOpen = false, open: controlled, onOpenChange, level } = props;
  const [own, setOwn] = useState(defaultOpen);
  const open = controlled ?? own;
  const [seen, setSeen] = useState(open);
  if (open && !seen) setSeen(true);
  const id = useId();
  const button = (
    <button
      type="button"
      className="tb-disclosure__button"
      aria-expanded={open}
      aria-controls={id}
      onClick={() => {
        setOwn(!open);
        onOpenChange?.(!open);
      }}
    >
      <span className="tb-disclosure__chevron tb-no-print">
        <ChevronRight label="" size="small" />
      </span>
      {title}
    </button>
  );
  const Heading = level ? (`h${level}` as const) : 'div';
  return (
    <div className="tb-disclosure">
      <Heading>{button}</Heading>
      <div id={id} hidden={!open} className="tb-disclosure__body">
        {seen && children}
      </div>
    </div>
  );
}
