import CrossIcon from '@atlaskit/icon/core/cross';
import type { ComponentProps } from 'react';
import { IconButton } from '../controls/button.tsx';
import { classNames } from '../controls/class-names.ts';
import { Dialog } from './dialog.tsx';

/**
 * A panel at the right, 480 to 720 px wide (`wide`: 960 px) and never wider than the window. Mount it to open, unmount to close.
 */
export function Drawer({
  wide = false,
  ...props
}: Omit<ComponentProps<typeof Dialog>, 'className' | 'foot'> & { readonly wide?: boolean }) {
  return (
    <Dialog
      {...props}
      className={classNames('tb-dialog--drawer', wide && 'tb-dialog--wide') ?? ''}
      actions={
        <>
          {props.actions}
          <IconButton icon={CrossIcon} label="Close" onClick={props.onClose} />
        </>
      }
    />
  );
}
