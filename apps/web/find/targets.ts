/** What the search finds: all that the pages can open. */
import type { ChoiceOption } from '@tallyboard/engine/calls.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import type { DashboardSummary } from '../dashboards/dashboard.ts';
import { CUSTOM_PRESET } from '../filter/filter.ts';
import { choiceOf, pageMenu } from '../reports-page/menu.ts';
import { type PageState, RESET } from '../router/page-state.ts';
import type { Edition } from '../start/edition.ts';

export interface Target {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string | null | undefined;
  readonly address: string;
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
    ...(saved ?? []).map(({ id, name, owner, mine }) => ({
      id: `saved ${id}`,
      group: 'Saved report',
      label: name,
      detail: mine ? null : owner,
      address: savedAddress(id),
    })),
    ...(site && edition ? pageMenu({ site, edition }) : []).map(({ selector, label, group }) => ({
      id: `report ${selector}`,
      group: 'Report',
      label,
      detail: group,
      address: addressOf({ tab: 'custom', ...choiceOf(selector, state) }),
    })),
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
      address: addressOf({ ...RESET, saved: null, tab: 'project', board: id }),
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

/** All words must occur; names that begin with the search come first. */
export function findTargets(targets: readonly Target[], search: string): readonly Target[] {
  const text = search.trim().toLowerCase();
  const words = text.split(/\s+/);
  const matches = targets.filter(({ label, detail, group }) => {
    const whole = `${label} ${detail ?? ''} ${group}`.toLowerCase();
    return words.every(word => whole.includes(word));
  });
  const begins = ({ label }: Target) => label.toLowerCase().startsWith(text);
  return [...matches.filter(begins), ...matches.filter(each => !begins(each))];
}
