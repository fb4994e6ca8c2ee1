import type { StatusVisit } from '@tallyboard/core/model/rows.ts';
import { useEffect, useState } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import type { StatusHistoryProps } from './status-history.tsx';
import { StatusLozenge } from './status-lozenge.tsx';

export default function StatusVisits({ load, formatDuration, formatInstant }: StatusHistoryProps) {
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
