import './issue.css';
import ClockIcon from '@atlaskit/icon/core/clock';
import type { StatusVisit } from '@tallyboard/core/model/rows.ts';
import { type ComponentProps, useEffect, useState } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { Popover } from '../overlay/popover.tsx';
import { StatusLozenge } from './status-lozenge.tsx';

export interface StatusHistoryProps {
  readonly issueKey: string;
  /** Shown in the button. */
  readonly status?: ComponentProps<typeof StatusLozenge> | undefined;
  /** Called when the popover opens. */
  readonly load: () => Promise<readonly StatusVisit[]>;
  /** '3d 4h' of milliseconds. */
  readonly formatDuration: (milliseconds: number) => string;
  /** A moment in the reader's zone and format. */
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
        <StatusHistory {...props} />
      </div>
    </Popover>
  );
}

function StatusHistory({ load, formatDuration, formatInstant }: StatusHistoryProps) {
  const [loaded, setLoaded] = useState<readonly StatusVisit[] | { readonly error: string } | null>(
    null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, when it opens.
  useEffect(() => {
    let live = true;
    load().then(
      visits => live && setLoaded(visits),
      (error: unknown) => live && setLoaded({ error: String(error) }),
    );
    return () => {
      live = false;
    };
  }, []);
  if (!loaded) return <Spinner label="Loading the status history" />;
  if ('error' in loaded) return <p role="alert">The history could not be read. {loaded.error}</p>;
  const total = loaded.reduce((sum, visit) => sum + Math.max(0, visit.to - visit.from), 0);
  return (
    <>
      <div className="tb-history__bar" aria-hidden="true">
        {loaded.map(visit => (
          <span
            key={`${visit.from} ${visit.statusName}`}
            className={`tb-category--${visit.category}`}
            style={{ flexGrow: total ? Math.max(0, visit.to - visit.from) / total : 1 }}
            data-tb-tooltip={`${visit.statusName} ${formatDuration(visit.to - visit.from)}`}
          />
        ))}
      </div>
      <ol className="tb-history__visits">
        {loaded.map(visit => (
          <li key={`${visit.from} ${visit.statusName}`}>
            <StatusLozenge name={visit.statusName} category={visit.category} />
            <span className="tb-history__duration">{formatDuration(visit.to - visit.from)}</span>
            <span className="tb-quiet">
              {formatInstant(visit.from)}
              {visit.by && ` · ${visit.by}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
