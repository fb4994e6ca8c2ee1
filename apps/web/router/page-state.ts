/** The state of the reports page in its query. Parameters of the host (`lic`, `xdm_e`, ...) are kept. */
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { storedObject } from '@tallyboard/report-kit/settings/stored-object.ts';
import { type MadeChoices, parseChoices } from '../filter/filter.ts';

export const TABS = ['project', 'user', 'epics', 'custom', 'settings'] as const;
export type Tab = (typeof TABS)[number];

/** The open drawer. */
export type Panel =
  | {
      readonly kind: 'drill';
      /** A path of frame/figure-path.ts. */
      readonly figure: string;
      readonly title: string;
      readonly reason: string;
    }
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
  readonly epic: string | null;
  readonly preset: string | null;
  /** The query of the custom page; null for the preset's. */
  readonly jql: string | null;
  /** Values of the preset's placeholders. */
  readonly choices: MadeChoices | null;
  /** Stored settings of the report that differ from its defaults. */
  readonly settings: Stored | null;
  readonly panel: Panel | null;
}

export const OVERVIEW_SELECTOR = -3;

const NAMES = [
  'tab',
  'report',
  'view',
  'board',
  'epic',
  'preset',
  'jql',
  'choices',
  'settings',
  'panel',
  'figure',
  'title',
  'reason',
];

/** Never throws: unreadable parameters are ignored. */
export function parsePageState(query: URLSearchParams): PageState {
  return {
    tab: TABS.find(tab => tab === query.get('tab')) ?? null,
    selector: parseInteger(query.get('report')) ?? OVERVIEW_SELECTOR,
    view: VIEWS.find(view => view === query.get('view')) ?? 'overview',
    board: parseInteger(query.get('board')),
    epic: query.get('epic'),
    preset: query.get('preset'),
    jql: query.get('jql'),
    choices: filledChoices(query.get('choices')),
    settings: storedObject(query.get('settings')),
    panel: parsePanel(query),
  };
}

/** Writes `state` to the query and keeps other parameters. */
export function writePageState(query: URLSearchParams, state: PageState): URLSearchParams {
  const written = new URLSearchParams(query);
  for (const name of NAMES) written.delete(name);
  const put = (name: string, value: string | number | null) => {
    if (value !== null) written.set(name, String(value));
  };
  put('tab', state.tab);
  put('report', state.selector === OVERVIEW_SELECTOR ? null : state.selector);
  put('view', state.view === 'overview' ? null : state.view);
  put('board', state.board);
  put('epic', state.epic);
  put('preset', state.preset);
  put('jql', state.jql);
  put('choices', state.choices && JSON.stringify(state.choices));
  put('settings', state.settings && JSON.stringify(state.settings));
  put('panel', state.panel?.kind ?? null);
  if (state.panel?.kind === 'drill') {
    put('figure', state.panel.figure);
    put('title', state.panel.title);
    put('reason', state.panel.reason);
  }
  return written;
}

function parsePanel(query: URLSearchParams): Panel | null {
  const kind = query.get('panel');
  if (kind === 'how' || kind === 'what-if') return { kind };
  const figure = query.get('figure');
  if (query.get('panel') !== 'drill' || figure === null) return null;
  return {
    kind: 'drill',
    figure,
    title: query.get('title') ?? 'Issues',
    reason: query.get('reason') ?? '',
  };
}

function parseInteger(text: string | null): number | null {
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

function filledChoices(text: string | null): MadeChoices | null {
  const choices = parseChoices(text);
  return Object.keys(choices).length > 0 ? choices : null;
}
