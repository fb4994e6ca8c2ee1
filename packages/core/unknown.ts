/** Checks of values from outside: stored, received or decoded. */

/** An object with members; neither an array nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  isRecord(value) ? value : undefined;

/** The members of an object; none for anything else. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** An object with a value for each of the keys. */
export const recordFor = <Key extends string, Value>(
  keys: readonly Key[],
  read: (key: Key, index: number) => Value,
): Record<Key, Value> =>
  Object.fromEntries(keys.map((key, at) => [key, read(key, at)])) as Record<Key, Value>;
