import type { Host } from '@tallyboard/hosts/host.ts';
import { openSavedReports } from '@tallyboard/hosts/saved/open-saved-reports.ts';
import { newItemId } from '@tallyboard/hosts/saved/owned-items.ts';
import {
  OutdatedReportError,
  type SavedReport,
  type SavedReportChange,
  type SavedReports,
} from '@tallyboard/hosts/saved/saved-report.ts';
import { statusOf } from '@tallyboard/jira/errors.ts';
import { showFlag, showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { Store, useStore } from '@tallyboard/ui/text/store.ts';
import { learnSavedView } from '../../router/page-state.ts';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';

const places = new WeakMap<Host, SavedReports | null>();

export function savedReportsOf(host: Host): SavedReports | null {
  if (!places.has(host)) places.set(host, openSavedReports(host));
  return places.get(host) ?? null;
}

/** Those that this page has read, by id. */
const known = new Store<ReadonlyMap<string, SavedReport>>(new Map());

function learn(reports: readonly SavedReport[]): void {
  known.set(new Map([...known.read(), ...reports.map(report => [report.id, report] as const)]));
  for (const { id, view } of reports) learnSavedView(id, view);
}

/** Reads a report again. */
export async function learnAgain(host: Host, id: string): Promise<void> {
  const report = await savedReportsOf(host)?.get(id);
  if (report) learn([report]);
}

function forget(id: string): void {
  const others = new Map(known.read());
  others.delete(id);
  known.set(others);
}

/** The open report; null while it loads. Undefined: there is none, or it is not shared with the reader. */
export function useSavedReport(id: string | null) {
  const { host } = useSession();
  const report = useStore(known).get(id ?? '') ?? null;
  const { value, error, reload } = useLoaded(report ? null : id, async (id, signal) => {
    const found = (await savedReportsOf(host)?.get(id, signal)) ?? null;
    if (found) learn([found]);
    return { found };
  });
  return { report: value && !value.found && !report ? undefined : report, error, reload };
}

/** All of the reader, read again each time that they are shown; null while they load. */
export function useSavedReports(host: Host) {
  const { value, error } = useLoaded(host, async (host, signal) => {
    const reports = (await savedReportsOf(host)?.list(signal)) ?? [];
    learn(reports);
    return reports;
  });
  return { reports: value, error };
}

/** The number of gadgets that show a report; null while it is not known. */
export function useGadgetCount(id: string | null): number | null {
  const { host } = useSession();
  const { value } = useLoaded(
    id,
    async (id, signal) => (await savedReportsOf(host)?.gadgets(id, signal)) ?? null,
  );
  return value;
}

export interface SavedActions {
  readonly canShare: boolean;
  readonly canAlert: boolean;
  /** A new report. */
  readonly create: (report: Omit<SavedReportChange, 'id' | 'version'>) => Promise<SavedReport>;
  readonly change: (
    report: SavedReport,
    change: Partial<SavedReportChange>,
  ) => Promise<SavedReport>;
  readonly setFavourite: (report: SavedReport, on: boolean) => Promise<void>;
  /** Offers to undo it. */
  readonly remove: (report: SavedReport) => Promise<void>;
}

export function useSavedActions(): SavedActions {
  const { host } = useSession();
  const place = savedReportsOf(host);
  const save = async (change: SavedReportChange) => {
    if (!place) throw new Error('Reports cannot be saved here.');
    try {
      const saved = await place.save(change);
      learn([saved]);
      return saved;
    } catch (error) {
      if (error instanceof OutdatedReportError || statusOf(error) === 404) {
        const now = await place.get(change.id);
        if (now) learn([now]);
        else forget(change.id);
      }
      throw error;
    }
  };
  return {
    canShare: place?.canShare ?? false,
    canAlert: (place?.alerts ?? null) !== null,
    create: report => save({ ...report, id: newItemId(), version: 0 }),
    change: ({ id, version }, change) => save({ ...change, id, version }),
    async setFavourite(report, on) {
      await place?.setFavourite(report.id, on);
      learn([{ ...report, favourite: on }]);
    },
    async remove(report) {
      await place?.remove(report.id);
      forget(report.id);
      const undo = () => save({ ...report, version: 0 });
      showFlag({
        kind: 'success',
        title: `Deleted ${report.name}`,
        action: {
          label: 'Undo',
          onSelect: () => void undo().catch(showProblem('The report could not be restored')),
        },
      });
    },
  };
}
