import { isRecord } from '@tallyboard/core/unknown.ts';

/** The settings after a choice of `next` in a view that shows `shown`, while those of `settings` may still be computed. */
export function chosenSettings(settings: unknown, shown: unknown, next: unknown): unknown {
  // Back at what is shown: what is still computed is not wanted any more.
  return JSON.stringify(next) === JSON.stringify(shown)
    ? shown
    : withChanges(settings, shown, next);
}

/** `settings` with what `after` changed in `before`, so that a choice keeps those of earlier choices still being computed. */
function withChanges(settings: unknown, before: unknown, after: unknown): unknown {
  if (after === before) return settings;
  if (!isRecord(settings) || !isRecord(before) || !isRecord(after)) return after;
  const changed = Object.entries(after).map(([key, value]) => [
    key,
    withChanges(settings[key], before[key], value),
  ]);
  return Object.fromEntries(changed);
}
