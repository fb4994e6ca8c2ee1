import './dialog.css';
import CrossIcon from '@atlaskit/icon/core/cross';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../controls/button.tsx';
import { useModalDialog } from './dialog.ts';

export interface DrawerProps {
  readonly title: string;
  /** A sentence under the title. */
  readonly subtitle?: ReactNode;
  /** Buttons or links at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A panel at the right, 480 px wide and as wide as the window under 600 px. Mount it to open, unmount to close. */
export function Drawer({ title, subtitle, actions, children, onClose }: DrawerProps) {
  const dialog = useModalDialog(onClose);
  const id = useId();
  return (
    <dialog {...dialog} className="tb-dialog tb-dialog--drawer tb-no-print" aria-labelledby={id}>
      <div className="tb-dialog__frame">
        <header className="tb-dialog__head">
          <div className="tb-dialog__titles">
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            {subtitle && <p className="tb-quiet">{subtitle}</p>}
          </div>
          {actions}
          <IconButton icon={CrossIcon} label="Close" onClick={onClose} />
        </header>
        <div className="tb-dialog__body">{children}</div>
      </div>
    </dialog>
  );
}
