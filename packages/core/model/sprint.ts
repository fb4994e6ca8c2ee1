import type { Instant } from '../time/units.ts';
import type { BoardId, SprintId } from './ids.ts';

export type SprintState = 'future' | 'active' | 'closed';

export interface Sprint {
  readonly id: SprintId;
  readonly name: string;
  readonly state: SprintState;
  readonly boardId: BoardId | null;
  /** The instant the sprint was started; null for a future sprint. */
  readonly start: Instant | null;
  /** The planned end. */
  readonly end: Instant | null;
  /** The instant the sprint was closed; null while it runs. */
  readonly complete: Instant | null;
  readonly goal: string | null;
}
