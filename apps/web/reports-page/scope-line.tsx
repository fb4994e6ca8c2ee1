import ChevronRight from '@atlaskit/icon/core/chevron-right';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { CoverageBadge } from '@tallyboard/ui/feedback/coverage-badge.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { narrowedTo, type ReportRun, type RunState, type Shown } from '../frame/report-run.ts';
import { useSession } from '../start/session.ts';

export interface ScopeLineProps {
  /** What is shown, in the reader's words: 'Assigned to me'. */
  readonly name: string;
  readonly run: ReportRun;
  readonly state: RunState;
  /** The filter box that the line opens into. */
  readonly children: ReactNode;
}

/** One line that says what is shown: 'Assigned to me · 128 issues · complete · 10:42'. */
export function ScopeLine({ name, run, state, children }: ScopeLineProps) {
  const { zone } = useSession();
  const [open, setOpen] = useState(false);
  const id = useId();
  const loaded = state.shown?.loaded;
  return (
    <section className="tb-scope tb-no-print" aria-label="What is shown">
      <div className="tb-scope__line">
        <Button
          appearance="subtle"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span className="tb-scope__chevron">
            <ChevronRight label="" size="small" color="currentColor" />
          </span>{' '}
          <span className="tb-scope__name">{name}</span>
        </Button>
        {loaded && (
          <>
            <span>
              · {loaded.issueCount === 1 ? '1 issue' : `${formatCount(loaded.issueCount)} issues`}
              {state.shown && <Narrowed shown={state.shown} />}
            </span>
            <span>
              · <CoverageBadge coverage={loaded.coverage} onRetry={run.reload} />
            </span>
            <span>
              ·{' '}
              <time dateTime={new Date(loaded.fetchedAt).toISOString()}>
                {formatInstant(loaded.fetchedAt, zone, 'HH:mm')}
              </time>
            </span>
            <Button appearance="link" onClick={run.reload}>
              Refresh
            </Button>
          </>
        )}
      </div>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </section>
  );
}

/** A report that loads only what can count says so, and of how many issues that is. */
function Narrowed({ shown }: { readonly shown: Shown }) {
  const words = narrowedTo(shown);
  const total = useCount(words === null ? null : shown.order.jql);
  if (words === null) return null;
  return ` ${words}${total === null ? '' : `, of ${formatCount(total)} that match`}`;
}

/** How many issues a query finds; null until it is known, and where it cannot be told. */
function useCount(jql: string | null): number | null {
  const { engine } = useSession();
  const [answer, setAnswer] = useState<{ jql: string; count: number } | null>(null);
  useEffect(() => {
    if (jql === null) return;
    const controller = new AbortController();
    engine.count({ jql }, { signal: controller.signal }).then(
      count => !controller.signal.aborted && setAnswer({ jql, count }),
      // The number of what was loaded stands by itself.
      () => {},
    );
    return () => controller.abort();
  }, [engine, jql]);
  return answer !== null && answer.jql === jql ? answer.count : null;
}
