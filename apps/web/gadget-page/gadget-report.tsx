import ReportIcon from '@atlaskit/icon/core/chart-bar';
import EditIcon from '@atlaskit/icon/core/edit';
import { instantOf } from '@tallyboard/core/time/as-of.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { asOfScope, asOfWords } from '@tallyboard/engine/as-of-words.ts';
import { CUSTOM_PRESET, type Filter } from '@tallyboard/engine/gadgets/filter.ts';
import {
  filteredSettings,
  type OuterFilter,
  otherBoard,
} from '@tallyboard/engine/gadgets/outer-filter.ts';
import { CHART_HEIGHTS, type ChartHeightName } from '@tallyboard/engine/gadgets/stored-settings.ts';
import { contextAt } from '@tallyboard/engine/run-report.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';
import { ChartHeight } from '@tallyboard/ui/charts/use-size.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import type { Action } from '@tallyboard/ui/controls/menu.tsx';
import { showFlag, showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { type ReactNode, Suspense, use, useMemo, useRef, useState } from 'react';
import { useCopyNotes } from '../board-sets/use-copy-notes.ts';
import { ReportFrame } from '../frame/report-frame.tsx';
import { type RunState, useReportRun } from '../frame/report-run.ts';
import { requestAt, useAsOf } from '../frame/use-as-of.ts';
import { preloaded } from '../preloaded.tsx';
import type { Panel } from '../router/page-state.ts';
import { AnonymousDashboard, Named } from '../snapshot/anonymous-dashboard.tsx';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';
import { FilterContext } from './filter-context.ts';
import { refreshMinutesOf, useRefresh } from './use-refresh.ts';

const FilterText = preloaded(() => import('./filter-text.tsx'));
const WallReport = preloaded(() => import('./wall-report.tsx'));

const NO_BOARDS =
  'Your Jira instance has no boards configured. Please add some boards to use this gadget.';

const OTHER_BOARD = 'Choose another board, more sprints or another filter in the gadget settings.';

export function GadgetReport(props: {
  readonly gadget: Gadget;
  readonly report: AnyReport;
  readonly settings: unknown;
  readonly filter: Filter;
  readonly refreshMinutes: number;
  readonly chartHeight: ChartHeightName;
  readonly asOf: string | null;
  /** The saved report that the gadget shows. */
  readonly saved?: string | undefined;
  readonly onSettings: (settings: unknown) => void;
  /** Null where the host opens the form. */
  readonly onEdit: (() => void) | null;
}) {
  const { gadget, report, filter, asOf, onEdit } = props;
  const session = useSession();
  const outer = use(FilterContext);
  const settings = useFiltered(report, gadget, outer, asOf, useAllowed(report, props.settings));
  const { info } = session.host;
  const [panel, setPanel] = useState<Panel | null>(null);
  const jql = outer?.narrow(gadget, filter.jql) ?? filter.jql;
  const when = useAsOf(asOf, asOfScope(report, settings, jql, info.projectKey));
  const notes = useCopyNotes(settings);
  const { run, state } = useReportRun(
    when.isKnown && notes
      ? requestAt(
          { report, settings, jql, contextAt: at => contextAt(session, at), notes },
          when.time,
        )
      : null,
    { showsEarlier: true },
  );
  const shownOuter = useShownFilter(outer, jql, settings, state);
  const emptyText = useEmptyText(gadget, outer, state);
  const minutes = refreshMinutesOf(props.refreshMinutes, info.wallboard);
  useRefresh({ host: session.host, reload: run.reload, state, minutes });
  // Asked only after a failure: nearly every site has boards.
  const { value: boards } = useLoaded(
    gadget.queryBy === 'report' && state.failure !== null ? session.engine : null,
    engine => engine.choices({ kind: 'board', project: null }),
  );
  const openReport = useOpenReport({ ...props, settings, filter: shownFilter(filter, jql) });
  const actions: Action[] = onEdit
    ? [{ id: 'edit', label: 'Configure', icon: EditIcon, onSelect: onEdit }]
    : [];
  if (openReport) actions.push(openReport);
  if (boards?.length === 0) return <EmptyState title={NO_BOARDS} />;
  if (when.problem !== null) return <UnknownTime onEdit={onEdit}>{when.problem}</UnknownTime>;
  const inForce = state.shown && (
    <Suspense>
      <FilterText
        gadget={gadget}
        filter={filter}
        shown={state.shown}
        past={
          when.time && asOfWords(asOf, when.time, session.zone, session.site.settings.dateFormat)
        }
      />
    </Suspense>
  );
  const texts = {
    loadingLabel: gadget.waiting[state.calculating ? 1 : 0],
    emptyText,
    emptyAdvice: <EmptyAdvice gadget={gadget} filter={inForce} />,
  };
  if (info.wallboard)
    return (
      <FilterContext value={shownOuter}>
        <Suspense>
          <WallReport
            {...texts}
            run={run}
            state={state}
            filter={inForce}
            refreshMinutes={minutes}
          />
        </Suspense>
      </FilterContext>
    );
  return (
    <FilterContext value={shownOuter}>
      <ChartHeight value={CHART_HEIGHTS[props.chartHeight]}>
        <ReportFrame
          {...texts}
          compact
          report={report}
          settings={settings}
          run={run}
          state={state}
          panel={panel}
          onPanel={setPanel}
          onSettings={props.onSettings}
          actions={actions}
          filter={inForce}
          promotes={info.standalone}
        />
      </ChartHeight>
    </FilterContext>
  );
}

function UnknownTime(props: {
  readonly onEdit: (() => void) | null;
  readonly children: ReactNode;
}) {
  const { onEdit, children } = props;
  return (
    <Named>
      <EmptyState title="The time of this gadget is not known">
        {children}
        {onEdit && (
          <Button appearance="link" onClick={onEdit}>
            Configure
          </Button>
        )}
      </EmptyState>
    </Named>
  );
}

/** 'The gadget is of the WEB board, the filter of another' names boards of the site. */
function useEmptyText(gadget: Gadget, outer: OuterFilter | null, { shown }: RunState): string {
  const anonymous = use(AnonymousDashboard) !== null;
  const other = otherBoard(gadget, outer, shown?.loaded.boardNames ?? []);
  return (!anonymous && other) || gadget.emptyText;
}

function EmptyAdvice({ gadget, filter }: { readonly gadget: Gadget; readonly filter: ReactNode }) {
  const isNarrowed = Boolean(use(FilterContext)?.words(gadget, {}).applied);
  if (use(AnonymousDashboard)) return null;
  const own =
    gadget.queryBy === 'report' ? OTHER_BOARD : 'Widen the filter in the gadget settings.';
  return (
    <>
      {filter && (
        <span>
          Filter: <span dir="auto">{filter}</span>
        </span>
      )}
      <span>{isNarrowed ? 'Widen the filter of the dashboard.' : own}</span>
    </>
  );
}

/** The settings with the board and the dates of the dashboard's filter. */
function useFiltered(
  report: AnyReport,
  gadget: Gadget,
  outer: OuterFilter | null,
  asOf: string | null,
  settings: unknown,
): unknown {
  const { now, zone, site } = useSession();
  const present = { now: now(), zone, weekStart: site.settings.weekStart };
  const today = localDay(instantOf(asOf, present) ?? present.now, zone);
  return useMemo(
    () => filteredSettings(report, gadget, outer, settings, today, zone),
    [report, gadget, outer, today, zone, settings],
  );
}

const shownFilter = (filter: Filter, jql: string): Filter =>
  jql === filter.jql ? filter : { preset: CUSTOM_PRESET, jql, choices: {} };

/** The action that opens the report of a gadget, where there is a page of ours for it. */
function useOpenReport(props: {
  readonly report: AnyReport;
  readonly settings: unknown;
  readonly filter: Filter;
  readonly asOf: string | null;
  readonly saved?: string | undefined;
}): Action | null {
  const { report, settings, filter, asOf, saved } = props;
  const session = useSession();
  const { dashboard } = session.host;
  if (!dashboard || !aboutReport(report.id)?.menu) return null;
  const open = async () => {
    const { reportAddress, savedReportAddress } = await import('./report-address.ts');
    if (saved !== undefined) return dashboard.go(savedReportAddress(saved));
    const address = reportAddress(session, report, settings, filter, asOf);
    if (address !== null) dashboard.go(address);
    else showFlag({ kind: 'warning', title: 'This report is disabled on the reports page' });
  };
  return {
    id: 'report',
    label: 'Open as report',
    icon: ReportIcon,
    onSelect: () => void open().catch(showProblem('The report could not be opened')),
  };
}

/** The dashboard's filter of the shown figures: the former one until those of a new one are there. */
function useShownFilter(
  outer: OuterFilter | null,
  jql: string,
  settings: unknown,
  { shown }: RunState,
) {
  const former = useRef(outer);
  const { readerJql, jql: own, settings: shownSettings } = shown?.request ?? {};
  const isShown =
    (readerJql ?? own) === jql && JSON.stringify(shownSettings) === JSON.stringify(settings);
  if (shown === null || isShown) former.current = outer;
  return former.current;
}

function useAllowed({ liteSettings }: AnyReport, settings: unknown): unknown {
  const { edition } = useSession();
  const isLite = !edition.standardFeatures;
  return useMemo(
    () => (isLite && liteSettings ? liteSettings(settings) : settings),
    [isLite, liteSettings, settings],
  );
}
