import type { Field } from '@tallyboard/core/model/field.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { preloaded } from '../preloaded.tsx';
import './report-frame.css';
import {
  boardFigurePath,
  figureAt,
  figurePath,
  objectAt,
  pathOf,
} from '@tallyboard/core/measure/figure-path.ts';
import type { Figure, Note } from '@tallyboard/core/model/result.ts';
import { resultFacts } from '@tallyboard/engine/ask/result-facts.ts';
import { unsaidReasons } from '@tallyboard/engine/ask/shown-coverage.ts';
import { BoardTableView } from '@tallyboard/report-kit/board-sets/board-table-view.tsx';
import type { AnyReport, DatasetView, Drill, ViewProps } from '@tallyboard/report-kit/contract.ts';
import type { SprintReport } from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import { HeadlineStrip } from '@tallyboard/report-kit/figures/headline-strip.tsx';
import type { SavedCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import type { Action } from '@tallyboard/ui/controls/menu.tsx';
import { TitleRow, ToolSlot } from '@tallyboard/ui/controls/title-row.tsx';
import { ResultContext } from '@tallyboard/ui/controls/use-choice.ts';
import { CoverageBadge } from '@tallyboard/ui/feedback/coverage-badge.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import {
  type ComponentProps,
  memo,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { CrashBoundary } from '../crash-boundary.tsx';
import type { Panel } from '../router/page-state.ts';
import { AnonymousDashboard } from '../snapshot/anonymous-dashboard.tsx';
import { type AnonymousView, useAnonymous } from '../snapshot/use-anonymous.ts';
import { promotesStandard } from '../start/edition.ts';
import { type Session, useSession } from '../start/session.ts';
import { useLatest } from '../use-latest.ts';
import { chosenSettings } from './chosen-settings.ts';
import { boardsOf, datasetView } from './dataset-view.ts';
import type { OtherSettings } from './drawer/changes-since.tsx';
import { frameActions } from './frame-actions.ts';
import { FrameState } from './frame-state.tsx';
import { useNotes } from './notes.tsx';
import { useLogWork } from './planning/use-log-work.tsx';
import type { ReportRun, ReportSnapshot, RunState } from './report-run.ts';
import { viewOf } from './use-report.ts';

// Lazy: not part of the first load.
const ScopeLine = preloaded(() => import('./scope-line.tsx'));
const WhatIf = preloaded(() => import('./what-if.tsx'));
const SnapshotDialog = preloaded(() => import('../snapshot/snapshot-dialog.tsx'));
const AnonymousNotice = preloaded(() => import('../snapshot/anonymous-notice.tsx'));
const anonymousSettings = () => import('../snapshot/anonymous-settings.ts');
const CsvFormatDialog = preloaded(() => import('./csv-format-dialog.tsx'));
const loadDrill = () => import('./drawer/drill-drawer.tsx');
const loadHow = () => import('./how-computed.tsx');
const SprintDrawer = preloaded(() => import('./drawer/sprint-drawer.tsx'));
const DrillDrawer = preloaded(loadDrill);
const HowComputed = preloaded(loadHow);

const PANELS_AFTER_MS = 1_000;
const NO_NOTES: readonly Note[] = [];

/** Preloads the panels once figures are shown, so that they open offline. */
function usePanelsSoon(shown: ReportSnapshot | null) {
  const ready = shown !== null;
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => {
      for (const load of [loadDrill, loadHow]) load().catch(() => {});
    }, PANELS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [ready]);
}

