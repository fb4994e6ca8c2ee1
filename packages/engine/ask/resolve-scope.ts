import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { findPlaceholders, placeholderText } from '@tallyboard/jira/jql/presets.ts';
import type { Engine } from '../calls.ts';
import { QuestionError } from '../question-error.ts';
import type { Scope } from './question.ts';
import { epicQuery, ISSUES_OF_USER, presetQuery } from './scope-queries.ts';

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
  const jql = presetQuery(flavour, scope.preset);
  const open = findPlaceholders(jql);
  if (open.length > 0) throw new QuestionError(placeholderText(open));
  return jql;
}
