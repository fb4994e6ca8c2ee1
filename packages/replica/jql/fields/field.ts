import type { RawBuilder } from 'kysely';
import type { EntityKind } from '../../data/entity.ts';
import type { Condition, JqlContext } from '../context.ts';
import type { FunctionKind } from '../functions/function.ts';
import type { Operator, Terminal } from '../tree.ts';

/** A field of queries. */
export interface JqlField {
  /** Jira's clause name. */
  name: string;
  aliases?: readonly string[];
  operators: readonly Operator[];
  /** Whether IS EMPTY is supported. */
  canBeEmpty: boolean;
  /** Supported functions. */
  accepts: FunctionKind | null;
  /** Java type in autocomplete data. */
  javaType: string;
  /** For suggestions. */
  entity?: EntityKind;
  /** Ids in `issue_values`, for suggestions and checks of options. */
  custom?: { ids: string[]; type: string };
  test(context: JqlContext, terminal: Terminal): Condition;
  /** Null: not sortable. Null values sort last when ascending. */
  sort: ((context: JqlContext) => RawBuilder<unknown>[]) | null;
  /** Default direction of ORDER BY. */
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
