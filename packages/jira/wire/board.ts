import * as v from 'valibot';
import { idNumber, idText, maybe } from './parse.ts';

/** `location` is missing where the viewer may not see the project, and has no project on a personal board. */
export const WireBoard = v.object({
  id: idNumber,
  name: v.string(),
  type: maybe(v.string()),
  location: maybe(v.object({ projectKey: maybe(v.string()), projectName: maybe(v.string()) })),
});
export type WireBoard = v.InferOutput<typeof WireBoard>;

export const WireBoardConfiguration = v.object({
  id: idNumber,
  filter: maybe(v.object({ id: idText })),
  columnConfig: maybe(
    v.object({
      columns: v.array(
        v.object({ name: v.string(), statuses: maybe(v.array(v.object({ id: idText }))) }),
      ),
    }),
  ),
  estimation: maybe(v.object({ field: maybe(v.object({ fieldId: maybe(v.string()) })) })),
});
export type WireBoardConfiguration = v.InferOutput<typeof WireBoardConfiguration>;

/** A sprint of the agile API, or of the Sprint field on Cloud (which has boardId). */
export const WireSprint = v.object({
  id: idNumber,
  name: v.string(),
  state: v.string(),
  originBoardId: maybe(v.number()),
  boardId: maybe(v.number()),
  startDate: maybe(v.string()),
  endDate: maybe(v.string()),
  completeDate: maybe(v.string()),
  goal: maybe(v.string()),
});
export type WireSprint = v.InferOutput<typeof WireSprint>;
