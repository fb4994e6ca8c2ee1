import * as v from 'valibot';
import { maybe } from './parse.ts';

/** A user of Cloud (accountId) or Data Center (key and name). */
export const WireUser = v.object({
  accountId: maybe(v.string()),
  key: maybe(v.string()),
  name: maybe(v.string()),
  displayName: maybe(v.string()),
  active: maybe(v.boolean()),
  timeZone: maybe(v.string()),
  avatarUrls: maybe(v.record(v.string(), v.string())),
});
export type WireUser = v.InferOutput<typeof WireUser>;
