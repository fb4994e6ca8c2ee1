import * as v from 'valibot';
import { idText, maybe } from './parse.ts';

/** `jql` comes only when it is expanded, except from /filter/favourite and /filter/{id}. */
export const WireFilter = v.object({ id: idText, name: v.string(), jql: maybe(v.string()) });
export type WireFilter = v.InferOutput<typeof WireFilter>;
