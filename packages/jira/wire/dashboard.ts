import * as v from 'valibot';
import { idText, maybe } from './parse.ts';

export const WireDashboard = v.object({
  id: idText,
  name: v.string(),
  view: maybe(v.string()),
});
export type WireDashboard = v.InferOutput<typeof WireDashboard>;

/** A stored value under a key: of a dashboard item, an add-on, or our Data Center servlet. */
export const WireProperty = v.object({ key: maybe(v.string()), value: v.unknown() });
