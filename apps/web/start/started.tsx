import type { Engine } from '@tallyboard/engine/calls.ts';
import { type Failure, toFailure } from '@tallyboard/engine/failure.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { PageProblem } from '../page-problem.tsx';
import { editionAt } from './edition.ts';
import { type Session, SessionContext } from './session.ts';

const UNLICENSED = 'Your license has expired. Please renew the license.';

export interface StartedProps {
  readonly host: Host;
  readonly engine: Engine;
  /** Gadgets load less and show shorter errors. */
  readonly gadget?: boolean;
  readonly children: ReactNode;
}

/** For wallboards, which are unattended, and for parts of the site that defaults stand in for. */
const RETRY_MS = 30_000;
const MAX_DOUBLINGS = 6;

type Start =
  | { readonly phase: 'starting'; readonly percent: number }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'started'; readonly session: Session };

/** Renders its children once the license is valid and the site is loaded. */
export function Started({ host, engine, gadget = false, children }: StartedProps) {
  const { info } = host;
  const [attempt, setAttempt] = useState(0);
  const [start, setStart] = useState<Start>({ phase: 'starting', percent: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt starts over with the same host.
  useEffect(() => {
    if (!info.licensed) return;
    const controller = new AbortController();
    const { signal } = controller;
    const restart = () => setAttempt(count => count + 1);
    // On restart the screen stays.
    const onProgress = (percent: number) => {
      if (signal.aborted) return;
      setStart(was => (was.phase === 'started' ? was : { phase: 'starting', percent }));
    };
    engine.start({ info, gadget }, { signal, onProgress }).then(
      site =>
        !signal.aborted &&
        setStart({ phase: 'started', session: open(host, engine, site, restart) }),
      error => !signal.aborted && setStart({ phase: 'failed', failure: toFailure(error) }),
    );
    return () => controller.abort();
  }, [host, engine, info, gadget, attempt]);

  const failed = start.phase === 'failed';
  const incomplete = start.phase === 'started' && start.session.site.missing !== undefined;
  useEffect(() => {
    if (!incomplete && !(failed && info.wallboard)) return;
    const wait = incomplete ? RETRY_MS * 2 ** Math.min(attempt, MAX_DOUBLINGS) : RETRY_MS;
    const timer = setInterval(() => setAttempt(attempt + 1), wait);
    return () => clearInterval(timer);
  }, [failed, incomplete, attempt, info.wallboard]);

  if (!info.licensed) return <main className="tb-page-message">{UNLICENSED}</main>;
  if (start.phase === 'starting')
    return (
      <main className="tb-page-message">
        <progress aria-label="Loading" max={100} value={start.percent} />
      </main>
    );
  if (start.phase === 'failed') {
    const { kind, messages } = start.failure;
    const title = gadget ? 'No data.' : 'Tallyboard could not be loaded';
    return (
      <PageProblem
        title={kind === 'offline' ? 'You are offline' : title}
        messages={messages}
        onRetry={() => {
          setStart({ phase: 'starting', percent: 0 });
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  return <SessionContext value={start.session}>{children}</SessionContext>;
}

function open(host: Host, engine: Engine, site: Site, restart: () => void): Session {
  const zone =
    site.currentUser?.zone ??
    host.info.user?.zone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  const edition = editionAt(host.info, site.trialEnd, Date.now());
  return { host, engine, site, edition, zone, now: () => Date.now(), restart };
}
