import { HOUR, MINUTE } from '@tallyboard/core/time/units.ts';
import { shownCoverage } from '@tallyboard/engine/ask/shown-coverage.ts';
import type { LoadedDataset } from '@tallyboard/engine/calls.ts';
import { CoverageBadge } from '@tallyboard/ui/feedback/coverage-badge.tsx';
import { useFigureSession } from '../start/session.ts';
import { type ReportRun, type RunState, timeText } from './report-run.ts';

/** Coverage of the shown issues; 'not up to date' after a failed load. */
export function RunBadge({ state, run }: { readonly state: RunState; readonly run: ReportRun }) {
  const { shown, failure } = state;
  if (shown === null) return null;
  if (failure) return <span className="tb-badge tb-badge--partial">not up to date</span>;
  return <CoverageBadge coverage={shownCoverage(shown)} onRetry={run.reload} />;
}

/** What may be older than the issues, how much older it must be to be named, and why. */
const PARTS = [
  [
    'siteAt',
    'settings',
    MINUTE,
    'Statuses, fields, boards and filters are of this time. Refresh reads them again.',
  ],
  [
    'namesAt',
    'names',
    HOUR,
    'Names of people, versions and epics may be of this time. Refresh reads them again.',
  ],
] as const;

/** When the issues were read, and what is older: '14:03, names 09:12'. */
export function FetchedAt({ loaded }: { readonly loaded: LoadedDataset }) {
  const { zone, now } = useFigureSession();
  const { fetchedAt } = loaded;
  return (
    <span>
      <time dateTime={new Date(fetchedAt).toISOString()}>{timeText(fetchedAt, zone, now())}</time>
      {PARTS.map(([part, name, least, why]) => {
        const { [part]: at = fetchedAt } = loaded;
        return (
          fetchedAt - at > least && (
            <span key={part} title={why}>
              , {name} {timeText(at, zone, now())}
            </span>
          )
        );
      })}
    </span>
  );
}
