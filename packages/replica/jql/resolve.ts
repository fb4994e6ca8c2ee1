import type { EntityKind } from '../data/entity.ts';
import type { JqlContext } from './context.ts';

/** Users and sprints by id, else by name; others by name, else by project key, else by id. */
export function idsNamed(context: JqlContext, kind: EntityKind, text: string): string[] {
  const { catalogue } = context;
  const exact = catalogue.get(kind, text);
  const byId = exact ? [exact] : [];
  const named = catalogue.named(kind, text);
  const found =
    kind === 'user' || kind === 'sprint'
      ? [byId, named]
      : [named, kind === 'project' ? context.projectsKeyed(text) : [], byId];
  return (found.find(list => list.length > 0) ?? []).map(({ id }) => id);
}

/** The same; reports an unknown value of the field. */
export function resolve(
  context: JqlContext,
  kind: EntityKind,
  text: string,
  field: string,
): string[] {
  const ids = idsNamed(context, kind, text);
  if (ids.length > 0) return ids;
  if (kind === 'sprint' && !/^\d+$/.test(text))
    context.wrongValue(
      `Sprint with name '${text}' does not exist or you do not have permission to view it.`,
    );
  else unknownValue(context, text, field, kind !== 'user');
  return ids;
}

/** Reports Jira's error for a value that does not exist. */
export function unknownValue(
  context: JqlContext,
  text: string,
  field: string,
  mayBeId = false,
): null {
  return context.wrongValue(
    mayBeId && /^\d+$/.test(text)
      ? `A value with ID '${text}' does not exist for the field '${field}'.`
      : `The value '${text}' does not exist for the field '${field}'.`,
  );
}
