/** The state of the reports page in its query. Parameters of the host (`lic`, `xdm_e`, ...) are kept. */
import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { RowFact } from '@tallyboard/core/model/rows.ts';
import { type MadeChoices, parseChoices } from '@tallyboard/engine/gadgets/filter.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { useCallback, useMemo } from 'react';
import { go, type Move, refreshAddress, useAddress } from './address.ts';

export const TABS = ['project', 'user', 'epics', 'custom', 'settings'] as const;
export type Tab = (typeof TABS)[number];

export type Panel =
  | {
      readonly kind: 'drill';
      /** A path of frame/figure-path.ts. */
      readonly figure: string;
      readonly title: string;
      readonly reason: string;
      readonly shows?: RowFact | undefined;
    }
  /** A sprint report, by its path in the result. */
  | { readonly kind: 'sprint'; readonly figure: string }
  | { readonly kind: 'how' }
  | { readonly kind: 'what-if' };

/** Reports of all tabs but Custom, which has a menu. */
export const VIEWS = ['overview', 'estimation', 'timesheet'] as const;
export type TabView = (typeof VIEWS)[number];

export interface PageState {
  /** Null: the host's initial tab, else the first. */
  readonly tab: Tab | null;
  /** Selector of the report on the custom page; -3 is Overview. */
  readonly selector: number;
  readonly view: TabView;
  readonly board: number | null;
  /** On the project tab in place of the board. Its members are checked when it is used. */
  readonly boardSet: FlatBoardSet | null;
  readonly epic: string | null;
  readonly preset: string | null;
  /** The query of the custom page; null for the preset's. */
  readonly jql: string | null;
  /** Values of the preset's placeholders. */
  readonly choices: MadeChoices | null;
  /** 'YYYY-MM-DD', or a rule such as 'last-week'; null for today. */
  readonly asOf: string | null;
  /** Stored settings of the report that differ from its defaults; null without any. */
  readonly settings: Stored | null;
  readonly panel: Panel | null;
  /** The id of the saved report that is open. */
  readonly saved: string | null;
}

export const OVERVIEW_SELECTOR = -3;

/** Changing tab, board or epic resets the view. */
export const RESET: Partial<PageState> = { view: 'overview', settings: null, panel: null };

/** Never throws: unreadable parameters are ignored. */
export function parsePageState(query: URLSearchParams): PageState {
  return {
    tab: TABS.find(tab => tab === query.get('tab')) ?? null,
    selector: parseInteger(query.get('report')) ?? OVERVIEW_SELECTOR,
    view: VIEWS.find(view => view === query.get('view')) ?? 'overview',
    board: parseInteger(query.get('board')),
    boardSet: parseBoardSet(query.get('boardSet')),
    epic: query.get('epic'),
    preset: query.get('preset'),
    jql: query.get('jql'),
    choices: filledChoices(query),
    asOf: query.get('asOf'),
    settings: parseSettings(query),
    panel: parsePanel(query),
    saved: query.get('saved') || null,
  };
}

/** Writes `state` to the query and keeps other parameters. */
export function writePageState(query: URLSearchParams, state: PageState): URLSearchParams {
  const { selector, view, choices, settings, panel } = state;
  const drill = panel?.kind === 'drill' ? panel : null;
  const written = {
    tab: state.tab,
    report: selector === OVERVIEW_SELECTOR ? null : selector,
    view: view === 'overview' ? null : view,
    board: state.board,
    boardSet: state.boardSet && JSON.stringify(state.boardSet),
    epic: state.epic,
    preset: state.preset,
    jql: state.jql,
    choices: null,
    asOf: state.asOf,
    settings: null,
    [DEFAULTS]: null,
    panel: panel?.kind ?? null,
    figure: panel && 'figure' in panel ? panel.figure : null,
    title: drill?.title ?? null,
    reason: drill?.reason ?? null,
    shows: drill?.shows ?? null,
    saved: state.saved,
  };
  const others = [...query].filter(([name]) => !(name in written || OWN.test(name)));
  const own = Object.entries({
    ...written,
    ...choiceParameters(choices),
    ...settingParameters(settings),
  }).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return new URLSearchParams([...others, ...own]);
}

