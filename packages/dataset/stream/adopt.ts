import type { Named } from '@tallyboard/core/model/issue.ts';
import type { Pool } from '@tallyboard/jira/normalize/pool.ts';
import { isSame } from '@tallyboard/jira/normalize/variants.ts';
import type { Adopt, Entities, EntityKind } from '../columns/entity.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface Adopter {
  readonly adopt: Adopt;
  /** Whether columns described a user or status in two ways. */
  readonly hasConflict: () => boolean;
}

/**
 * Makes the issues of all columns of a load share objects, as the pool does for those of Jira's replies: the first
 * description wins.
 */
export function createAdopter({ statuses, sprints }: Pool): Adopter {
  const others = new Map<string, object>();
  let hasConflict = false;
  function adoptFirst<Given extends object>(name: string, given: Given): Given {
    const held = others.get(name) ?? given;
    others.set(name, held);
    return held as Given;
  }
  const adopt = (kind: EntityKind, entity: Entities[EntityKind]): Entities[EntityKind] => {
    if (kind === 'sprint') {
      const sprint = entity as Entities['sprint'];
      const held = sprints.get(sprint.id) ?? sprint;
      sprints.set(sprint.id, held);
      return held;
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
    if (kind === 'user') {
      const user = entity as Entities['user'];
      const held = adoptFirst(`user ${user.id}`, user) as Mutable<Entities['user']>;
      if (!isSame(user, held)) hasConflict = true;
      // Whichever columns know the zone fill it in for all.
      held.zone ??= user.zone;
      return held;
    }
    if (kind === 'parent') {
      const { linked, ...parent } = entity as Entities['parent'];
      return adoptFirst(`${linked ? 'epic' : 'parent'} ${parent.key}`, parent);
    }
    return adoptFirst(`${kind} ${(entity as Named).id}`, entity);
  };
  return { adopt: adopt as Adopt, hasConflict: () => hasConflict };
}
