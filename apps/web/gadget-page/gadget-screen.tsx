import {
  type ReadSettings,
  type SavedSource,
  savedSource,
  shellSettings,
} from '@tallyboard/engine/gadgets/stored-settings.ts';
import { findPlaceholders, placeholderText } from '@tallyboard/jira/jql/presets.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { EmptyState, ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { useReport } from '../frame/use-report.ts';
import { preloaded } from '../preloaded.tsx';
import { AnonymousDashboard, Named } from '../snapshot/anonymous-dashboard.tsx';
import { allowsReport } from '../start/edition.ts';
import { useSession } from '../start/session.ts';
import { GadgetReport } from './gadget-report.tsx';
import type { StoredSettings } from './use-stored.ts';

const GadgetForm = preloaded(() => import('./gadget-form.tsx'));
// Lazy: most gadgets have settings of their own.
const FromSaved = preloaded(() => import('./from-saved.tsx'));
// Lazy: most settings are valid.
const Problems = preloaded(() => import('./problems.tsx'));

/** The form or the report of a gadget. A new gadget shows the form. */
export function GadgetScreen(props: {
  readonly gadget: Gadget;
  readonly settings: StoredSettings;
}) {
  const { gadget, settings } = props;
  const { host } = useSession();
  const { state, reread, save } = settings;
  const [editing, setEditing] = useState<boolean | null>(null);
  const [stale, setStale] = useState(false);
  const { editable, wallboard } = host.info;
  const anonymous = use(AnonymousDashboard) !== null;
  const mayEdit = editable && !wallboard;

  useEffect(() => host.onEdit(() => setEditing(true)), [host]);
  const read = state.phase === 'read' ? state.settings : null;
  const source = read && savedSource(read.stored);
  const edits = mayEdit && state.phase === 'read' && (editing ?? read === null);
  useEffect(
    () => host.onSettingsChange(() => (edits ? setStale(true) : reread())),
    [host, edits, reread],
  );

  const close = () => {
    setEditing(false);
    setStale(false);
    host.closeEdit();
  };
  return (
    <>
      {state.phase === 'reading' && <div className="tb-frame__waiting" />}
      {state.phase === 'failed' && (
        <EmptyState
          title="The settings of this gadget could not be loaded"
          action={{ label: 'Try again', onSelect: reread }}
        >
          <Named>{state.failure.messages.join(' ')}</Named>
        </EmptyState>
      )}
      {state.phase === 'read' && (
        <Sourced gadget={gadget} read={read} source={source}>
          {(shown, saved) =>
            edits ? (
              <Suspense fallback={<div className="tb-frame__waiting" />}>
                <div className={anonymous ? 'tb-no-print' : undefined}>
                  <GadgetForm
                    gadget={gadget}
                    read={shown}
                    stale={stale}
                    onSave={async stored => {
                      await save(stored, stale);
                      close();
                    }}
                    onCancel={() => {
                      if (stale) reread();
                      close();
                    }}
                  />
                </div>
              </Suspense>
            ) : shown === null ? (
              <EmptyState title="Not configured yet">
                {mayEdit ? (
                  <Button appearance="link" onClick={() => setEditing(true)}>
                    Configure
                  </Button>
                ) : (
                  'Ask someone who can edit this dashboard to configure it.'
                )}
              </EmptyState>
            ) : (
              <GadgetView
                gadget={gadget}
                read={shown}
                saved={saved}
                onEdit={mayEdit && host.info.standalone ? () => setEditing(true) : null}
              />
            )
          }
        </Sourced>
      )}
    </>
  );
}

type Shows = (read: ReadSettings | null, saved?: string) => ReactNode;

/** Shows the settings of the gadget, or those of the saved report that it shows. */
function Sourced(props: {
  readonly gadget: Gadget;
  readonly read: ReadSettings | null;
  readonly source: SavedSource | null;
  readonly children: Shows;
}) {
  const { gadget, read, source, children } = props;
  if (!read || !source) return children(read);
  return (
    <Suspense fallback={<div className="tb-frame__waiting" />}>
      <FromSaved key={source.id} gadget={gadget} read={read} source={source}>
        {children}
      </FromSaved>
    </Suspense>
  );
}

/** The report of the stored settings. A viewer's changes last until other settings are stored. */
function GadgetView(props: {
  readonly gadget: Gadget;
  readonly read: ReadSettings;
  readonly saved: string | undefined;
  readonly onEdit: (() => void) | null;
}) {
  const { gadget, read, saved, onEdit } = props;
  const { host, edition } = useSession();
  const report = useReport(gadget.reportOf(read.stored));
  const anonymous = use(AnonymousDashboard) !== null;
  const [switched, setSwitched] = useState<{ of: ReadSettings; value: unknown } | null>(null);
  if (!report) return <div className="tb-frame__waiting" />;
  if (!allowsReport(edition, report.id))
    return (
      <EmptyState title={`${report.title(report.settings.defaults)} is part of Standard`}>
        {host.info.standalone ? (
          <>
            Tallyboard Lite shows the Overview. This is in{' '}
            <a href="/docs?app=reports">Tallyboard Standard</a>.
          </>
        ) : (
          'Tallyboard Lite shows the Overview.'
        )}
      </EmptyState>
    );
  if (anonymous && report.withoutIssues) return <Named>{null}</Named>;
  const parsed = report.settings.parse(read.stored);
  const problems = [...read.problems, ...parsed.problems];
  const { filter, refreshMinutes, chartHeight, asOf } = shellSettings(
    gadget,
    host.info.flavour,
    read.stored,
  );
  const placeholders = findPlaceholders(filter.jql);
  if (placeholders.length > 0)
    return (
      <Named>
        <ErrorState title={gadget.title}>
          {placeholderText(placeholders)}{' '}
          {onEdit && (
            <Button appearance="link" onClick={onEdit}>
              Configure
            </Button>
          )}
        </ErrorState>
      </Named>
    );
  return (
    <>
      <GadgetReport
        gadget={gadget}
        report={report}
        settings={switched?.of === read ? switched.value : parsed.value}
        filter={filter}
        refreshMinutes={refreshMinutes}
        chartHeight={chartHeight}
        asOf={asOf}
        saved={saved}
        onSettings={value => setSwitched({ of: read, value })}
        onEdit={onEdit}
      />
      {!host.info.wallboard && !anonymous && problems.length > 0 && (
        <Suspense>
          <Problems problems={problems} />
        </Suspense>
      )}
    </>
  );
}
