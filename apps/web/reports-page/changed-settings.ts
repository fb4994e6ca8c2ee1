import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';

/** The stored keys of `after` whose values differ from `before`. */
export function changedSettings(before: Stored, after: Stored): Stored {
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  return Object.fromEntries(changed);
}
