import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { HttpError } from '@tallyboard/jira/errors.ts';
import { hintFor } from '@tallyboard/report-kit/settings/describe.ts';
import { QuestionError } from '../question-error.ts';

/** That a message lists. */
const MAX_BOARDS = 20;

/** What to say of a board that the reader may not see, or that does not exist. */
function unknownBoard(
  given: string,
  boards: readonly { readonly id: string | number; readonly name: string }[],
): string {
  const listed = boards.slice(0, MAX_BOARDS).map(({ id, name }) => `${id} (${name})`);
  const more = boards.length > MAX_BOARDS ? ` and ${boards.length - MAX_BOARDS} more` : '';
  const names = boards.map(({ name }) => name);
  const choices = boards.length > 0 ? ` boardId is one of ${listed.join(', ')}${more}.` : '';
  return `There is no board '${given}' that you may see.${hintFor(given, names)}${choices}`;
}

/** The error, or for the 404 of a board one that lists the boards of the reader. */
export async function withBoards(error: unknown, client: JiraClient): Promise<unknown> {
  if (!(error instanceof HttpError) || error.status !== 404) return error;
  const [, id] = /^\/rest\/agile\/1\.0\/board\/(\d+)(?:\/|$)/.exec(error.path) ?? [];
  if (id === undefined) return error;
  const boards = await fetchBoards(client).catch(() => null);
  return boards === null
    ? error
    : new QuestionError([{ path: 'boardId', text: unknownBoard(id, boards) }]);
}
