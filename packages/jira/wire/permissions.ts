import * as v from 'valibot';

/** GET mypermissions: by the key of the permission. */
export const WirePermissions = v.looseObject({
  permissions: v.record(v.string(), v.looseObject({ havePermission: v.boolean() })),
});
