import './feedback.css';
import StatusError from '@atlaskit/icon/core/status-error';
import StatusInformation from '@atlaskit/icon/core/status-information';
import StatusSuccess from '@atlaskit/icon/core/status-success';
import StatusWarning from '@atlaskit/icon/core/status-warning';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

export function EmptyState(props: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}) {
  const { title, children, action } = props;
  return (
    <div className="tb-empty" role="status">
      <p className="tb-empty__title">{title}</p>
      {children && <div className="tb-stack tb-quiet">{children}</div>}
      {action && <Button onClick={action.onSelect}>{action.label}</Button>}
    </div>
  );
}

/** An error, announced at once by screen readers. */
export function ErrorState(props: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
}) {
  const { title, children, onRetry } = props;
  return (
    <div role="alert">
      <SectionMessage
        kind="error"
        title={title}
        actions={onRetry && <Button onClick={onRetry}>Retry</Button>}
      >
        {children}
      </SectionMessage>
    </div>
  );
}

export type MessageKind = 'information' | 'success' | 'warning' | 'error';

const KINDS = {
  information: {
    label: 'Information',
    Icon: StatusInformation,
    color: 'var(--ds-icon-information)',
    background: 'var(--ds-background-information)',
  },
  success: {
    label: 'Success',
    Icon: StatusSuccess,
    color: 'var(--ds-icon-success)',
    background: 'var(--ds-background-success)',
  },
  warning: {
    label: 'Warning',
    Icon: StatusWarning,
    color: 'var(--ds-icon-warning)',
    background: 'var(--ds-background-warning)',
  },
  error: {
    label: 'Error',
    Icon: StatusError,
    color: 'var(--ds-icon-danger)',
    background: 'var(--ds-background-danger)',
  },
};

export function MessageIcon({ kind }: { readonly kind: MessageKind }) {
  const { label, Icon, color } = KINDS[kind];
  return (
    <span className="tb-message-icon" style={{ color }}>
      <Icon label={label} color="currentColor" />
    </span>
  );
}

export function SectionMessage(props: {
  readonly kind: MessageKind;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const { kind, title, children, actions } = props;
  return (
    <section className="tb-section-message" style={{ background: KINDS[kind].background }}>
      <MessageIcon kind={kind} />
      <div className="tb-stack tb-section-message__text">
        {title && <p className="tb-section-message__title">{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className="tb-section-message__actions">{actions}</div>}
      </div>
    </section>
  );
}
