import './since.css';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { toFailure } from '@tallyboard/engine/failure.ts';
import type { FigureSince } from '@tallyboard/engine/pins/report-since.ts';
import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { Drawer } from '@tallyboard/ui/overlay/drawer.tsx';
import { useEffect, useState } from 'react';
import { openSaved, savedAddress } from '../../router/page-state.ts';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import type { SinceVisit } from './saved-visit.ts';

/** So many are compared without being asked for; each takes the loads of a report. */
const FIRST = 5;

/** The saved reports that the reader follows, each as of the last visit and now. */
export default function SavedSince({
  visit: { since, reports, dismiss },
  onClose,
}: {
  readonly visit: SinceVisit;
  readonly onClose: () => void;
}) {
  const { zone, site } = useSession();
  const [shown, setShown] = useState(FIRST);
  // One report loads at a time.
  const [compared, setCompared] = useState(0);
  const when = formatInstant(since, zone, `${site.settings.dateFormat} HH:mm`);
  return (
    <Drawer
      title="Since you were here"
      onClose={onClose}
      actions={
        <Button
          appearance="subtle"
          onClick={() => {
            dismiss();
            onClose();
          }}
        >
          Dismiss
        </Button>
      }
    >
      <p className="tb-quiet">
        Your favorite, pinned and own reports, compared with {when} ({zone}).
      </p>
      <ul className="tb-since">
        {reports.slice(0, shown).map((report, at) => (
          <ReportRow
            key={report.id}
            report={report}
            since={since}
            isTurn={at <= compared}
            onCompared={() => setCompared(count => Math.max(count, at + 1))}
            onClose={onClose}
          />
        ))}
      </ul>
      {reports.length > shown && (
        <Button appearance="link" onClick={() => setShown(shown + FIRST)}>
          Compare {Math.min(FIRST, reports.length - shown)} more
        </Button>
      )}
    </Drawer>
  );
}

function ReportRow(props: {
  readonly report: SavedReport;
  readonly since: number;
  readonly isTurn: boolean;
  readonly onCompared: () => void;
  readonly onClose: () => void;
}) {
  const { report, since, isTurn, onCompared, onClose } = props;
  const { engine, host, site, zone, now } = useSession();
  const { id, name } = report;
  const { value, error, reload } = useLoaded(
    isTurn ? `${id} ${since}` : null,
    async (_, signal) => {
      const age = (await host.dataAge?.()) ?? null;
      const { reportSince } = await import('@tallyboard/engine/pins/report-since.ts');
      const { flavour } = host.info;
      return reportSince(engine, report, { site, zone, flavour, since, now: now(), age, signal });
    },
  );
  const isDone = value !== null || error !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once.
  useEffect(() => {
    if (isDone) onCompared();
  }, [isDone]);
  return (
    <li className="tb-since__report">
      <a
        className="tb-since__name"
        dir="auto"
        href={savedAddress(id)}
        onClick={event => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onClose();
          openSaved(id);
        }}
      >
        {name}
      </a>
      {error !== null ? (
        <p role="alert">
          It could not be compared. {toFailure(error).messages.join(' ')}{' '}
          <Button appearance="link" onClick={reload}>
            Try again
          </Button>
        </p>
      ) : value === null ? (
        isTurn ? (
          <p>
            <Spinner label={`Comparing ${name}`} />
          </p>
        ) : (
          <p className="tb-quiet">Waiting</p>
        )
      ) : (
        <>
          {value.figures.length === 0 && <p className="tb-quiet">It has no figures now.</p>}
          {value.figures.map(figure => (
            <Figure key={figure.key} figure={figure} />
          ))}
          {value.doubts.length > 0 && (
            <p className="tb-since__doubt">
              Not all data were received: figures may be too small. {value.doubts.join(' ')}
            </p>
          )}
        </>
      )}
    </li>
  );
}

function Figure({ figure: { label, before, now, story } }: { readonly figure: FigureSince }) {
  const isSame = before === now;
  return (
    <div className="tb-since__figure">
      <p>
        {label}:{' '}
        {isSame ? (
          <>
            <strong>{now}</strong>, as then
          </>
        ) : (
          <>
            {before ?? 'none'} → <strong>{now}</strong>
          </>
        )}
      </p>
      {story !== null && <p className="tb-since__story">{story}</p>}
    </div>
  );
}