export interface ReportFrameProps {
  /** The current request; the shown result may still be the previous one. */
  readonly report: AnyReport;
  readonly settings: unknown;
  readonly run: ReportRun;
  readonly state: RunState;
  readonly onSettings: (settings: unknown) => void;
  /** Replaces the query; absent where it is fixed. Must be stable between renders. */
  readonly onJql?: ((jql: string) => void) | undefined;
  readonly panel: Panel | null;
  readonly onPanel: (panel: Panel | null) => void;
  /** Gadgets: dense, with the tools of the view in the row of the title. */
  readonly compact?: boolean;
  readonly loadingLabel?: string;
  readonly emptyText?: string;
  readonly emptyAdvice: ReactNode;
  /** Other settings that figures can be compared with. */
  readonly others?: readonly OtherSettings[];
  /** Further actions, before those of every report. */
  readonly actions?: readonly Action[];
  /** Buttons in the row of the title, always visible. */
  readonly tools?: ReactNode;
  readonly promotes?: boolean;
  /** A gadget's filter in words, for its scope line. */
  readonly filter?: ReactNode;
  readonly children?: ReactNode;
}

/** A report in any shell: title, actions, state, result and panels. */
export function ReportFrame(props: ReportFrameProps) {
  const { report, run, onSettings, compact = false } = props;
  const anonymous = useAnonymous(props.state, run, compact);
  const { shown, percent } = anonymous.state;
  const [panel, onPanel] = usePanel(props, anonymous.on);
  const session = useSession();
  usePanelsSoon(shown);
  const changeSettings = useChangeSettings(props, anonymous);
  const { drill, ...opens } = useOpens(shown, panel, useLatest(onPanel));
  const { onLogWork, logWorkDialog } = useLogWork(anonymous.on ? null : shown, run);
  const title = titleOf(props, anonymous, session);
  const [onSave, snapshotDialog] = useSnapshot(anonymous, title);
  const [slot, setSlot] = useState<Element | null>(null);
  const { standalone, wallboard } = session.host.info;
  const hideTitle = compact && !standalone; // Hosts show a title above the frame.
  // A text is its own title, and printed with its dashboard.
  const isBare = hideTitle && report.withoutIssues !== undefined;
  // The gadget is the article.
  const Box = hideTitle ? 'div' : 'article';
  const [notesButton, notes] = useFrameNotes(shown, opens.onDrill);
  const dataset = useDatasetView(shown, run, anonymous.on);
  const [own, formatDialog] = useOwnActions(report, anonymous, { title, dataset, onPanel, onSave });
  return (
    <Box className="tb-frame" aria-busy={percent !== null}>
      <TitleRow
        title={title}
        tips={compact ? undefined : report.tips}
        hideTitle={hideTitle}
        slot={compact && !wallboard && !isBare ? setSlot : undefined}
        actions={isBare ? [] : [...(props.actions ?? []), ...own]}
      >
        {props.tools}
        {notesButton}
      </TitleRow>
      {shown && !report.withoutIssues && <Facts shown={shown} />}
      {props.children}
      <Suspense>
        {anonymous.on && !use(AnonymousDashboard) && (
          <AnonymousNotice onEnd={() => anonymous.set(false)} />
        )}
      </Suspense>
      <FrameState
        state={anonymous.state}
        run={run}
        loadingLabel={props.loadingLabel ?? 'Loading'}
        emptyText={props.emptyText ?? 'No data.'}
        emptyAdvice={props.emptyAdvice}
      >
        {shown && dataset && (
          <>
            {notes}
            <ToolSlot value={slot}>
              <Result
                // Rows that a view keeps while others load have the names of the site.
                key={anonymous.on ? 'anonymous' : 'run'}
                shown={shown}
                dataset={dataset}
                compact={compact}
                promotes={props.promotes ?? true}
                tellsChanges={!anonymous.on}
                onSettings={changeSettings}
                {...opens}
                onJql={anonymous.on ? undefined : props.onJql}
                onLogWork={onLogWork}
              />
            </ToolSlot>
          </>
        )}
      </FrameState>
      <Suspense>
        {compact && shown && !report.withoutIssues && (
          <ScopeLine
            run={run}
            state={anonymous.state}
            shown={shown}
            filter={anonymous.on ? null : props.filter}
          />
        )}
      </Suspense>
      <Suspense>
        {shown && dataset && panel && (
          <OpenPanel
            shown={shown}
            fields={anonymous.fields}
            dataset={dataset}
            panel={panel}
            drill={drill}
            run={run}
            others={props.others}
            onSettings={onSettings}
            onClose={() => onPanel(null)}
          />
        )}
        {snapshotDialog}
        {formatDialog}
        {logWorkDialog}
      </Suspense>
    </Box>
  );
}

