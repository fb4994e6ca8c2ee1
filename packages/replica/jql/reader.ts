import { JqlError } from './api.ts';
import { FILTER_FIELDS } from './filters.ts';
import { functionNamed } from './functions/functions.ts';
import { parseQuery } from './parse.ts';
import { functionsOf, type Terminal, terminalsOf } from './tree.ts';

/** Whether readers who see the same issues, in the same time zone, may find others; null for a text that is no query. */
export function dependsOnReader(jql: string): boolean | null {
  try {
    return terminalsOf(parseQuery(jql).where).some(isOfReader);
  } catch (error) {
    if (error instanceof JqlError) return null;
    throw error;
  }
}

/** Saved filters too: some readers may not see them. */
const isOfReader = ({ field, operand, predicates }: Terminal): boolean =>
  FILTER_FIELDS.has(field.toLowerCase()) ||
  [operand, ...predicates.map(each => each.operand)].flatMap(functionsOf).some(({ name, args }) => {
    const found = functionNamed(name);
    return found?.ofReader(args) || (found?.ofQuery && dependsOnReader(args[0] ?? '') !== false);
  });
