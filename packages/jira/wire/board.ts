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
  name: maybe(v.string()),
  type: maybe(v.string()),
  filter: maybe(v.object({ id: idText })),
  columnConfig: maybe(
    v.object({
      columns: v.array(
        v.object({ name: v.string(), statuses: maybe(v.array(v.object({ id: idText }))) }),
      ),
    }),
  ),
  estimation: maybe(
    v.object({ type: maybe(v.string()), field: maybe(v.object({ fieldId: maybe(v.string()) })) }),
  ),
  ranking: maybe(v.object({ rankCustomFieldId: maybe(v.number()) })),
});
export type WireBoardConfiguration = v.InferOutput<typeof WireBoardConfiguration>;
