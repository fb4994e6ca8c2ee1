import { type RawBuilder, sql } from 'kysely';
import { isShownValue } from '../../data/access/hidden-issues.ts';
import { allOf, anyOf, bound, type Condition, type JqlContext, not } from '../context.ts';
import type { FlatOperand } from '../operands.ts';
import type { Operator } from '../tree.ts';
import { negative } from './field.ts';

/** SQL conditions on stored values. */
interface StoredValues {
  any(values: readonly (string | number)[]): Condition;
  compare(operator: Comparison, value: string | number): Condition;
  /** start <= value < end */
  within(start: number | string, end: number | string): Condition;
  empty: Condition;
  notEmpty: Condition;
  /** Sort value; null if empty. */
  sort: RawBuilder<unknown>;
}

/** Where values are stored. */
export type Storage = ((context: JqlContext) => StoredValues) & {
  /** The column of `issues` with the values; unset where another table has them. */
  readonly column?: string;
};

const INSTANTS: ReadonlySet<string> = new Set(['created', 'updated', 'resolved']);
const DAY_MS = 86_400_000;
/** Few issues of a site are younger. */
const RECENT_DAYS = 60;
/** Most are younger. */
const OLD_DAYS = 730;

/** A comparison of an instant, with the share of issues that it probably has. */
function withShare(
  { clock, store: { engine } }: JqlContext,
  condition: Condition,
  operator: Comparison,
  instant: number,
): Condition {
  const days = (clock.now - instant) / DAY_MS;
  if (days >= RECENT_DAYS && days <= OLD_DAYS) return condition;
  return engine.expecting(
    operator.startsWith('>') === days < RECENT_DAYS ? 'few' : 'most',
    condition,
  );
}

/** A column of `issues`. */
export function column(name: string, nullable = true): Storage {
  const ref = sql.ref(`issues.${name}`);
  const stored = (context: JqlContext): StoredValues => ({
    any: values => context.isOneOf(ref, values),
    compare(operator, value) {
      const condition = sql<boolean>`${ref} ${sql.raw(operator)} ${bound(value)}`;
      return INSTANTS.has(name)
        ? withShare(context, condition, operator, Number(value))
        : condition;
    },
    within: (start, end) => sql<boolean>`(${ref} >= ${start} and ${ref} < ${end})`,
    // Without the index, for SQLite takes nulls for few.
    empty: nullable
      ? sql<boolean>`${context.store.engine.withoutIndex(ref)} is null`
      : sql<boolean>`1 = 0`,
    notEmpty: nullable ? sql<boolean>`${ref} is not null` : sql<boolean>`1 = 1`,
    sort: ref,
  });
  return Object.assign(stored, { column: name });
}

const resolvedBy = { name: column('resolution_id'), date: column('resolved') };

/** Resolved: with a resolution or a resolution date. */
export const resolutionColumn: Storage = Object.assign(
  (context: JqlContext): StoredValues => {
    const [name, date] = [resolvedBy.name(context), resolvedBy.date(context)];
    return {
      ...name,
      empty: allOf([name.empty, date.empty]),
      notEmpty: anyOf([name.notEmpty, date.notEmpty]),
    };
  },
  { column: resolvedBy.name.column },
);

/** Rows of `issue_values` of any of these fields. */
export function values(fields: readonly string[], member: 'value' | 'number' = 'value'): Storage {
  const isField =
    fields.length === 1
      ? sql<boolean>`v.field = ${fields[0]}`
      : sql<boolean>`v.field in (${sql.join([...fields])})`;
  const ref = sql.ref(`v.${member}`);
  return context => {
    const isShown = isShownValue(context.store, 'v', fields);
    const field = isShown ? sql<boolean>`${isField} and ${isShown}` : isField;
    const exists = sql<boolean>`exists (select 1 from issue_values v where v.issue_id = issues.id and ${field})`;
    // Of few issues the values of each; else the issues of all values that match.
    const some = (test: Condition) =>
      context.hasRow('issue_values', 'v', sql`${field} and ${test}`, context.hasFew);
    const any = (list: readonly (string | number)[]) => {
      // Of each of few issues SQLite would look up all values of the list, instead of those that the issue has.
      const isOfFew = context.hasFew && list.length > 1;
      return context.isOneOf(isOfFew ? context.store.engine.withoutIndex(ref) : ref, list);
    };
    return {
      any: list => some(any(list)),
      compare: (operator, value) => some(sql<boolean>`${ref} ${sql.raw(operator)} ${bound(value)}`),
      within: (start, end) => some(sql<boolean>`${ref} >= ${start} and ${ref} < ${end}`),
      empty: not(exists),
      notEmpty: exists,
      sort: sql`(select min(${ref}) from issue_values v where v.issue_id = issues.id and ${field})`,
    };
  };
}

const comparisons = {
  '<': (difference: number) => difference < 0,
  '<=': (difference: number) => difference <= 0,
  '>': (difference: number) => difference > 0,
  '>=': (difference: number) => difference >= 0,
};

export type Comparison = keyof typeof comparisons;

export function comparisonOf(operator: Operator): Comparison | null {
  return operator in comparisons ? (operator as Comparison) : null;
}

/** Whether `difference` (left minus right) satisfies the comparison. */
export const satisfies = (comparison: Comparison, difference: number): boolean =>
  comparisons[comparison](difference);

/**
 * A condition for = != IN NOT IN IS: any of the values, or EMPTY where it is listed. Negative operators exclude issues
 * where the field is empty.
 */
export function setTest(
  storage: Pick<StoredValues, 'empty' | 'notEmpty'>,
  operator: Operator,
  flat: FlatOperand,
  matches: Condition[],
): Condition {
  if (!negative.has(operator)) return anyOf(flat.empty ? [...matches, storage.empty] : matches);
  return allOf(matches.length > 0 ? [storage.notEmpty, not(anyOf(matches))] : [storage.notEmpty]);
}

/** Comparisons and sets of stored values. */
export function valueTest(
  context: JqlContext,
  storageOf: Storage,
  operator: Operator,
  flat: FlatOperand,
  values: readonly (string | number)[],
): Condition {
  const storage = storageOf(context);
  const comparison = comparisonOf(operator);
  if (comparison) return anyOf(values.map(value => storage.compare(comparison, value)));
  const matches = values.length > 0 ? [storage.any([...new Set(values)])] : [];
  return setTest(storage, operator, flat, matches);
}