/** The actions of every report, and the dialog of the format of files. */
function useOwnActions(
  report: AnyReport,
  { on, set, state: { shown, percent } }: AnonymousView,
  of: {
    readonly title: string;
    readonly dataset: DatasetView | null;
    readonly onPanel: (panel: Panel) => void;
    readonly onSave: () => void;
  },
): readonly [readonly Action[], ReactNode] {
  const { title, dataset, onPanel, onSave } = of;
  const session = useSession();
  const [formatting, setFormatting] = useState(false);
  // Nothing leaves the page while its figures are still growing.
  const complete = shown?.loaded.part && percent !== null ? null : shown;
  const actions = frameActions(report, complete, title, session.host.can, on, {
    onAnonymize: () => set(true),
    onWhatIf: () => onPanel({ kind: 'what-if' }),
    onHow: () => onPanel({ kind: 'how' }),
    onSave,
    onXlsx: async (each, table) => {
      const { saveWorkbook } = await import('./save-workbook.ts');
      if (dataset) await saveWorkbook(each, table, title, dataset);
    },
    onCsv: saved => showSaved(saved, () => setFormatting(true)),
    fileTable: async each => (await import('./file-table.ts')).fileTable(session, each),
  });
  return [actions, formatting && <CsvFormatDialog onClose={() => setFormatting(false)} />];
}

/** Title by the current settings; while names are made up, by those that are shown. */
function titleOf(
  { report, settings }: Pick<ReportFrameProps, 'report' | 'settings'>,
  { on, fields, state: { shown } }: AnonymousView,
  { site }: Session,
): string {
  const own = on ? (shown?.request.settings ?? report.settings.defaults) : settings;
  return report.title(own, fields ?? site.fields);
}

/** Memoized, so that progress updates do not render the view again. */
function useChangeSettings(
  { report, settings, onSettings }: Pick<ReportFrameProps, 'report' | 'settings' | 'onSettings'>,
  { on, set, state: { shown } }: AnonymousView,
): (next: unknown) => void {
  return useLatest((next: unknown) => {
    if (shown?.request.report !== report) return;
    const { request } = shown;
    const change = () => onSettings(chosenSettings(settings, request.settings, next));
    if (!on) change();
    else
      void anonymousSettings().then(({ changeAnonymous }) =>
        changeAnonymous(request, next, change, set),
      );
  });
}

/** Opens the dialog that saves the report as a file. */
function useSnapshot(anonymous: AnonymousView, title: string): readonly [() => void, ReactNode] {
  const [saving, setSaving] = useState(false);
  const dialog = saving && (
    <SnapshotDialog
      shown={anonymous.state.shown}
      title={title}
      anonymous={anonymous}
      onClose={() => setSaving(false)}
    />
  );
  return [() => setSaving(true), dialog];
}

/** The open panel: of the address, which has names of the site, or while names are made up of the frame alone. */
function usePanel(
  { panel, onPanel }: Pick<ReportFrameProps, 'panel' | 'onPanel'>,
  anonymous: boolean,
): readonly [Panel | null, (panel: Panel | null) => void] {
  const [own, setOwn] = useState<Panel | null>(null);
  useEffect(() => {
    if (!anonymous) setOwn(null);
  }, [anonymous]);
  return anonymous ? [own, setOwn] : [panel, onPanel];
}

