import type { Host } from '@tallyboard/hosts/host.ts';
import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import { propertyVisits, readVisit, type Visit, visitAt } from '@tallyboard/hosts/saved/visits.ts';
import { useState } from 'react';
import { parseJson, readLocal, writeLocal } from '../../browser-storage.ts';
import { allowsReport } from '../../start/edition.ts';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { savedReportsOf } from './saved-store.ts';

const KEY = 'tallyboard.visit';

interface Visits {
  readonly read: (signal?: AbortSignal) => Promise<Visit>;
  readonly write: (visit: Visit) => Promise<void>;
}

const LOCAL: Visits = {
  read: async () => readVisit(parseJson(readLocal(KEY) ?? '')),
  write: async visit => writeLocal(KEY, JSON.stringify(visit)),
};

/** Frames of the app that keeps saved reports itself may keep nothing in the browser. */
const visitsOf = (host: Host): Visits =>
  host.savedReports === 'app' ? propertyVisits(host) : LOCAL;

/** Until then the first figures have the requests to themselves. */
const DELAY_MS = 1_500;

const delay = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, DELAY_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });

/** What a reader follows: favorites, then what the reader pinned, then the reader's own. Reports of a chosen day do not change. */
function followedReports(reports: readonly SavedReport[]): readonly SavedReport[] {
  const rankOf = ({ favourite, pins, mine }: SavedReport) =>
    favourite ? 0 : (pins?.count ?? 0) > 0 ? 1 : mine ? 2 : 3;
  return [0, 1, 2].flatMap(rank =>
    reports.filter(each => rankOf(each) === rank && typeof each.view.asOf !== 'string'),
  );
}

export interface SinceVisit {
  readonly since: number;
  readonly reports: readonly SavedReport[];
  /** Until the next visit. */
  readonly dismiss: () => void;
}

/** The end of the reader's visit before, and the saved reports to compare with it; null where there is nothing to compare. */
export function useSinceVisit(): SinceVisit | null {
  const { host, edition, now } = useSession();
  const [dismissed, setDismissed] = useState(false);
  const key = host.savedReports === null || host.info.wallboard ? null : host;
  const { value } = useLoaded(key, async (host, signal) => {
    await delay(signal);
    const visits = visitsOf(host);
    const before = await visits.read(signal);
    const next = visitAt(before, now());
    const all = next.previous === null ? [] : ((await savedReportsOf(host)?.list(signal)) ?? []);
    const reports = followedReports(all).filter(({ view }) =>
      allowsReport(edition, String(view.report)),
    );
    // Without any the list is not read again within this visit.
    const visit = reports.length > 0 ? next : { ...next, previous: null };
    if (visit.previous !== before.previous || visit.latest !== before.latest)
      await visits.write(visit);
    return { reports, visit };
  });
  const since = value?.visit.previous ?? null;
  if (!value || since === null || dismissed) return null;
  return {
    since: Date.parse(since),
    reports: value.reports,
    dismiss() {
      setDismissed(true);
      // A write that fails shows it again.
      void visitsOf(host)
        .write({ ...value.visit, previous: null })
        .catch(console.warn);
    },
  };
}
