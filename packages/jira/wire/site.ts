import * as v from 'valibot';
import { idText, maybe } from './parse.ts';

/** Without time tracking there is no configuration of it. */
export const WireConfiguration = v.object({
  timeTrackingConfiguration: maybe(
    v.object({ workingHoursPerDay: maybe(v.number()), workingDaysPerWeek: maybe(v.number()) }),
  ),
});

/** `schema` is absent on a few system fields (issuekey, thumbnail). */
export const WireField = v.object({
  id: v.string(),
  name: v.string(),
  custom: maybe(v.boolean()),
  untranslatedName: maybe(v.string()),
  schema: maybe(
    v.object({
      type: v.string(),
      items: maybe(v.string()),
      custom: maybe(v.string()),
    }),
  ),
});
export type WireField = v.InferOutput<typeof WireField>;

export const WireStatus = v.object({
  id: idText,
  name: v.string(),
  statusCategory: maybe(v.object({ id: v.number() })),
});
export type WireStatus = v.InferOutput<typeof WireStatus>;

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

/** By the key of the permission. */
export const WirePermissions = v.looseObject({
  permissions: v.record(v.string(), v.looseObject({ havePermission: v.boolean() })),
});