/** The notes that the headline does not say, and why histories are incomplete. */
function useFrameNotes(shown: ReportSnapshot | null, onDrill: (drill: Drill) => void) {
  const notes = useMemo(() => {
    if (!shown) return NO_NOTES;
    const sentence = headlineOf(shown)?.sentence;
    return shown.computed.notes.filter(({ text }) => text !== sentence);
  }, [shown]);
  const why = shown && unsaidReasons(shown).length === 0 && shown.loaded.coverage.lasting && (
    <CoverageBadge word="Why?" coverage={shown.loaded.coverage} />
  );
  return useNotes(notes, onDrill, why);
}

/** For print, which has no filter box or tooltip. */
const Facts = ({ shown }: { readonly shown: ReportSnapshot }) => (
  <div className="tb-frame__facts tb-print-only">
    {resultFacts(shown, formatCount).map(line => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

function showSaved({ name, format }: SavedCsv, onSelect: () => void): void {
  const action = { label: 'Change format', onSelect };
  showFlag({ kind: 'success', title: name, text: `${format}.`, action });
}

/** The drawer that the address names; where its code is missing, the report stays. */
const OpenPanel = (props: ComponentProps<typeof PanelContent>) => (
  <CrashBoundary
    problem={(message, retry) => (
      <ErrorState title="This panel could not be opened" onRetry={retry}>
        {message}
      </ErrorState>
    )}
  >
    <PanelContent {...props} />
  </CrashBoundary>
);

function PanelContent(
  props: Pick<ReportFrameProps, 'run' | 'onSettings' | 'others'> & {
    readonly shown: ReportSnapshot;
    /** While names are made up, those of fields. */
    readonly fields: readonly Field[] | null;
    readonly dataset: DatasetView;
    readonly panel: Panel;
    readonly drill: Drill | null;
    readonly onClose: () => void;
  },
) {
  const { shown, fields, dataset, panel, drill, run, onClose } = props;
  const planning = fields === null ? { shown, run } : null;
  switch (panel.kind) {
    case 'drill':
      return (
        drill && (
          <DrillDrawer
            key={panel.figure}
            drill={drill}
            dataset={dataset}
            context={shown.context}
            planning={panel.figure === '' ? null : planning}
            place={
              panel.figure === ''
                ? null
                : planning && {
                    ...planning,
                    path: panel.figure,
                    others: props.others,
                    onSettings: props.onSettings,
                  }
            }
            onClose={onClose}
          />
        )
      );
    case 'sprint': {
      const report = sprintAt(shown, panel.figure);
      return (
        report && (
          <SprintDrawer
            report={report}
            context={shown.context}
            dataset={dataset}
            planning={planning}
            onClose={onClose}
          />
        )
      );
    }
    case 'how':
      return (
        <HowComputed
          shown={shown}
          fields={fields}
          jqlUrl={dataset.jqlUrl(shown.request.jql)}
          onClose={onClose}
        />
      );
    case 'what-if':
      return (
        shown.request.report.whatIf && (
          <WhatIf
            shown={shown}
            run={run}
            onSettings={next => {
              props.onSettings(next);
              onClose();
            }}
            onClose={onClose}
          />
        )
      );
  }
}

/** Memoized per dataset, so that changed settings and a restarted session do not read rows again. */
function useDatasetView(
  shown: ReportSnapshot | null,
  run: ReportRun,
  anonymous: boolean,
): DatasetView | null {
  const { engine, host, site } = useSession();
  const boards = boardsOf(site);
  const loaded = shown?.loaded;
  const id = loaded?.id;
  const asOf = shown?.context.asOf;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dataset is the same by its id.
  return useMemo(
    () =>
      loaded && asOf !== undefined
        ? datasetView({ engine, host }, boards, { ...loaded, asOf }, run, anonymous)
        : null,
    [engine, host, boards, id, asOf, run, anonymous],
  );
}

type ResultProps = Pick<
  ViewProps<unknown, unknown>,
  'dataset' | 'compact' | 'onSettings' | 'onDrill' | 'onSprint' | 'onLogWork'
> & {
  readonly shown: ReportSnapshot;
  readonly promotes: boolean;
  readonly tellsChanges: boolean;
  readonly onJql: ReportFrameProps['onJql'];
};

const headlineOf = ({ request: { report, settings }, computed, context }: ReportSnapshot) =>
  report.headline?.(computed.result, settings, context);

/** The report's view; settings and result are always of the same run. */
const Result = memo(function Result(given: ResultProps) {
  const { shown, promotes, tellsChanges, onJql, ...props } = given;
  const { edition } = useSession();
  const { report, settings } = shown.request;
  const View = viewOf(report);
  const headline = headlineOf(shown);
  return (
    <Suspense fallback={<div className="tb-frame__waiting" />}>
      <ResultContext value={shown}>
        {headline && (
          <HeadlineStrip
            headline={headline}
            isPart={shown.loaded.part === true}
            onDrill={props.onDrill}
            tellsChanges={tellsChanges}
          />
        )}
        <View
          {...props}
          result={shown.computed.result}
          settings={settings}
          context={shown.context}
          lite={promotes && promotesStandard(edition, report.id)}
          trial={edition.trial !== null}
          {...(onJql && { onJql })}
        />
        <BoardTableView
          report={report}
          computed={shown.computed}
          settings={settings}
          context={shown.context}
          compact={props.compact}
          onDrill={props.onDrill}
        />
      </ResultContext>
    </Suspense>
  );
});

/** The sprint report at a path, which may come from an address. */
function sprintAt({ computed }: ReportSnapshot, path: string): SprintReport | null {
  const at = objectAt(computed, path);
  return typeof at === 'object' && at !== null && 'lists' in at && 'committed' in at
    ? (at as SprintReport)
    : null;
}

interface Opened {
  readonly panel: Panel;
  readonly shown: ReportSnapshot;
  readonly drill: Drill;
}

/** The open drill, and how to open one or a sprint. */
function useOpens(
  shown: ReportSnapshot | null,
  panel: Panel | null,
  onPanel: ReportFrameProps['onPanel'],
) {
  // A deep link carries title and path; the part formatter exists only after a click.
  const last = useRef<Opened>(null);
  const onDrill = useCallback(
    (drill: Drill) => {
      if (!shown) return;
      const { title, reason, figure, byBoard, shows } = drill;
      const whole = figurePath(shown.computed, byBoard?.whole ?? figure) ?? '';
      const place = byBoard && whole ? boardFigurePath(byBoard.board, whole) : whole;
      const opened: Panel = {
        kind: 'drill',
        figure: place,
        title,
        reason,
        ...(shows && { shows }),
      };
      last.current = { panel: opened, shown, drill };
      onPanel(opened);
    },
    [shown, onPanel],
  );
  const onSprint = useCallback(
    (sprint: SprintReport) => {
      const figure = pathOf(shown?.computed, at => at === sprint);
      if (figure !== null) onPanel({ kind: 'sprint', figure });
    },
    [shown, onPanel],
  );
  return { drill: shown && panel && findDrill(shown, panel, last.current), onDrill, onSprint };
}

function findDrill(shown: ReportSnapshot, panel: Panel, last: Opened | null): Drill | null {
  if (panel.kind !== 'drill') return null;
  const known = last !== null && samePlace(last.panel, panel) ? last : null;
  if (known?.shown === shown) return known.drill;
  // A figure may vanish with its last issue.
  const figure = figureAt(shown.computed, panel.figure) ?? (known && NO_ISSUES);
  return figure && { ...known?.drill, ...panel, figure };
}

const NO_ISSUES: Figure = { kind: 'count', value: 0, issues: new Uint32Array(0) };

const samePlace = (a: Panel, b: Panel) => JSON.stringify(a) === JSON.stringify(b);
