import './issue.css';
import ClockIcon from '@atlaskit/icon/core/clock';
import type { StatusVisit } from '@tallyboard/core/model/rows.ts';
import { type ComponentProps, lazy, Suspense } from 'react';
import { Popover } from '../overlay/popover.tsx';
import { StatusLozenge } from './status-lozenge.tsx';

// Lazy: for readers who open it.
const StatusVisits = lazy(() => import('./status-visits.tsx'));

export interface StatusHistoryProps {
  readonly issueKey: string;
  readonly status?: ComponentProps<typeof StatusLozenge> | undefined;
  readonly load: () => Promise<readonly StatusVisit[]>;
  /** '3d 4h' of milliseconds. */
  readonly formatDuration: (milliseconds: number) => string;
  readonly formatInstant: (instant: number) => string;
}

/** A button that opens the time in each status, as a bar and a list. */
export function StatusHistoryPopover(props: StatusHistoryProps) {
  const { issueKey, status } = props;
  const label = `Status history of ${issueKey}`;
  return (
    <Popover
      label={label}
      className="tb-history"
      trigger={trigger => (
        <button
          {...trigger}
          type="button"
          className="tb-button tb-button--subtle tb-button--compact tb-history__button"
          aria-label={status ? `${label}, ${status.name}` : label}
          data-tb-tooltip="Status history"
        >
          {status && <StatusLozenge {...status} />}
          <ClockIcon label="" size="small" color="currentColor" />
        </button>
      )}
    >
      <div className="tb-popover__body">
        <h3>{issueKey}</h3>
        <Suspense>
          <StatusVisits {...props} />
        </Suspense>
      </div>
    </Popover>
  );
}
