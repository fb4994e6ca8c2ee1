import { toFailure } from '@tallyboard/engine/failure.ts';
import { CUSTOM_PRESET } from '@tallyboard/engine/gadgets/filter.ts';
import { andClauses, stripOrderBy } from '@tallyboard/jira/jql/compose.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { Suspense, useMemo } from 'react';
import { preloaded } from '../preloaded.tsx';
import { type PageStateTools, RESET, type TabView } from '../router/page-state.ts';
import { allowsReport } from '../start/edition.ts';
import { queryUrl } from '../start/host-links.ts';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';
import { chosenBoard, chosenEpic } from './page-tabs.ts';
import {
  OWN_TIME_SETTINGS,
  ownTime,
  type Scope,
  type ScopedTab,
  scopeOf,
  TIME_OF_ME,
} from './scope.ts';
import { TabReport } from './tab-report.tsx';

// Lazy: board sets are not needed before the first figures.
const BoardPicker = preloaded(async () => ({
  default: (await import('../board-sets/board-sets.ts')).BoardPicker,
}));

/** Reports on the issues of a board, a person or an epic: overview and, with logged time, estimation and timesheet. */
export function ScopeTab(props: { readonly tab: ScopedTab; readonly page: PageStateTools }) {
  const { tab, page } = props;
  const { host, site, edition } = useSession();
  const { state, change } = page;
  const ofTab = scopeOf(tab, state, site, host.info);
  const queryOfTab = useScopeQuery(ofTab);
  const allowed = allowsReport(edition, 'timesheet');
  const timed = tab === 'user' ? TIME_OF_ME : queryOfTab.jql;
  const hasTime = useHasTime(allowed ? timed : null);
  // Without logged time, and in Lite, a link to a time report shows the overview.
  const view = allowed && hasTime !== false ? state.view : 'overview';
  const waits = allowed && hasTime === null;
  const own = tab === 'user' && view === 'timesheet' ? ownTime(site) : null;
  const scope = own ?? ofTab;
  const query = own ? { jql: own.jql, failure: null } : queryOfTab;
  return (
    <>
      <div className="tb-page__bar tb-no-print" data-waits={waits || undefined}>
        {tab === 'project' && (
          <Suspense fallback={site.boards.length > 1 && <div className="tb-page__waiting" />}>
            <BoardPicker page={page} />
          </Suspense>
        )}
        {tab === 'epics' && <EpicPicker page={page} />}
        {allowed && hasTime && (
          <ViewSwitch
            view={view}
            onChange={next => change({ view: next, settings: null, panel: null })}
          />
        )}
      </div>
      <TabReport
        page={page}
        scope={scope}
        query={query}
        item={own ? { report: view, settings: OWN_TIME_SETTINGS } : { report: view }}
        changed={state.settings}
        shown={{
          ...state,
          tab,
          view,
          ...(tab === 'project' &&
            state.boardSet === null && { board: chosenBoard(site, state.board)?.id ?? null }),
          ...(tab === 'epics' && { epic: chosenEpic(site, state.epic)?.key ?? '' }),
        }}
        onSettings={settings => change({ settings, panel: null })}
        filter={() => (
          <div className="tb-filter">
            <code className="tb-filter__query">{query.jql || 'All issues'}</code>
            <div className="tb-row tb-page__views">
              <Button
                onClick={() =>
                  change({
                    tab: 'custom',
                    preset: CUSTOM_PRESET,
                    jql: query.jql,
                    choices: null,
                    view: 'overview',
                    settings: null,
                    panel: null,
                  })
                }
              >
                Customize JQL
              </Button>
              <OutLink url={queryUrl(host.info, query.jql ?? '')}>View Filtered Issues</OutLink>
            </div>
          </div>
        )}
      />
    </>
  );
}

/** The query of a scope. The query of a board is its filter's, loaded from the host. */
function useScopeQuery({ jql }: Scope) {
  const { engine } = useSession();
  const text = typeof jql === 'object' ? jql && JSON.stringify(jql) : null;
  const { value, error } = useLoaded(text, async json => {
    const asked: Exclude<Scope['jql'], string | null> = JSON.parse(json);
    if ('board' in asked) return { jql: await engine.boardFilter({ boardId: asked.board }) };
    const { resolveStored } = await import('../board-sets/board-sets.ts');
    return resolveStored(engine, asked.boardSet);
  });
  if (typeof jql === 'string') return { jql, failure: null };
  return { ...(value ?? { jql: null }), failure: error === null ? null : toFailure(error) };
}

/** Whether time is logged on any issue of a query; null while unknown, false when the host cannot say. */
function useHasTime(jql: string | null): boolean | null {
  const { engine } = useSession();
  const { value, error } = useLoaded(jql, (query, signal) =>
    engine.count(
      { jql: stripOrderBy(andClauses(query, 'timespent > 0')), rough: true },
      { signal },
    ),
  );
  return error === null && value === null ? null : (value ?? 0) > 0;
}

const KINDS = [
  { value: 'overview', label: 'Overview' },
  { value: 'time', label: 'Time Tracking Reports' },
] as const;

const TIME_REPORTS = [
  { value: 'estimation', label: 'Estimation' },
  { value: 'timesheet', label: 'Timesheets' },
] as const;

function ViewSwitch(props: { readonly view: TabView; readonly onChange: (view: TabView) => void }) {
  const { view, onChange } = props;
  return (
    <div className="tb-row tb-page__views">
      <SegmentedSwitch
        label="View"
        options={KINDS}
        value={view === 'overview' ? 'overview' : 'time'}
        onChange={kind => onChange(kind === 'time' ? 'estimation' : 'overview')}
      />
      {view !== 'overview' && (
        <SegmentedSwitch
          label="Time Tracking Report"
          options={TIME_REPORTS}
          value={view}
          onChange={onChange}
        />
      )}
    </div>
  );
}

const ALL_EPICS = { value: '', label: 'All epics' };

function EpicPicker({ page: { state, change } }: { readonly page: PageStateTools }) {
  const { site } = useSession();
  const options = useMemo(
    () => [
      ALL_EPICS,
      ...site.epics.map(({ key, name }) => ({ value: key, label: `(${key}) ${name}` })),
    ],
    [site.epics],
  );
  const epic = chosenEpic(site, state.epic);
  const { length } = site.epics;
  return (
    <div className="tb-page__pickers">
      <SelectField
        label="Epic"
        options={options}
        value={options.find(({ value }) => value === epic?.key) ?? ALL_EPICS}
        onChange={option => option && change({ ...RESET, epic: option.value })}
        loading={site.epicTotal === null}
        help={
          length < (site.epicTotal ?? 0)
            ? `The newest ${length} of ${formatCount(site.epicTotal ?? 0)} epics.`
            : undefined
        }
      />
    </div>
  );
}
