/** Checks of values from outside: stored, received or decoded. */

/** An object with members; neither an array nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  isRecord(value) ? value : undefined;

/** The members of an object; none for anything else. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
