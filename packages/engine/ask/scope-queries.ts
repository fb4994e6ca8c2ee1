/** The queries of tabs of the reports page, for the page and for programs alike. */
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { applyChoices, pagePresets } from '@tallyboard/jira/jql/presets.ts';

export const ISSUES_OF_USER = {
  assigned: 'assignee = currentUser()',
  /** All work that the user logged, whoever has its issues. */
  logged: 'worklogAuthor = currentUser()',
} as const;

/** On Cloud sub-tasks have a parent too, which is no epic. */
const ISSUES_OF_EPICS: Readonly<Record<Flavour, string>> = {
  cloud: 'parent is not EMPTY AND issuetype not in subTaskIssueTypes()',
  'data-center': '"Epic Link" is not EMPTY',
};

/** The query for the issues of an epic; '' for those of all epics. */
export function epicQuery(flavour: Flavour, epic: string): string {
  if (epic === '') return ISSUES_OF_EPICS[flavour];
  const preset = pagePresets(flavour).find(({ id }) => id === 'epic');
  return preset ? applyChoices(preset, { epic }) : '';
}

/** The query of a preset of the page, with placeholders for its choices; '' for one that is not known. */
export const presetQuery = (flavour: Flavour, preset: string): string =>
  pagePresets(flavour).find(({ id }) => id === preset)?.jql ?? '';
