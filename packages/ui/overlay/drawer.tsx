import CrossIcon from '@atlaskit/icon/core/cross';
import type { ComponentProps } from 'react';
import { IconButton } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

/** A panel at the right, 480 px wide and as wide as the window under 600 px. Mount it to open, unmount to close. */
export function Drawer(props: Omit<ComponentProps<typeof Dialog>, 'className' | 'foot'>) {
  return (
    <Dialog
      {...props}
      className="tb-dialog--drawer"
      actions={
        <>
          {props.actions}
          <IconButton icon={CrossIcon} label="Close" onClick={props.onClose} />
        </>
      }
    />
  );
}
