import type { RawBuilder } from 'kysely';
import type { EntityKind } from '../../data/entity.ts';
import type { Condition, JqlContext } from '../context.ts';
import type { Operator, Terminal } from '../tree.ts';
import type javaTypes from './java-types.json';

/** The type of a field's values. A field accepts the functions of its type. */
export type ValueType = keyof typeof javaTypes;

/** A field of queries. */
export interface JqlField {
  /** Jira's clause name. */
  name: string;
  aliases?: readonly string[];
  type: ValueType;
  operators: readonly Operator[];
  /** Whether IS EMPTY is supported. */
  canBeEmpty: boolean;
  /** For suggestions. */
  entity?: EntityKind & ValueType;
  /** The field of its `spans`, for WAS and CHANGED. */
  history?: string;
  /** Ids in `issue_values`, for suggestions and checks of options. */
  custom?: { ids: readonly string[]; type: string };
  test(context: JqlContext, terminal: Terminal): Condition;
  /** Null: not sortable. Null values sort last when ascending. */
  sort: ((context: JqlContext) => RawBuilder<unknown>[]) | null;
  /** Whether no value of `sort` is null. SQLite uses an index of two columns only for an order without nulls. */
  sortsNoNulls?: boolean;
  /** An indexed column of `issues` with few values, on which alone `sort` depends. */
  sortColumn?: string | undefined;
  /** Default direction of ORDER BY. */
  descending?: boolean;
}

const equality: readonly Operator[] = ['=', '!=', 'in', 'not in'];
const emptiness: readonly Operator[] = ['is', 'is not'];
const order: readonly Operator[] = ['<', '<=', '>', '>='];
const contains: readonly Operator[] = ['~'];

export const historyOperators: readonly Operator[] = [
  'was',
  'was not',
  'was in',
  'was not in',
  'changed',
  'not changed',
];

export const operators = {
  equality: [...equality, ...emptiness],
  equalityWithoutEmpty: equality,
  ordered: [...equality, ...emptiness, ...order],
  orderedWithoutEmpty: [...equality, ...order],
  text: [...contains, '!~', ...emptiness] as readonly Operator[],
  contains,
  emptiness,
};

export const negative: ReadonlySet<Operator> = new Set(['!=', 'not in', 'is not', '!~']);
