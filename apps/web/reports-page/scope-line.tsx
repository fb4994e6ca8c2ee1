import ChevronRight from '@atlaskit/icon/core/chevron-right';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { CoverageBadge } from '@tallyboard/ui/feedback/coverage-badge.tsx';
import { type ReactNode, useId, useState } from 'react';
import { DoneLine } from '../frame/done-line.tsx';
import {
  countedOf,
  countedText,
  type ReportRun,
  type ReportSnapshot,
  type RunState,
} from '../frame/report-run.ts';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';

/** One line that says what is shown: 'Assigned to me · 128 issues · complete · 10:42'. */
export function ScopeLine(props: {
  /** Report scope, in the reader's words: 'Assigned to me'. */
  readonly name: string;
  readonly run: ReportRun;
  readonly state: RunState;
  /** The filter box that the line opens into. */
  readonly children: ReactNode;
}) {
  const { name, run, state, children } = props;
  const { zone } = useSession();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { shown } = state;
  const loaded = shown?.loaded;
  return (
    <section className="tb-scope tb-no-print" aria-label="Report scope">
      <div className="tb-row tb-quiet tb-scope__line">
        <Button
          appearance="subtle"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span className="tb-scope__chevron">
            <ChevronRight label="" size="small" color="currentColor" />
          </span>{' '}
          <span className="tb-ellipsis">{name}</span>
        </Button>
        {shown && loaded && (
          <>
            <span>
              · <IssueCount shown={shown} />
            </span>
            {shown.computed.done && (
              <span>
                · <DoneLine done={shown.computed.done} />
              </span>
            )}
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

/** '117 of 660 issues unresolved', where the report loads only those that can count. */
function IssueCount({ shown }: { readonly shown: ReportSnapshot }) {
  const counted = countedOf(shown);
  const { engine } = useSession();
  const jql = counted.of === null ? shown.request.jql : null;
  const { value } = useLoaded(jql, (query, signal) => engine.count({ jql: query }, { signal }));
  return countedText({ ...counted, of: counted.of ?? value });
}
