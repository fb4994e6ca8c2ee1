import { parseAsOf } from '@tallyboard/core/time/as-of.ts';
import { MINUTE } from '@tallyboard/core/time/units.ts';
import { openSavedReports } from '@tallyboard/hosts/saved/open-saved-reports.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { reportDefaults, storedObject } from '@tallyboard/reports/catalogue/site-settings.ts';
import { ErrorState, SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { type ReactNode, useEffect, useMemo } from 'react';
import { CUSTOM_PRESET, parseChoices } from '../filter/filter.ts';
import { loadReport } from '../frame/use-report.ts';
import { type Session, useSession } from '../start/session.ts';
import { useFormer, useLoaded } from '../use-loaded.ts';
import { detached, type ReadSettings, type SavedSource, shellSettings } from './stored-settings.ts';
import { settingsOfPage } from './write-settings.ts';

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
  const session = useSession();
  const { host } = session;
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
    () => view && report && viewSettings(session, gadget, report, view, read.stored),
    [session, gadget, report, view, read],
  );
  if (value === null)
    return error === null ? (
      <div className="tb-frame__waiting" />
    ) : (
      <ErrorState title="The saved report could not be loaded" onRetry={reload}>
        {source.name}
      </ErrorState>
    );
  if (stored) return children({ stored, problems: [] }, source.id);
  return (
    <>
      {host.info.wallboard ? (
        <p className="tb-wall__gone">Last settings of a deleted report</p>
      ) : (
        <div className="tb-gadget__gone">
          <SectionMessage kind="warning" title={`Saved report ${source.name} is gone`}>
            {view === null
              ? 'It was deleted, or it is not shared with you.'
              : 'It is now a report that this gadget cannot show.'}{' '}
            The figures are those of its settings when the gadget was added. Saving the settings of
            the gadget keeps them.
          </SectionMessage>
        </div>
      )}
      {children(detached(read))}
    </>
  );
}

/** Null for a report of a newer version. */
const reportOf = (id: unknown) => loadReport(String(id)).catch(() => null);

/** The settings of a gadget that shows a saved report; null where it is now of another kind. */
function viewSettings(
  { host, site }: Session,
  gadget: Gadget,
  report: Awaited<ReturnType<typeof loadReport>>,
  view: Readonly<Record<string, unknown>>,
  before: ReadSettings['stored'],
) {
  const { flavour } = host.info;
  const { preset, jql, choices, asOf } = view;
  if (typeof jql !== 'string') return null;
  const own = { ...storedObject(view.settings), ...storedObject(view.menuSettings) };
  const stored = settingsOfPage(gadget, flavour, before, {
    report,
    settings: report.settings.parse({ ...reportDefaults(site.settings, report.id), ...own }).value,
    ...shellSettings(gadget, flavour, before),
    filter: { preset: String(preset ?? CUSTOM_PRESET), jql, choices: parseChoices(choices) },
    asOf: parseAsOf(asOf),
  });
  return gadget.reportOf(stored) === report.id ? stored : null;
}
