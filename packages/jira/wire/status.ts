import * as v from 'valibot';
import { idText, maybe } from './parse.ts';

export const WireStatus = v.object({
  id: idText,
  name: v.string(),
  statusCategory: maybe(v.object({ id: v.number(), key: maybe(v.string()) })),
});
export type WireStatus = v.InferOutput<typeof WireStatus>;
export const WireStatuses = v.array(WireStatus);
