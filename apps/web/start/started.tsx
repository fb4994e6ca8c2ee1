import type { Engine, ExpectedBoard } from '@tallyboard/engine/calls.ts';
import { type Failure, toFailure } from '@tallyboard/engine/failure.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { Host, HostInfo } from '@tallyboard/hosts/host.ts';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { editionAt } from './edition.ts';
import { HostTrouble } from './host-trouble.tsx';
import { setLocaleOf, withReaderDates } from './locale-of.ts';
import { type Session, SessionContext } from './session.ts';
import { WallTrouble } from './wall-trouble.tsx';

const UNLICENSED = 'Your license has expired. Please renew the license.';

export interface LayoutProps {
  readonly info: HostInfo;
  readonly percent: number;
  /** Absent while the site loads. */
  readonly children?: ReactNode;
}

export interface StartedProps {
  readonly host: Host;
  readonly engine: Engine;
  /** Gadgets load less, and what is around them has the landmarks. */
  readonly gadget?: boolean;
  /** Used at the first start. */
  readonly board?: ExpectedBoard | null;
  /** Shown until the site is loaded, instead of the progress. */
  readonly waiting?: ReactNode;
  /** Shown in all phases, around its content. */
  readonly layout?: ComponentType<LayoutProps>;
  readonly children: ReactNode;
}

/** For wallboards, which are unattended. */
const RETRY_MS = 30_000;
/** For parts of the site that were late or failed. */
const COMPLETE_MS = 5_000;
const MAX_DOUBLINGS = 6;

type Start =
  | { readonly phase: 'starting'; readonly percent: number }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'started'; readonly session: Session };

/** Renders its children once the license is valid and the site is loaded. */
export function Started({
  host,
  engine,
  gadget = false,
  board,
  waiting,
  layout: Layout = GadgetLayout,
  children,
}: StartedProps) {
  const { info } = host;
  const [attempt, setAttempt] = useState(0);
  const [start, setStart] = useState<Start>({ phase: 'starting', percent: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt starts over with the same host; another board does not.
  useEffect(() => {
    if (!info.licensed || host.opening) return;
    const controller = new AbortController();
    const { signal } = controller;
    const restart = () => setAttempt(count => count + 1);
    // On restart the screen stays.
    const onProgress = (percent: number) => {
      if (signal.aborted) return;
      setStart(was => (was.phase === 'started' ? was : { phase: 'starting', percent }));
    };
    const showSite = (site: Site) => {
      if (!signal.aborted)
        setStart({ phase: 'started', session: open(host, engine, site, restart) });
    };
    engine.start({ info, gadget, board }, { signal, onProgress }).then(
      async site => {
        showSite(site);
        if (!gadget) showSite({ ...site, ...(await epicsOf(engine, info)) });
      },
      error => !signal.aborted && setStart({ phase: 'failed', failure: toFailure(error) }),
    );
    return () => controller.abort();
  }, [host, engine, info, gadget, attempt]);

  const failed = start.phase === 'failed';
  const incomplete = start.phase === 'started' && start.session.site.missing !== undefined;
  useEffect(() => {
    if (!incomplete && !(failed && info.wallboard)) return;
    const wait = incomplete ? COMPLETE_MS * 2 ** Math.min(attempt, MAX_DOUBLINGS) : RETRY_MS;
    const timer = setInterval(() => setAttempt(attempt + 1), wait);
    return () => clearInterval(timer);
  }, [failed, incomplete, attempt, info.wallboard]);

  if (!info.licensed) {
    const [Main, Heading] = gadget ? (['div', 'h2'] as const) : (['main', 'h1'] as const);
    return (
      <Main className="tb-page-message">
        <Heading>Tallyboard</Heading>
        <p>{UNLICENSED}</p>
        <a href="/docs?app=reports">About Tallyboard</a>
      </Main>
    );
  }
  const retry = () => {
    setStart({ phase: 'starting', percent: 0 });
    setAttempt(attempt + 1);
  };
  const content = () => {
    if (start.phase === 'starting') return waiting;
    if (start.phase === 'started') return children;
    if (info.wallboard)
      return (
        <WallTrouble title="The settings of this Jira could not be loaded">
          {start.failure.messages.join(' ')} Retrying every {RETRY_MS / 1000} seconds.
        </WallTrouble>
      );
    return (
      <ErrorState title="The settings of this Jira could not be loaded" onRetry={retry}>
        {start.failure.messages.join(' ')}
      </ErrorState>
    );
  };
  return (
    <SessionContext value={start.phase === 'started' ? start.session : null}>
      <Layout info={info} percent={start.phase === 'starting' ? start.percent : 100}>
        {content()}
      </Layout>
    </SessionContext>
  );
}

function GadgetLayout({ percent, children }: LayoutProps) {
  return (
    children ?? (
      <div className="tb-page-message">
        <progress aria-label="Loading" max={100} value={percent} />
        <HostTrouble />
      </div>
    )
  );
}

async function epicsOf(engine: Engine, { projectKey }: HostInfo) {
  try {
    return await engine.epics({ project: projectKey });
  } catch (error) {
    console.warn(error);
    return { epics: [], epicTotal: 0 };
  }
}

function open(host: Host, engine: Engine, found: Site, restart: () => void): Session {
  setLocaleOf(found);
  const site = withReaderDates(found);
  const zone =
    site.currentUser?.zone ??
    host.info.user?.zone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  const edition = editionAt(host.info, site.trialEnd, Date.now());
  return { host, engine, site, edition, zone, now: () => Date.now(), restart };
}
