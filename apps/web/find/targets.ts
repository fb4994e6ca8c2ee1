/** What the search finds: all that the pages can open. */
import type { ChoiceOption } from '@tallyboard/engine/calls.ts';
import { CUSTOM_PRESET } from '@tallyboard/engine/gadgets/filter.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import type { GadgetAbout } from '@tallyboard/report-kit/about.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';
import type { DashboardSummary } from '../dashboards/dashboard.ts';
import { choiceOf, pageMenu } from '../reports-page/menu.ts';
import { type PageState, RESET } from '../router/page-state.ts';
import type { Edition } from '../start/edition.ts';

export interface Target {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string | null | undefined;
  /** Further words by which it is found. */
  readonly words?: string | undefined;
  readonly address: string;
  /** The address is one of Jira. */
  readonly outside?: true;
}

export interface ReportsPage {
  readonly state: Pick<PageState, 'settings' | 'board'>;
  readonly addressOf: (change: Partial<PageState>) => string;
  readonly savedAddress: (id: string) => string;
}

export interface Findable {
  /** Null while they load. */
  readonly site: Site | null;
  readonly edition: Edition | null;
  readonly saved: readonly SavedReport[] | null;
  readonly projects: readonly ChoiceOption[] | null;
  readonly dashboards: readonly DashboardSummary[] | null;
}

const CUSTOM = {
  ...RESET,
  saved: null,
  tab: 'custom',
  preset: CUSTOM_PRESET,
  choices: null,
} as const;

export function targetsOf(findable: Findable, page: ReportsPage): readonly Target[] {
  const { site, edition, saved, projects, dashboards } = findable;
  const { state, addressOf, savedAddress } = page;
  return [
    ...(saved ?? []).map(({ id, name, owner, mine, view }) => ({
      id: `saved ${id}`,
      group: 'Saved report',
      label: name,
      // Two may have one name.
      detail: [view.jql, mine ? null : owner].filter(Boolean).join(' · '),
      address: savedAddress(id),
    })),
    ...(site && edition ? pageMenu({ site, edition }) : []).map(
      ({ selector, label, group, report }) => ({
        id: `report ${selector}`,
        group: 'Report',
        label,
        detail: group,
        words: wordsOf(report),
        address: addressOf({ tab: 'custom', ...choiceOf(selector, state) }),
      }),
    ),
    ...(dashboards ?? []).map(({ id, name, owner, mine }) => ({
      id: `dashboard ${id}`,
      group: 'Dashboard',
      label: name,
      detail: mine ? null : owner,
      address: `/dashboards/${id}`,
    })),
    ...(site?.boards ?? []).map(({ id, name, projectKey }) => ({
      id: `board ${id}`,
      group: 'Board',
      label: name,
      detail: projectKey,
      address: addressOf({ ...RESET, saved: null, tab: 'project', board: id, boardSet: null }),
    })),
    ...(projects ?? []).map(({ value, label }) => ({
      id: `project ${value}`,
      group: 'Project',
      label,
      detail: value,
      address: addressOf({ ...CUSTOM, jql: `project = ${quoteValue(value)}` }),
    })),
  ];
}

/** What the gallery finds the gadget of a report by. */
function wordsOf(report: string): string {
  const { summary = '', words = '' }: Partial<GadgetAbout> = aboutReport(report)?.gadget ?? {};
  return `${summary} ${words}`;
}

const ISSUE_KEY = /^[a-z][a-z\d_]+-\d+$/i;

/** The issue of a key, which opens in Jira. */
export function issueTarget(search: string, addressOf: (key: string) => string): Target[] {
  const key = search.trim().toUpperCase();
  if (!ISSUE_KEY.test(key)) return [];
  return [
    { id: `issue ${key}`, group: 'Issue', label: key, address: addressOf(key), outside: true },
  ];
}

/** All words must occur; names that begin with the search come first, names before other words. */
export function findTargets(targets: readonly Target[], search: string): readonly Target[] {
  const text = search.trim().toLowerCase();
  const words = text.split(/\s+/);
  const rankOf = ({ label, detail, group, words: more = '' }: Target): number => {
    const named = `${label} ${detail ?? ''} ${group}`.toLowerCase();
    const hasAll = (whole: string) => words.every(word => whole.includes(word));
    if (hasAll(named)) return label.toLowerCase().startsWith(text) ? 0 : 1;
    return hasAll(`${named} ${more.toLowerCase()}`) ? 2 : 3;
  };
  const ranks = Map.groupBy(targets, rankOf);
  return [0, 1, 2].flatMap(rank => ranks.get(rank) ?? []);
}
