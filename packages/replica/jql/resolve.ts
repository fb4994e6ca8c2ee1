import type { StoredEntity } from '../data/catalogue.ts';
import type { EntityKind } from '../data/entity.ts';
import { fold } from '../data/words.ts';
import { type JqlContext, wrongValue } from './context.ts';
import type { ValueOperand } from './tree.ts';

/** Null after reporting an error. */
export type Resolve = (context: JqlContext, value: ValueOperand, field: string) => string[] | null;

/** Names first, then ids. */
export function entityResolver(
  kind: EntityKind,
  alsoNamed: (entity: StoredEntity) => unknown[] = () => [],
): Resolve {
  return (context, { text }, field) => {
    const wanted = fold(text);
    const byName = context.catalogue.named(kind, text);
    const others =
      byName.length > 0
        ? []
        : context.catalogue
            .all(kind)
            .filter(entity =>
              alsoNamed(entity).some(name => typeof name === 'string' && fold(name) === wanted),
            );
    const found = [...byName, ...others];
    if (found.length > 0) return found.map(entity => entity.id);
    const byId = context.catalogue.get(kind, text);
    if (byId) return [byId.id];
    wrongValue(
      context,
      /^\d+$/.test(text)
        ? `A value with ID '${text}' does not exist for the field '${field}'.`
        : `The value '${text}' does not exist for the field '${field}'.`,
    );
    return null;
  };
}

/** By account id, else by name, user name, key or e-mail. */
export const resolveUser: Resolve = (context, { text }, field) => {
  const exact = context.catalogue.get('user', text);
  if (exact) return [exact.id];
  const named = context.catalogue.named('user', text);
  if (named.length > 0) return named.map(user => user.id);
  wrongValue(context, `The value '${text}' does not exist for the field '${field}'.`);
  return null;
};

export const resolveSprint: Resolve = (context, { text }, field) => {
  const byId = context.catalogue.get('sprint', text);
  const found = byId ? [byId] : context.catalogue.named('sprint', text);
  if (found.length > 0) return found.map(sprint => sprint.id);
  wrongValue(
    context,
    /^\d+$/.test(text)
      ? `A value with ID '${text}' does not exist for the field '${field}'.`
      : `Sprint with name '${text}' does not exist or you do not have permission to view it.`,
  );
  return null;
};
