import * as v from 'valibot';
import { maybe } from './parse.ts';

/** A stored value under a key: of a dashboard item, an add-on, or our Data Center servlet. */
export const WireProperty = v.object({ key: maybe(v.string()), value: v.unknown() });
