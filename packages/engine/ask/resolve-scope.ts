/** The query of a scope, for the page and for programs alike. */
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import {
  applyChoices,
  findPlaceholders,
  pagePresets,
  placeholderText,
} from '@tallyboard/jira/jql/presets.ts';
import type { Engine } from '../calls.ts';
import { QuestionError } from '../question-error.ts';
import type { Scope } from './question.ts';

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

/** Null for a report with a query of its own. Throws QuestionError for a preset without its choices, and errors of the engine. */
export async function resolveScope(
  engine: Pick<Engine, 'boardFilter'>,
  scope: Scope,
  flavour: Flavour,
): Promise<string | null> {
  if ('jql' in scope) return scope.jql;
  if ('board' in scope)
    return scope.board === null ? '' : engine.boardFilter({ boardId: scope.board });
  if ('epic' in scope) return epicQuery(flavour, scope.epic);
  if ('user' in scope) return ISSUES_OF_USER[scope.user];
  const { jql = '' } = pagePresets(flavour).find(({ id }) => id === scope.preset) ?? {};
  const open = findPlaceholders(jql);
  if (open.length > 0) throw new QuestionError(placeholderText(open));
  return jql;
}
