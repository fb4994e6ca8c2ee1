import type { QueryNote } from '@tallyboard/core/model/context.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { andClauses } from '@tallyboard/jira/jql/compose.ts';
import { findPlaceholders, placeholderText } from '@tallyboard/jira/jql/presets.ts';
import { resolveBoardSet } from '../board-sets/resolve-board-set.ts';
import type { Engine } from '../calls.ts';
import { QuestionError } from '../question-error.ts';
import type { Scope } from './question.ts';
import { epicQuery, ISSUES_OF_USER, presetQuery } from './scope-queries.ts';

interface ResolvedScope {
  /** Null for a report with a query of its own. */
  readonly jql: string | null;
  readonly notes?: readonly QueryNote[];
}

/** Throws QuestionError for a preset without its choices, and errors of the engine. */
export async function resolveScope(
  engine: Pick<Engine, 'boardFilter' | 'checkJql'>,
  scope: Scope,
  flavour: Flavour,
): Promise<ResolvedScope> {
  if ('boardSet' in scope) {
    const { jql, notes } = await resolveBoardSet(engine, scope.boardSet);
    return { jql: andClauses(scope.jql, jql), notes };
  }
  if ('jql' in scope) return { jql: scope.jql };
  if ('board' in scope) {
    const { board } = scope;
    return { jql: board === null ? '' : await engine.boardFilter({ boardId: board }) };
  }
  if ('epic' in scope) return { jql: epicQuery(flavour, scope.epic) };
  if ('user' in scope) return { jql: ISSUES_OF_USER[scope.user] };
  const jql = presetQuery(flavour, scope.preset);
  const open = findPlaceholders(jql);
  if (open.length > 0) throw new QuestionError(placeholderText(open));
  return { jql };
}
