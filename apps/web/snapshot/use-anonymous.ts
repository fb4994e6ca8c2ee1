import type { Field } from '@tallyboard/core/model/field.ts';
import { type Failure, toFailure } from '@tallyboard/engine/failure.ts';
import { Store, useStore } from '@tallyboard/ui/text/store.ts';
import { use, useState } from 'react';
import type { ReportRun, RunState } from '../frame/report-run.ts';
import { useSession } from '../start/session.ts';
import { useFormer, useLoaded } from '../use-loaded.ts';
import { AnonymousDashboard } from './anonymous-dashboard.tsx';

export interface AnonymousView {
  readonly on: boolean;
  readonly set: (on: boolean) => void;
  /** The state of the run, or while `on` the same with made-up names: never with those of the site. */
  readonly state: RunState;
  /** Null for those of the site. */
  readonly fields: readonly Field[] | null;
}

/** State of the reports page: the next report of the menu has made-up names too. */
const ofPage = new Store(false);
const setPage = (on: boolean) => ofPage.set(on);

// Dynamic: not part of the first load.
const tools = () => import('./anonymous-snapshot.ts');

/** Every way to export takes what is shown: while names are made up, all files have these. */
export function useAnonymous(running: RunState, run: ReportRun, isGadget: boolean): AnonymousView {
  const { engine } = useSession();
  const page = useStore(ofPage);
  const [own, setOwn] = useState(false);
  const outer = use(AnonymousDashboard);
  const [on, set] = outer
    ? [true, outer.end]
    : isGadget
      ? ([own, setOwn] as const)
      : ([page, setPage] as const);
  const { value, error } = useLoaded(on ? running.shown : null, async shown =>
    (await tools()).anonymousSnapshot(engine, run, shown),
  );
  const made = useFormer(value);
  const failure = error === null ? null : toFailure(error);
  if (!on) return { on, set, state: running, fields: null };
  const shown = running.shown && made;
  return {
    on,
    set,
    state: { ...running, shown, failure: unnamed(running.failure) ?? failure },
    fields: made?.fields ?? [],
  };
}

/** What Jira says to a failed query repeats its words. */
const unnamed = (failure: Failure | null): Failure | null =>
  failure && { ...failure, messages: ['Show names to read why.'] };
