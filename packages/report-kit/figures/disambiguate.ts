import type { Sprint } from '@tallyboard/core/model/sprint.ts';

const MAX_DETAIL = 12;

/** Adds a detail to labels that occur more than once: 'Ana Roy (aroy)', 'Mobile (MOB)'; long ids are shortened. */
export function disambiguate<Thing>(
  things: readonly Thing[],
  labelOf: (thing: Thing) => string,
  detailOf: (thing: Thing) => string | null,
): (thing: Thing) => string {
  const counts = new Map<string, number>();
  for (const thing of things) {
    const label = labelOf(thing);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return thing => {
    const label = labelOf(thing);
    const detail = detailOf(thing);
    if (!detail || (counts.get(label) ?? 0) < 2) return label;
    return `${label} (${detail.length > MAX_DETAIL ? `…${detail.slice(-6)}` : detail})`;
  };
}

/** Sprints of the same name get their ids: boards number theirs alike. */
export function distinctSprints(sprints: readonly Sprint[]): readonly Sprint[] {
  const nameOf = disambiguate(
    sprints,
    ({ name }) => name,
    ({ id }) => String(id),
  );
  return sprints.map(sprint => ({ ...sprint, name: nameOf(sprint) }));
}
