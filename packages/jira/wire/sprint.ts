import * as v from 'valibot';
import { idNumber, maybe } from './parse.ts';

/** A sprint of the agile API, or of the Sprint field on Cloud (which says boardId). */
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
