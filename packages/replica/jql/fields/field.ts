import type { RawBuilder } from 'kysely';
import type { EntityKind } from '../../data/entity.ts';
import type { Condition, JqlContext } from '../context.ts';
import type { FunctionKind } from '../functions/function.ts';
import type { Operator, Terminal } from '../tree.ts';

/** A field that queries can name: what it can be asked, and how. */
export interface JqlField {
  /** The clause name that Jira shows. */
  name: string;
  aliases?: readonly string[];
  operators: readonly Operator[];
  /** Whether IS EMPTY is a question for it. */
  canBeEmpty: boolean;
  /** Which functions give values for it. */
  accepts: FunctionKind | null;
  /** Java's name of its values, as autocomplete data gives it. */
  javaType: string;
  /** Entities that its values name, for suggestions. */
  entity?: EntityKind;
  /** Fields of `issue_values` behind a custom field, for suggestions and checks of options. */
  custom?: { ids: string[]; type: string };
  test(context: JqlContext, terminal: Terminal): Condition;
  /** What to sort by, or null when it cannot be. Null sorts last when ascending. */
  sort: ((context: JqlContext) => RawBuilder<unknown>[]) | null;
  /** The direction of ORDER BY without one. */
  descending?: boolean;
}

const equality: readonly Operator[] = ['=', '!=', 'in', 'not in', 'is', 'is not'];
const history: readonly Operator[] = [
  'was',
  'was not',
  'was in',
  'was not in',
  'changed',
  'not changed',
];
const order: readonly Operator[] = ['<', '<=', '>', '>='];

export const operators = {
  equality,
  equalityWithoutEmpty: ['=', '!=', 'in', 'not in'] as readonly Operator[],
  equalityAndHistory: [...equality, ...history],
  ordered: [...equality, ...order],
  orderedAndHistory: [...equality, ...order, ...history],
  orderedWithoutEmpty: ['=', '!=', 'in', 'not in', ...order] as readonly Operator[],
  text: ['~', '!~', 'is', 'is not'] as readonly Operator[],
  contains: ['~'] as readonly Operator[],
  emptiness: ['is', 'is not'] as readonly Operator[],
};

export const negative: ReadonlySet<Operator> = new Set(['!=', 'not in', 'is not', '!~']);
