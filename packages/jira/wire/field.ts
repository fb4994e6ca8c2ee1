import * as v from 'valibot';
import { maybe } from './parse.ts';

/** `schema` is absent on a few system fields (issuekey, thumbnail). */
export const WireField = v.object({
  id: v.string(),
  name: v.string(),
  custom: maybe(v.boolean()),
  untranslatedName: maybe(v.string()),
  clauseNames: maybe(v.array(v.string())),
  schema: maybe(
    v.object({
      type: v.string(),
      items: maybe(v.string()),
      custom: maybe(v.string()),
      system: maybe(v.string()),
    }),
  ),
});
export type WireField = v.InferOutput<typeof WireField>;
export const WireFields = v.array(WireField);
