import './button.css';
import type { NewCoreIconProps } from '@atlaskit/icon';
import type { ButtonHTMLAttributes, ComponentType, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** An icon of `@atlaskit/icon/core/*`. */
export type IconType = ComponentType<NewCoreIconProps>;

/** A button. `busy` takes no clicks, keeps width and focus, and announces the state to screen readers. */
export function Button(
  props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
    readonly children: ReactNode;
    readonly appearance?: 'default' | 'primary' | 'subtle' | 'danger' | 'link';
    readonly icon?: IconType;
    readonly iconAfter?: IconType;
    readonly compact?: boolean;
    readonly busy?: boolean;
  },
) {
  const {
    children,
    appearance = 'default',
    icon: Icon,
    iconAfter: IconAfter,
    compact,
    busy,
    className,
    onClick,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`, which takes the focus away.
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
      className={classNames(
        'tb-button',
        `tb-button--${appearance}`,
        compact && 'tb-button--compact',
        className,
      )}
    >
      {Icon && <Icon label="" color="currentColor" />}
      <span className="tb-button__text">{children}</span>
      {IconAfter && <IconAfter label="" color="currentColor" size="small" />}
    </button>
  );
}

export function IconButton(
  props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> & {
    readonly icon: IconType;
    /** Name for screen readers, and tooltip. */
    readonly label: string;
  },
) {
  const { icon: Icon, label, className, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tb-tooltip={label}
      className={classNames('tb-button tb-button--subtle tb-button--icon', className)}
    >
      <Icon label="" color="currentColor" />
    </button>
  );
}
