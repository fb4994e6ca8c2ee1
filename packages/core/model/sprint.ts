import type { Instant } from '../time/units.ts';
import type { BoardId, SprintId } from './ids.ts';

export type SprintState = 'future' | 'active' | 'closed';

export interface Sprint {
  readonly id: SprintId;
  readonly name: string;
  readonly state: SprintState;
  readonly boardId: BoardId | null;
  /** Null for a future sprint. */
  readonly start: Instant | null;
  /** The planned end. */
  readonly end: Instant | null;
  /** When the sprint was closed; null while it runs. */
  readonly complete: Instant | null;
  readonly goal: string | null;
}
