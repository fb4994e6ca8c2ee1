import type { StoredEntity } from '../data/catalogue.ts';
import type { EntityKind } from '../data/entity.ts';
import { fold } from '../data/words.ts';
import { type JqlContext, wrongValue } from './context.ts';
import type { ValueOperand } from './tree.ts';

/** Null after reporting an error. */
export type Resolve = (context: JqlContext, value: ValueOperand, field: string) => string[] | null;

/** Users and sprints by id, else by name; others by name, else by project key, else by id. */
export function resolverOf(kind: EntityKind): Resolve {
  return (context, { text }, field) => {
    const exact = context.catalogue.get(kind, text);
    const byId = exact ? [exact] : [];
    const named = context.catalogue.named(kind, text);
    const found =
      kind === 'user' || kind === 'sprint'
        ? [byId, named]
        : [named, keyed(context, kind, text), byId];
    const entities = found.find(list => list.length > 0);
    if (entities) return entities.map(({ id }) => id);
    wrongValue(
      context,
      kind !== 'user' && /^\d+$/.test(text)
        ? `A value with ID '${text}' does not exist for the field '${field}'.`
        : kind === 'sprint'
          ? `Sprint with name '${text}' does not exist or you do not have permission to view it.`
          : `The value '${text}' does not exist for the field '${field}'.`,
    );
    return null;
  };
}

export const resolveUser = resolverOf('user');

function keyed(context: JqlContext, kind: EntityKind, key: string): readonly StoredEntity[] {
  if (kind !== 'project') return [];
  context.projects ??= Map.groupBy(context.catalogue.all('project'), ({ document }) =>
    fold(String(document.key)),
  );
  return context.projects.get(fold(key)) ?? [];
}
