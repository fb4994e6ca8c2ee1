import { MINUTE } from '@tallyboard/core/time/units.ts';
import { savedSettings } from '@tallyboard/engine/gadgets/saved-settings.ts';
import {
  detached,
  type ReadSettings,
  type SavedSource,
} from '@tallyboard/engine/gadgets/stored-settings.ts';
import { openSavedReports } from '@tallyboard/hosts/saved/open-saved-reports.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { ErrorState, SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { type ReactNode, useEffect, useMemo } from 'react';
import { loadReport } from '../frame/use-report.ts';
import { Named } from '../snapshot/anonymous-dashboard.tsx';
import { useSession } from '../start/session.ts';
import { useFormer, useLoaded } from '../use-loaded.ts';

/** How often an open gadget looks for a changed report. */
const REREAD_MS = 15 * MINUTE;

/** A gadget with the settings of a saved report, as they are now; with its copy of them where that is gone. */
export default function FromSaved(props: {
  readonly gadget: Gadget;
  readonly read: ReadSettings;
  readonly source: SavedSource;
  readonly children: (read: ReadSettings, saved?: string) => ReactNode;
}) {
  const { gadget, read, source, children } = props;
  const { host, site } = useSession();
  const reports = useMemo(() => openSavedReports(host), [host]);
  const {
    value: latest,
    error,
    reload,
  } = useLoaded(source.id, async (id, signal) => {
    const report = (await reports?.get(id, signal)) ?? null;
    return { view: report?.view ?? null, report: report && (await reportOf(report.view.report)) };
  });
  // Without a network the last one stays.
  const value = useFormer(latest);
  useEffect(() => host.onRefresh(reload), [host, reload]);
  useEffect(() => {
    const timer = setInterval(reload, REREAD_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const { view = null, report = null } = value ?? {};
  const stored = useMemo(
    () =>
      view &&
      report &&
      savedSettings(report, view, {
        gadget,
        flavour: host.info.flavour,
        shared: site.settings,
        before: read.stored,
      }),
    [host, site, gadget, report, view, read],
  );
  if (value === null)
    return error === null ? (
      <div className="tb-frame__waiting" />
    ) : (
      <ErrorState title="The saved report could not be loaded" onRetry={reload}>
        <Named>{source.name}</Named>
      </ErrorState>
    );
  if (stored) return children({ stored, problems: [] }, source.id);
  return (
    <>
      {host.info.wallboard ? (
        <p className="tb-wall__gone">Last settings of a deleted report</p>
      ) : (
        <div className="tb-gadget__gone">
          <Named>
            <SectionMessage kind="warning" title={`Saved report ${source.name} is gone`}>
              {view === null
                ? 'It was deleted, or it is not shared with you.'
                : 'It is now a report that this gadget cannot show.'}{' '}
              The figures are those of its settings when the gadget was added. Saving the settings
              of the gadget keeps them.
            </SectionMessage>
          </Named>
        </div>
      )}
      {children(detached(read))}
    </>
  );
}

/** Null for a report of a newer version. */
const reportOf = (id: unknown) => loadReport(String(id)).catch(() => null);