const SHOWN: readonly RowFact[] = ['due', 'priority', 'created', 'updated', 'resolved'];

function parsePanel(query: URLSearchParams): Panel | null {
  const kind = query.get('panel');
  if (kind === 'how' || kind === 'what-if') return { kind };
  const figure = query.get('figure');
  if (figure === null) return null;
  if (kind === 'sprint') return { kind, figure };
  if (kind !== 'drill') return null;
  const shows = SHOWN.find(each => each === query.get('shows'));
  return {
    kind,
    figure,
    title: query.get('title') ?? 'Issues',
    reason: query.get('reason') ?? '',
    ...(shows && { shows }),
  };
}

/** Settings and choices. */
const OWN = /^[sc]\./;
/** The parameter of a setting: 's.KEY'. */
const SETTING = 's.';
/** A parameter of older links: settings without any. */
const DEFAULTS = 's';

function parseSettings(query: URLSearchParams): Stored | null {
  const settings = Object.fromEntries(
    [...query].flatMap(([name, text]) =>
      name.startsWith(SETTING) ? [[name.slice(SETTING.length), parseValue(text)]] : [],
    ),
  );
  // Older links have all settings in one parameter.
  const whole = storedObject(query.get('settings'));
  const all = { ...whole, ...settings };
  return Object.keys(all).length > 0 ? all : null;
}

function settingParameters(settings: Stored | null): Record<string, string> {
  const parameters = Object.entries(settings ?? {}).map(([key, value]) => {
    const isPlain = typeof value === 'string' && parseValue(value) === value;
    return [`${SETTING}${key}`, isPlain ? value : JSON.stringify(withoutNames(value))];
  });
  return Object.fromEntries(parameters);
}

/** JSON; other text is a string. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Stored flags are read without their names too. */
function withoutNames(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const flags = value.map(item => item?.checked);
  return flags.every(flag => typeof flag === 'boolean') ? flags : value;
}

function parseBoardSet(text: string | null): FlatBoardSet | null {
  const set = storedObject(text);
  return typeof set?.name === 'string' ? (set as unknown as FlatBoardSet) : null;
}

