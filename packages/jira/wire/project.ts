import * as v from 'valibot';
import { idText, maybe } from './parse.ts';

export const WireProject = v.object({
  id: idText,
  key: v.string(),
  name: v.string(),
});
export type WireProject = v.InferOutput<typeof WireProject>;

export const WireVersion = v.object({
  id: idText,
  name: v.string(),
  released: maybe(v.boolean()),
  archived: maybe(v.boolean()),
  releaseDate: maybe(v.string()),
});
export type WireVersion = v.InferOutput<typeof WireVersion>;
