import { unsaidReasons } from '@tallyboard/engine/ask/shown-coverage.ts';
import type { Failure } from '@tallyboard/engine/failure.ts';
import { noIssueYet } from '@tallyboard/engine/no-issue-yet.ts';
import { UNFINISHED_IMPORT } from '@tallyboard/engine/run-report.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { CoverageBadge, mayHelp } from '@tallyboard/ui/feedback/coverage-badge.tsx';
import { ProgressBar } from '@tallyboard/ui/feedback/progress-bar.tsx';
import { EmptyState, ErrorState, SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { formatCount, withOwnThousands } from '@tallyboard/ui/text/numbers.ts';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { preloaded } from '../preloaded.tsx';
import { HostTrouble } from '../start/host-trouble.tsx';
import { useFigureSession } from '../start/session.ts';
import { type ReportRun, type ReportSnapshot, type RunState, timeText } from './report-run.ts';

/** What a state offers to do. */
export type FrameRun = Pick<ReportRun, 'asked' | 'reload' | 'cancel'>;

export interface FrameStateProps {
  readonly state: RunState;
  readonly run: FrameRun;
  readonly loadingLabel: string;
  readonly emptyText: string;
  readonly emptyAdvice: ReactNode;
  /** The result; not rendered without issues. */
  readonly children: ReactNode;
}

/** A report's state: loading, stopped, failed, empty, or its result, dimmed while a newer one loads. */
export function FrameState(props: FrameStateProps) {
  const { state, run } = props;
  const { shown, percent, failure } = state;
  const waits = useLater(percent !== null);
  const none = shown && noIssueYet(shown);
  const { zone, now } = useFigureSession();
  const earlier = shown?.earlier
    ? `Figures from ${timeText(shown.loaded.fetchedAt, zone, now())}`
    : null;
  return (
    <>
      <div className="tb-frame__progress">
        {percent !== null && (waits || earlier !== null) && (
          <ProgressBar {...progressOf(props, percent, earlier)} onCancel={run.cancel} />
        )}
      </div>
      {percent !== null && <HostTrouble />}
      {failure && <Failed failure={failure} shown={shown} run={run} />}
      {shown === null ? (
        <Nothing {...props} waits={waits} />
      ) : (
        <div
          className="tb-frame__result"
          data-stale={(waits && !isMarked(shown)) || undefined}
          data-earlier={earlier !== null || undefined}
        >
          {shown.age && (
            <Suspense>
              <Age age={shown.age} />
            </Suspense>
          )}
          {earlier !== null && percent === null && (
            <p className="tb-frame__earlier" role="status">
              {earlier}
            </p>
          )}
          {shown.loaded.part && percent === null && (
            <div className="tb-row tb-frame__partial" role="status">
              <span>{partText(shown)}. Loading was stopped.</span>
              <Button onClick={run.reload}>Load the rest</Button>
            </div>
          )}
          <Missing shown={shown} run={run} />
          {none !== null && <EmptyState title={none} />}
          {none === null && (isEmpty(shown) ? <Empty {...props} shown={shown} /> : props.children)}
        </div>
      )}
    </>
  );
}

const MAX_REASONS = 2;

/** What is missing: '12 issues missing: Jira could not be reached. Figures may be too low.' */
function Missing({ shown, run }: { readonly shown: ReportSnapshot; readonly run: FrameRun }) {
  const { coverage, part } = shown.loaded;
  const reasons = unsaidReasons(shown);
  const isSaid = reasons.length === 0 && coverage.reasons.length > 0;
  if (part || coverage.complete || isSaid) return null;
  const named = reasons.slice(0, MAX_REASONS).join(' ') || 'Some data could not be loaded.';
  return (
    <div className="tb-row tb-frame__partial">
      <CoverageBadge coverage={coverage} onRetry={run.reload} />
      <span>
        {shown.context.missing?.includes('import')
          ? UNFINISHED_IMPORT
          : `${withOwnThousands(named)} Figures may be too low.`}
      </span>
      {mayHelp(coverage) && (
        <Button appearance="link" onClick={run.reload}>
          Retry
        </Button>
      )}
    </div>
  );
}

/** The share that the engine names before any work is done, and while the server loads issues. */
const UNKNOWN_PERCENT = 1;

function progressOf(
  { state: { shown }, loadingLabel }: FrameStateProps,
  percent: number,
  earlier: string | null,
) {
  const load = shown?.loaded.part ? `So far, ${partText(shown)}` : loadingLabel;
  return {
    // In the progress bar, so that the result does not move when the newer one arrives.
    label: earlier === null ? load : `${earlier}, refreshing`,
    percent: percent <= UNKNOWN_PERCENT ? null : percent,
  };
}

function partText({ loaded: { coverage, issueCount } }: ReportSnapshot): string {
  const { total } = coverage.issues;
  return `${formatCount(issueCount)}${total === null ? '' : ` of ${formatCount(total)}`} issues`;
}

/** Cached and partial figures are labelled already. */
const isMarked = ({ earlier, loaded }: ReportSnapshot) => earlier || loaded.part === true;

// Lazy: only for our own server.
const ServerTable = preloaded(() => import('./server-table.tsx'));

// Lazy: only mirrors show a data age.
const Age = preloaded(() => import('./data-age-line.tsx'));

function isEmpty({ loaded, request }: ReportSnapshot): boolean {
  return loaded.issueCount === 0 && !request.report.showsEmpty && !request.report.withoutIssues;
}

/** True 150 ms after `now` became true, so that quick loads do not flicker. */
function useLater(now: boolean): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (!now) return setLater(false);
    const timer = setTimeout(() => setLater(true), 150);
    return () => clearTimeout(timer);
  }, [now]);
  return now && later;
}

function Nothing({ state, run, waits }: FrameStateProps & { readonly waits: boolean }) {
  if (state.stopped) {
    return (
      <EmptyState title="No data." action={{ label: 'Load again', onSelect: run.reload }}>
        Loading was stopped.
      </EmptyState>
    );
  }
  // Reserves the space of the result, so that nothing jumps.
  return state.failure ? null : (
    <div className="tb-frame__waiting" aria-hidden="true" data-seen={waits} />
  );
}

function Empty({
  emptyText,
  emptyAdvice,
  shown,
}: FrameStateProps & { readonly shown: ReportSnapshot }) {
  return (
    <EmptyState title={emptyText}>
      {shown.loaded.warnings.map(warning => (
        <span key={warning}>{warning}</span>
      ))}
      {emptyAdvice}
    </EmptyState>
  );
}

function Failed(props: {
  readonly failure: Failure;
  readonly shown: ReportSnapshot | null;
  readonly run: FrameRun;
}) {
  const { failure, shown, run } = props;
  const { zone, now } = useFigureSession();
  const since = shown && `Showing the result of ${timeText(shown.loaded.fetchedAt, zone, now())}.`;
  const request = run.asked();
  if (failure.kind === 'many' && request)
    return (
      <Suspense>
        <ServerTable request={request} why={failure.title} />
      </Suspense>
    );
  if (failure.kind === 'offline') {
    return (
      <div role="status">
        <SectionMessage
          kind="warning"
          title={failure.title}
          actions={<Button onClick={run.reload}>Try again</Button>}
        >
          {[...failure.messages, since].filter(Boolean).join(' ')}
        </SectionMessage>
      </div>
    );
  }
  return (
    <ErrorState title={failure.title} onRetry={run.reload}>
      {[...failure.messages, since].filter(Boolean).join(' ')}
    </ErrorState>
  );
}