function parseInteger(text: string | null): number | null {
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The parameters of a choice: 'c.KIND', and 'c.KIND.label' and 'c.KIND.insert' where they differ from its value. */
const CHOICE = /^c\.([a-z]+)(?:\.(label|insert))?$/;

function filledChoices(query: URLSearchParams): MadeChoices | null {
  const choices: Record<string, Record<string, string>> = {};
  for (const [name, text] of query) {
    const [, kind, part] = CHOICE.exec(name) ?? [];
    if (kind === undefined) continue;
    choices[kind] = { ...choices[kind], [part ?? 'value']: text };
  }
  const filled = Object.entries(choices).map(([kind, { value = '', ...more }]) => [
    kind,
    { value, label: value, insert: value, ...more },
  ]);
  // Older links have all choices in one parameter.
  const parsed = parseChoices({
    ...storedObject(query.get('choices')),
    ...Object.fromEntries(filled),
  });
  return Object.keys(parsed).length > 0 ? parsed : null;
}

function choiceParameters(choices: MadeChoices | null): Record<string, string> {
  const parameters = Object.entries(choices ?? {}).flatMap(([kind, { value, label, insert }]) => [
    [`c.${kind}`, value],
    ...(label === value ? [] : [[`c.${kind}.label`, label]]),
    ...(insert === value ? [] : [[`c.${kind}.insert`, insert]]),
  ]);
  return Object.fromEntries(parameters);
}

/** Parts of the state whose change leaves the report and its issues. */
const isOfReport = (name: string) => ['settings', 'panel', 'asOf'].includes(name);

/** Queries of saved reports, by id. */
const savedQueries = new Map<string, URLSearchParams>();

const DEFAULT_STATE = parsePageState(new URLSearchParams());

/** The definition of a saved report, as it is stored. */
export function savedView({ saved: _, panel: __, ...view }: PageState): Stored {
  return view;
}

/** Never throws: what a newer version has stored is ignored. */
function savedQuery(view: Stored): URLSearchParams {
  const settings = storedObject(view.settings);
  const choices = parseChoices(view.choices);
  const stored = { ...DEFAULT_STATE, ...view, settings, choices, panel: null, saved: null };
  const state = parsePageState(writePageState(new URLSearchParams(), stored));
  const query = writePageState(new URLSearchParams(), { ...state, tab: state.tab ?? 'custom' });
  query.sort();
  return query;
}

/** Addresses with the id alone show the report from now on. */
export function learnSavedView(id: string, view: Stored): void {
  savedQueries.set(id, savedQuery(view));
  refreshAddress();
}

/** An address with a tab has its whole state; one with the id of a saved report alone has the state of that. */
const isBare = (query: URLSearchParams) => query.has('saved') && !query.has('tab');

function wholeQuery(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  const saved = isBare(query) ? savedQueries.get(query.get('saved') ?? '') : undefined;
  return saved ? new URLSearchParams([...query, ...saved]) : query;
}

/** What the address has of a state: the id alone where it is that of its saved report. */
function shortState(state: PageState): PageState {
  const { saved, panel } = state;
  const isSaved = savedQueries.has(saved ?? '') && !differsFromSaved(state);
  return isSaved ? { ...DEFAULT_STATE, saved, panel } : state;
}

/** False too while the saved report is unknown. */
export function differsFromSaved(state: PageState): boolean {
  const saved = savedQueries.get(state.saved ?? '');
  return saved !== undefined && savedQuery(savedView(state)).toString() !== saved.toString();
}

/** The settings of the open saved report; undefined where it is of another report, or unknown. */
export function savedSettings({ saved: id, ...state }: PageState): Stored | null | undefined {
  const query = savedQueries.get(id ?? '');
  if (query === undefined) return undefined;
  const saved = parsePageState(query);
  const isSame = (['tab', 'selector', 'view'] as const).every(name => saved[name] === state[name]);
  return isSame ? saved.settings : undefined;
}

export type PageStateTools = ReturnType<typeof usePageState>;

/**
 * The state of the page in its URL. `addressOf` is the URL after a change. `pending`: the URL names a saved report that is not
 * loaded yet.
 */
export function usePageState() {
  const query = useAddress(() => wholeQuery(location.search).toString());
  const { state, pending } = useMemo(() => {
    const parameters = new URLSearchParams(query);
    const pending = isBare(parameters);
    const parsed = parsePageState(parameters);
    return { pending, state: pending ? { ...parsed, tab: 'custom' as const } : parsed };
  }, [query]);
  const change = useCallback(
    (changed: Partial<PageState>, how: Move = 'push') =>
      go(changedAddress(changed), how, Object.keys(changed).every(isOfReport)),
    [],
  );
  return { state, pending, change, addressOf: changedAddress };
}

/** Whether an address names anything of the page. */
export const hasPageState = (query: URLSearchParams): boolean =>
  writePageState(new URLSearchParams(), parsePageState(query)).size > 0;

/** The URL of a saved report. */
export const savedAddress = (saved: string): string =>
  addressAfter(new URLSearchParams(location.search), { ...DEFAULT_STATE, saved });

export const openSaved = (saved: string): void => go(savedAddress(saved), 'push');

/** Reads the URL again, so that two changes in one event both apply. */
function changedAddress(change: Partial<PageState>): string {
  const query = wholeQuery(location.search);
  return addressAfter(query, shortState({ ...parsePageState(query), ...change }));
}

function addressAfter(query: URLSearchParams, state: PageState): string {
  const text = writePageState(query, state).toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}
