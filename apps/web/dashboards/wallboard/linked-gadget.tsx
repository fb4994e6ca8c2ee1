import '../../gadget-page/gadget.css';
import type { Failure } from '@tallyboard/engine/failure.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { path } from '@tallyboard/jira/address.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { CrashBoundary } from '../../crash-boundary.tsx';
import { refreshMinutesOf, useRefresh } from '../../gadget-page/use-refresh.ts';
import { preloaded } from '../../preloaded.tsx';
import { FigureSessionContext } from '../../start/session.ts';
import { useGadgetZoom } from '../../start/wall-scale.ts';
import { useLatest } from '../../use-latest.ts';
import type { Item } from '../dashboard.ts';
import { fetchGadget, type LinkedAnswer } from './fetch-gadget.ts';
import { WallProblem } from './wall-problem.tsx';

const WallReport = preloaded(() => import('../../gadget-page/wall-report.tsx'));

interface LinkedGadgetProps {
  readonly host: Host;
  readonly dashboardId: string;
  /** Version of the dashboard, whose filter the figures follow. */
  readonly version: number;
  readonly item: Item;
  readonly kind: Gadget;
  readonly onTitle: (title: string) => void;
  readonly onWidth: (width: number) => void;
}

/** A gadget of a wall by a display link: the server computes its figures, and it is drawn as on any wall. */
export default function LinkedGadget(props: LinkedGadgetProps) {
  return (
    <div className="tb-gadget-card__body">
      <div className="tb-gadget-card__content">
        <CrashBoundary problem={(_, retry) => <WallProblem onRetry={retry} />}>
          <LinkedReport {...props} />
        </CrashBoundary>
      </div>
    </div>
  );
}

function LinkedReport(props: LinkedGadgetProps) {
  const { dashboardId, version, item, kind } = props;
  const onTitle = useLatest(props.onTitle);
  const onWidth = useLatest(props.onWidth);
  const host = useMemo(
    (): Host => ({
      ...props.host,
      info: { ...props.host.info, wallboard: true },
      resize: (_, width) => width !== undefined && onWidth(width),
    }),
    [props.host, onWidth],
  );
  const address = path`/wall/${dashboardId}/gadgets/${item.id}`;
  const { answer, failure, busy, reload } = useAnswer(host, address, `${version} ${item.revision}`);
  const figures = answer?.kind === 'figures' ? answer : null;
  const minutes = refreshMinutesOf(figures?.refreshMinutes ?? 0, true);
  const percent = busy ? 0 : null;
  useRefresh({ host, reload, state: { percent, failure }, minutes });
  const title = figures?.title;
  useEffect(() => {
    if (title !== undefined) onTitle(title);
  }, [title, onTitle]);
  const zone = figures?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const session = useMemo(() => ({ host, zone, now: () => Date.now() }), [host, zone]);
  const zoom = useGadgetZoom();
  return (
    <div className="tb-gadget tb-gadget--wall" style={{ '--tb-wall-zoom': zoom }}>
      {answer?.kind === 'problem' ? (
        <EmptyState title={answer.title}>{answer.text}</EmptyState>
      ) : (
        <FigureSessionContext value={session}>
          {figures?.isDetached && (
            <p className="tb-wall__gone">Last settings of a deleted report</p>
          )}
          <Suspense>
            <WallReport
              run={{ reload, cancel() {}, asked: () => null }}
              state={{
                shown: figures?.shown ?? null,
                percent,
                failure,
                calculating: false,
                stopped: false,
              }}
              loadingLabel={kind.waiting[0]}
              emptyText={figures?.emptyText ?? kind.emptyText}
              emptyAdvice={null}
              filter={figures?.filter ?? ''}
              refreshMinutes={minutes}
            />
          </Suspense>
        </FigureSessionContext>
      )}
    </div>
  );
}

interface AnswerState {
  readonly answer: LinkedAnswer | null;
  readonly failure: Failure | null;
  readonly busy: boolean;
}

/** The answer for a gadget; after a failure the one before. Another edition of its dashboard or settings asks again. */
function useAnswer(host: Pick<Host, 'request'>, address: string, edition: string) {
  const [state, setState] = useState<AnswerState>({ answer: null, failure: null, busy: true });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt and an edition ask the same again.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState(before => ({ ...before, failure: null, busy: true }));
    fetchGadget(host, address, signal).then(
      fetched => {
        if (signal.aborted) return;
        if (fetched.kind !== 'failure')
          return setState({ answer: fetched, failure: null, busy: false });
        const { failure } = fetched;
        setState(before => ({ ...before, failure, busy: false }));
      },
      () => {},
    );
    return () => controller.abort();
  }, [host, address, edition, attempt]);
  const reload = useCallback(() => setAttempt(count => count + 1), []);
  return { ...state, reload };
}
