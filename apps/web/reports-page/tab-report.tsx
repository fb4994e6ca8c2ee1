import OptionsIcon from '@atlaskit/icon/core/customize';
import DashboardIcon from '@atlaskit/icon/core/dashboard';
import FilterIcon from '@atlaskit/icon/core/filter';
import type { QueryNote } from '@tallyboard/core/model/context.ts';
import { isAsOfRule } from '@tallyboard/core/time/as-of.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { asOfScope, asOfWords } from '@tallyboard/engine/as-of-words.ts';
import { countedOf, countedText } from '@tallyboard/engine/ask/result-facts.ts';
import type { Failure } from '@tallyboard/engine/failure.ts';
import type { Filter } from '@tallyboard/engine/gadgets/filter.ts';
import { contextAt } from '@tallyboard/engine/run-report.ts';
import { differingSettings } from '@tallyboard/engine/why/differing-settings.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { SaveWorkflowContext } from '@tallyboard/report-kit/workflow-editor/save-workflow.ts';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { aboutReport, type MenuItem } from '@tallyboard/reports/catalogue/reports.ts';
import { reportDefaults } from '@tallyboard/reports/catalogue/site-settings.ts';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import type { Action } from '@tallyboard/ui/controls/menu.tsx';
import { EmptyState, ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useViewState, ViewStateContext } from '@tallyboard/ui/text/view-state.ts';
import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useCopyNotes } from '../board-sets/use-copy-notes.ts';
import type { OtherSettings } from '../frame/drawer/changes-since.tsx';
import { ReportFrame } from '../frame/report-frame.tsx';
import {
  type ReportRun,
  type ReportSnapshot,
  type RunState,
  useReportRun,
} from '../frame/report-run.ts';
import { hasRule, RuleLine } from '../frame/rule-line.tsx';
import { FetchedAt, RunBadge } from '../frame/run-badge.tsx';
import { type AsOfState, requestAt, useAsOf } from '../frame/use-as-of.ts';
import { useReport } from '../frame/use-report.ts';
import { preloaded } from '../preloaded.tsx';
import { entryViewState } from '../router/entry-view-state.ts';
import {
  differsFromSaved,
  type PageState,
  type PageStateTools,
  savedSettings,
} from '../router/page-state.ts';
import { ShownSavedReport, useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';
import { changedSettings } from './changed-settings.ts';
import { useSaved } from './saved/use-saved.tsx';
import type { Scope } from './scope.ts';
import { useSaveWorkflow } from './use-save-workflow.ts';

// Lazy: for readers who make a gadget.
const EmptyAdvice = preloaded(async () => ({
  default: (await import('../board-sets/board-sets.ts')).EmptyAdvice,
}));
const AddGadget = preloaded(() => import('./add-gadget.tsx'));
// Lazy: for readers who look at a past day.
const AsOfBar = preloaded(() => import('./as-of-bar.tsx'));

interface TabReportProps {
  readonly page: PageStateTools;
  readonly scope: Scope;
  readonly query: {
    /** Null while the filter of a board is loading. */
    readonly jql: string | null;
    readonly failure: Failure | null;
    /** What is to be said of its board set. */
    readonly notes?: readonly QueryNote[];
  };
  /** The report, and the fixed settings of its menu entry. */
  readonly item: Pick<MenuItem, 'report' | 'settings'>;
  readonly changed: Stored | null;
  /** The state of the page, with what it has chosen where the address names nothing. */
  readonly shown: PageState;
  /** Takes those that differ from the shared settings, which can change later. */
  readonly onSettings: (own: Stored) => void;
  /** Replaces the query; absent where the tab fixes it. Must be stable between renders. */
  readonly onJql?: (jql: string) => void;
  /** The filter of a gadget made from the report; absent where only the query is known. */
  readonly gadgetFilter?: Filter;
  /** The filter box; `refused` when Jira refused its query. */
  readonly filter: (refused: boolean) => ReactNode;
}

export function TabReport(props: TabReportProps) {
  const { page, scope, query, item, changed, onSettings } = props;
  const { state, change } = page;
  const session = useSession();
  const saveWorkflow = useSaveWorkflow();
  const report = useReport(item.report);
  const { defaults, settings } = useSettings(report, item, changed);
  const title = report?.title(settings, session.site.fields);
  useEffect(() => {
    if (title) document.title = `${title} - ${scope.name} - Tallyboard`;
  }, [title, scope.name]);
  const { jql } = query;
  const { projectKey } = session.host.info;
  const asOf = useAsOf(state.asOf, asOfScope(report, settings, jql, projectKey));
  const notes = useCopyNotes(settings, query.notes, scope.boardSet);
  const { run, state: running } = useReportRun(
    jql === null || !report || !asOf.isKnown || notes === null
      ? null
      : requestAt(
          { report, settings, jql, contextAt: at => contextAt(session, at), notes },
          asOf.time,
        ),
    { showsEarlier: true },
  );
  const changeSettings = (next: unknown) => {
    if (!report) return;
    const { value } = report.settings.parse({ ...defaults, ...item.settings });
    const { serialize } = report.settings;
    onSettings(changedSettings(serialize(value), serialize(next)));
  };
  const others = useOtherSettings(report, item, settings, state);
  const add = useAddToDashboard(report, settings, props.gadgetFilter ?? null, state);
  const saved = useSaved(page, props.shown, item, title ?? '', running);
  const { failure } = running;
  const refused = failure?.kind === 'host' && failure.status === 400 && props.onJql !== undefined;
  return (
    <ViewStateContext value={entryViewState}>
      <ShownSavedReport value={differsFromSaved(state) ? null : state.saved}>
        <div data-shape={aboutReport(item.report)?.shape}>
          <FilterBar
            name={scope.name}
            run={run}
            state={running}
            page={page}
            asOf={asOf}
            refused={refused}
          >
            {props.filter(refused)}
          </FilterBar>
          {saved.line}
          {query.failure && (
            <ErrorState title="The filter of this board could not be loaded">
              {query.failure.messages.join(' ')}
            </ErrorState>
          )}
          {asOf.problem !== null && (
            <EmptyState
              title="The time of this report is not known"
              action={{ label: 'Show today', onSelect: () => change({ asOf: null }) }}
            >
              {asOf.problem}
            </EmptyState>
          )}
          {asOf.problem !== null ? null : report ? (
            <SaveWorkflowContext value={saveWorkflow}>
              <ReportFrame
                report={report}
                settings={settings}
                run={run}
                state={running}
                panel={state.panel}
                onPanel={panel => change({ panel }, panel ? 'push' : 'close')}
                onSettings={changeSettings}
                others={others}
                loadingLabel={running.calculating ? 'Calculating' : 'Loading'}
                onJql={props.onJql}
                tools={<OptionsButton />}
                actions={[...saved.actions, ...add.actions]}
                emptyAdvice={
                  <Suspense>
                    <EmptyAdvice
                      report={item.report}
                      settings={settings}
                      onSettings={changeSettings}
                    />
                  </Suspense>
                }
              />
            </SaveWorkflowContext>
          ) : (
            <div className="tb-frame__waiting" data-seen />
          )}
          {add.dialog}
          {saved.dialog}
        </div>
      </ShownSavedReport>
    </ViewStateContext>
  );
}

/** The shared settings of the report, and those of the page on top. */
function useSettings(
  report: AnyReport | null,
  item: TabReportProps['item'],
  changed: Stored | null,
) {
  const { site } = useSession();
  const defaults = useMemo(() => reportDefaults(site.settings, item.report), [site, item.report]);
  const settings = useMemo(
    () => report?.settings.parse({ ...defaults, ...changed, ...item.settings }).value,
    [report, defaults, item.settings, changed],
  );
  return { defaults, settings };
}

/** The settings of the open saved report and the defaults, where they are not those of the page. */
function useOtherSettings(
  report: AnyReport | null,
  { report: id, settings: fixed }: TabReportProps['item'],
  settings: unknown,
  state: PageState,
): readonly OtherSettings[] {
  const { site } = useSession();
  return useMemo(() => {
    if (!report) return [];
    const defaults = reportDefaults(site.settings, id);
    const saved = savedSettings(state);
    const of = (label: string, own: Stored | null) => {
      const { value } = report.settings.parse({ ...defaults, ...own, ...fixed });
      return differingSettings(report, value, settings).length > 0
        ? [{ label, settings: value }]
        : [];
    };
    const ofSaved = saved === undefined ? [] : of('Saved settings', saved);
    // Null: the defaults were saved.
    return saved === null ? ofSaved : [...ofSaved, ...of('Default settings', null)];
  }, [report, site, id, fixed, settings, state]);
}

/** The action that makes a gadget of the report, where there are dashboards of ours. */
function useAddToDashboard(
  report: AnyReport | null,
  settings: unknown,
  filter: Filter | null,
  state: PageState,
): { readonly actions: readonly Action[]; readonly dialog: ReactNode } {
  const { host } = useSession();
  const [open, setOpen] = useState(false);
  const gadget =
    report &&
    GADGETS.find(({ reportOf }) => {
      return reportOf(report.settings.serialize(settings)) === report.id;
    });
  if (!report || !gadget || !filter || !host.info.standalone) return NOTHING_TO_ADD;
  const label = 'Add to dashboard';
  return {
    actions: [{ id: 'add', label, icon: DashboardIcon, onSelect: () => setOpen(true) }],
    dialog: open && (
      <Suspense>
        <AddGadget
          gadget={gadget}
          report={report}
          settings={settings}
          filter={filter}
          state={state}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}

const NOTHING_TO_ADD = { actions: [], dialog: null };

/** What is shown, and the filter that chooses it: 'Filter  Assigned to me  128 issues · complete · 10:42'. */
function FilterBar(props: {
  /** Report scope, in the reader's words: 'Assigned to me'. */
  readonly name: string;
  readonly run: ReportRun;
  readonly state: RunState;
  readonly page: PageStateTools;
  readonly asOf: AsOfState;
  readonly refused: boolean;
  readonly children: ReactNode;
}) {
  const { name, run, state, page, refused, children } = props;
  const { toggle, bar } = useAsOfBar(page, state, props.asOf);
  const [open, setOpen] = useViewState('filter', false);
  useEffect(() => {
    if (refused) setOpen(true);
  }, [refused, setOpen]);
  // Stays mounted when closed, so that a typed query is kept.
  const [seen, setSeen] = useState(open);
  if (open && !seen) setSeen(true);
  const id = useId();
  const { shown } = state;
  const loaded = shown?.loaded;
  return (
    <section className="tb-scope tb-no-print" aria-label="Report scope">
      <div className="tb-scope__bar">
        <Button
          icon={FilterIcon}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          Filter
        </Button>
        <span className="tb-ellipsis tb-scope__name" dir="auto" title={name}>
          {name}
        </span>
        {shown && loaded && !(loaded.part && state.percent !== null) && (
          <ul className="tb-scope__facts">
            <li>
              <IssueCount shown={shown} />
            </li>
            <li>
              <RunBadge state={state} run={run} />
            </li>
            <li>
              <FetchedAt loaded={loaded} />{' '}
              <Button appearance="link" onClick={run.reload}>
                Refresh
              </Button>
            </li>
            <li>{toggle}</li>
            {page.state.settings !== null && page.state.saved === null && (
              <li>
                Changed{' '}
                <Button
                  appearance="link"
                  onClick={() => page.change({ settings: null, panel: null })}
                >
                  Reset
                </Button>
              </li>
            )}
            {hasRule(shown) && (
              <li className="tb-scope__rule">
                <RuleLine shown={shown} />
              </li>
            )}
          </ul>
        )}
      </div>
      {bar}
      <div id={id} hidden={!open}>
        {shown && hasRule(shown) && (
          <p className="tb-scope__done">
            <RuleLine shown={shown} />
          </p>
        )}
        {(open || seen) && <Suspense>{children}</Suspense>}
      </div>
    </section>
  );
}

/** Day changes within this time share a history entry. */
const STEP_MS = 1_500;

/** The time that the report is as of, and the bar that changes it. */
function useAsOfBar(
  { state: { asOf }, change }: PageStateTools,
  { shown, percent }: RunState,
  { time }: AsOfState,
) {
  const { zone, now, site } = useSession();
  const today = localDay(now(), zone);
  const { dateFormat } = site.settings;
  const [open, setOpen] = useViewState('as-of', asOf !== null);
  const lastChange = useRef(Number.NEGATIVE_INFINITY);
  const id = useId();
  const onChange = useCallback(
    (day: number) => {
      const isStep = performance.now() - lastChange.current > STEP_MS;
      lastChange.current = performance.now();
      change({ asOf: day < today ? dayText(day) : null }, isStep ? 'push' : 'replace');
    },
    [change, today],
  );
  const since = shown?.loaded.since ?? null;
  return {
    toggle: (
      <Button
        appearance="link"
        className={time === null ? undefined : 'tb-scope__past'}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        As of {time === null ? 'today' : asOfWords(asOf, time, zone, dateFormat)}
      </Button>
    ),
    bar: (
      <div id={id}>
        {open && (
          <Suspense>
            <AsOfBar
              day={time === null ? today : localDay(time.at, zone)}
              rule={asOf !== null && isAsOfRule(asOf) ? asOf : null}
              today={today}
              since={since === null ? null : localDay(since, zone)}
              dateFormat={dateFormat}
              busy={percent !== null}
              onChange={onChange}
              onRule={rule => change({ asOf: rule })}
            />
          </Suspense>
        )}
      </div>
    ),
  };
}

/** Shows and hides the options of the report on a phone, where figures come first. */
function OptionsButton() {
  const [open, setOpen] = useViewState('options', false);
  return (
    <IconButton
      className="tb-frame__options tb-no-print"
      icon={OptionsIcon}
      label="Options"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    />
  );
}

/** '117 of 660 issues unresolved', where the report loads only those that can count. */
function IssueCount({ shown }: { readonly shown: ReportSnapshot }) {
  const counted = countedOf(shown);
  const { engine } = useSession();
  const jql = counted.of === null ? shown.request.jql : null;
  const { value } = useLoaded(jql, (query, signal) => engine.count({ jql: query }, { signal }));
  return countedText(jql === null ? counted : { ...counted, of: value }, formatCount);
}
