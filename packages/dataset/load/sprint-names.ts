import { compareChanges, orderChanges } from '@tallyboard/core/history/order.ts';
import type { Change } from '@tallyboard/core/model/change.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { fetchBoardSprints, fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { sprintIdsOfNames } from '@tallyboard/records/sprint.ts';
import type { LoadSession } from './session.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type IdsOf = (name: string) => readonly SprintId[];

const isNameOnly = ({ from, fromText, to, toText }: Change): boolean =>
  (!from && Boolean(fromText)) || (!to && Boolean(toText));

function idsByName(sprints: Iterable<Sprint>): IdsOf {
  const ids = new Map<string, Set<SprintId>>();
  for (const { id, name } of sprints) {
    const known = ids.get(name.toLowerCase()) ?? new Set();
    ids.set(name.toLowerCase(), known.add(id));
  }
  return name => [...(ids.get(name.toLowerCase()) ?? [])];
}

/** The change with the ids of the sprints that it names; null where a name fits no sprint, or several. */
function withIds(change: Change, idsOf: IdsOf): Change | null {
  if (change.field !== 'sprint' || !isNameOnly(change)) return change;
  const idOf = (id: string | null, text: string | null) =>
    id || !text ? id : sprintIdsOfNames(text, idsOf);
  const from = idOf(change.from, change.fromText);
  const to = idOf(change.to, change.toText);
  const isFound = (id: string | null, text: string | null) => Boolean(id) || !text;
  return isFound(from, change.fromText) && isFound(to, change.toText)
    ? { ...change, from, to }
    : null;
}

const UNKNOWN = {
  field: 'Sprint',
  what: 'has changes that name no known sprint, or several of one name',
  done: 'the current sprint counts',
  isLoss: true,
};

const MAX_PROJECTS = 10;
const MAX_BOARDS = 50;

/** The sprints of the boards of the issues' projects, as far as the viewer sees them. */
async function sprintsOfProjects(
  { client, signal }: LoadSession,
  issues: readonly Issue[],
): Promise<readonly Sprint[]> {
  const orNone = <T>(read: Promise<readonly T[]>): Promise<readonly T[]> =>
    read.catch((error: unknown) => {
      if (isAbort(error)) throw error;
      return [];
    });
  const projects = [...new Set(issues.map(({ project }) => project.key))].slice(0, MAX_PROJECTS);
  const boards = await Promise.all(projects.map(key => orNone(fetchBoards(client, key, signal))));
  const ids = [...new Set(boards.flat().map(({ id }) => id))].slice(0, MAX_BOARDS);
  return (await Promise.all(ids.map(id => orNone(fetchBoardSprints(client, id, signal))))).flat();
}

/**
 * Gives sprint changes that have only names the ids of their sprints. Where that is not possible, the sprint changes of the
 * issue go, and its history is incomplete.
 */
export async function nameSprints(
  session: LoadSession,
  issues: readonly Mutable<Issue>[],
  known: readonly Sprint[],
): Promise<void> {
  const { coverage } = session;
  const idsOf = idsByName([...known, ...(await sprintsOfProjects(session, issues))]);
  for (const issue of issues) {
    const isOdd = issue.changes.some(change => change.field === 'sprint' && isNameOnly(change));
    if (!isOdd) continue;
    const named = issue.changes.map(change => withIds(change, idsOf));
    const whole = named.filter(change => change !== null);
    if (whole.length === named.length) {
      issue.changes = orderChanges(whole.sort(compareChanges), issue);
      continue;
    }
    issue.changes = issue.changes.filter(({ field }) => field !== 'sprint');
    issue.historyComplete = false;
    coverage.lost(UNKNOWN, issue.key);
  }
}
