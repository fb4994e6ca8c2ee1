import type { Question } from '@tallyboard/engine/ask/question.ts';
import { type Asked, readQuestion as readAsked } from '@tallyboard/engine/ask/read-question.ts';
import { savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { findByName } from '@tallyboard/reports/find-by-name.ts';
import { type McpHost, type NamedReport, ToolError } from './host.ts';

/** Arguments of tools, checked by their schemas. */
export interface Args {
  readonly report?: string;
  readonly saved?: string;
  readonly jql?: string;
  readonly boardSet?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly asOf?: string;
  readonly strict?: boolean;
}

/** The question of the arguments, on top of a saved report if they name one. Throws ToolErrors, and QuestionErrors. */
export async function readQuestion(
  host: McpHost,
  { saved, report, jql, boardSet, settings, asOf }: Args,
): Promise<Question> {
  const own = saved === undefined ? null : await savedQuestion(await findSaved(host, saved));
  const asked: Asked = { report, jql, boardSet, settings, asOf };
  return readAsked(asked, { now: host.now(), saved: own, boardSets: host.boardSets });
}

async function findSaved(host: McpHost, name: string): Promise<NamedReport> {
  const found = findByName('saved report', await host.saved(), name);
  if (found.item) return found.item;
  throw new ToolError(found.problem);
}
