import CrossIcon from '@atlaskit/icon/core/cross';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

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
export function Drawer({ actions, ...props }: DrawerProps) {
  return (
    <Dialog
      {...props}
      className="tb-dialog--drawer"
      actions={
        <>
          {actions}
          <IconButton icon={CrossIcon} label="Close" onClick={props.onClose} />
        </>
      }
    />
  );
}
