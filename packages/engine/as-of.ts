import {
  IN_THE_FUTURE,
  instantOf,
  isFutureDay,
  isFutureTime,
  LAST_SPRINT,
  lastClosed,
  type Present,
} from '@tallyboard/core/time/as-of.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { oneProject } from '@tallyboard/jira/jql/one-project.ts';
import type { Engine } from './calls.ts';

/** The issues that a report is about, which name the board of its sprints. */
export interface AsOfScope {
  /** The board of the report, or those of its board set; none without. */
  readonly boards: readonly number[];
  readonly jql: string;
  readonly project: string | null;
}

export interface AsOf {
  readonly at: Instant;
  /** Its end. */
  readonly sprint: string | null;
}

/** A rule that gives no time here. */
export class AsOfError extends Error {
  override readonly name = 'AsOfError';
}

/** The time that figures are as of; null for now. Throws AsOfError, and EngineError. */
export async function resolveAsOf(
  engine: Pick<Engine, 'boardSprints' | 'sprintBoards'>,
  asOf: string | null,
  scope: AsOfScope,
  present: Present,
): Promise<AsOf | null> {
  if (asOf === LAST_SPRINT) return lastSprint(engine, scope, present.now);
  if (isFutureDay(asOf, present)) throw new AsOfError(IN_THE_FUTURE);
  const at = instantOf(asOf, present);
  return at === null ? null : { at, sprint: null };
}

/** A time as it is written; null where it is now. Throws AsOfError for one to come. */
export function pastTime(at: Instant, now: Instant): Instant | null {
  if (isFutureTime(at, now)) throw new AsOfError(IN_THE_FUTURE);
  return at < now ? at : null;
}

/** The last closed sprint of the report's board, else of the boards of its project. */
async function lastSprint(
  engine: Pick<Engine, 'boardSprints' | 'sprintBoards'>,
  { boards: own, jql, project }: AsOfScope,
  now: Instant,
): Promise<AsOf> {
  const key = own.length > 0 ? null : (oneProject(jql) ?? project);
  if (own.length === 0 && key === null)
    throw new AsOfError(
      'The end of last sprint needs a board, or a query of one project. Choose one, or another time.',
    );
  const boards =
    key === null ? own.map(id => ({ id })) : await engine.sprintBoards({ project: key });
  const isOfSet = own.length > 1;
  const sprints = await Promise.all(
    boards.map(async ({ id }) => {
      const all = await engine.boardSprints({ boardId: id }).catch((error: unknown) => {
        // A kanban board, or one that the reader may not see.
        if (isOfSet) return [];
        throw error;
      });
      // Jira lists sprints of other boards too, once they have had an issue of this one.
      const own = all.filter(({ boardId }) => boardId === id);
      return own.length > 0 ? own : all;
    }),
  );
  const last = lastClosed(sprints.flat(), now);
  if (last) return { at: last.at, sprint: last.name };
  const ofOwn = isOfSet ? 'This board set' : 'This board';
  const where = key === null ? ofOwn : `Project ${key}`;
  throw new AsOfError(`${where} has no closed sprint. Choose another time.`);
}
