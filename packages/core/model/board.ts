import type { BoardId, FieldId, FilterId, StatusId } from './ids.ts';

/** 'simple' is the board of a team-managed project. */
export type BoardType = 'scrum' | 'kanban' | 'simple';

export interface Board {
  readonly id: BoardId;
  readonly name: string;
  readonly type: BoardType;
  readonly projectKey: string | null;
  readonly projectName: string | null;
}

export interface BoardConfiguration {
  readonly boardId: BoardId;
  readonly filterId: FilterId | null;
  readonly columns: readonly { readonly name: string; readonly statusIds: readonly StatusId[] }[];
  /** Null if the board counts issues or does not estimate. */
  readonly estimationField: FieldId | null;
}
