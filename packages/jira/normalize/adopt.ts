import type { Adopt, Entities, EntityKind } from '@tallyboard/columns/entity.ts';
import { isSame, type Pool } from './pool.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface Adopter {
  readonly adopt: Adopt;
  /** Whether columns described an entity other than a parent in two ways. */
  readonly hasConflict: () => boolean;
}

/** Makes the issues of all columns of a load share objects, as the pool does for those of Jira's replies. */
export function createAdopter({ statuses, sprints }: Pool): Adopter {
  const others = new Map<string, object>();
  let hasConflict = false;
  function first<Key, Value extends object>(known: Map<Key, Value>, key: Key, given: Value): Value {
    const held = known.get(key);
    if (held === undefined) {
      known.set(key, given);
      return given;
    }
    if (!isSame(given, held)) hasConflict = true;
    return held;
  }
  const adopt = (kind: EntityKind, entity: Entities[EntityKind]): Entities[EntityKind] => {
    if (kind === 'sprint') {
      const sprint = entity as Entities['sprint'];
      return first(sprints, sprint.id, sprint);
    }
    if (kind === 'status') {
      const status = entity as Entities['status'];
      const held = statuses.get(status.id);
      if (held === undefined || !held.known) {
        const own = Object.assign(held ?? {}, status);
        statuses.set(status.id, own);
        return own;
      }
      if (status.known && !isSame(status, held)) hasConflict = true;
      return held;
    }
    if (kind === 'parent') {
      const parent = entity as Entities['parent'];
      const name = `parent ${parent.key}`;
      const held = others.get(name) ?? parent;
      others.set(name, held);
      return held as typeof parent;
    }
    const { id } = entity as { readonly id: string };
    const held = first(others, `${kind} ${id}`, entity);
    // Whichever columns know the zone fill it in for all.
    if (kind === 'user')
      (held as Mutable<Entities['user']>).zone ??= (entity as Entities['user']).zone;
    return held as Entities[EntityKind];
  };
  return { adopt: adopt as Adopt, hasConflict: () => hasConflict };
}
