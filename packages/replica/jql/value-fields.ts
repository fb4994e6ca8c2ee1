import { type RawBuilder, sql } from 'kysely';
import type { StoredEntity } from '../store/catalogue.ts';
import type { EntityKind } from '../store/store.ts';
import { fold } from '../store/words.ts';
import {
  allOf,
  anyOf,
  type Condition,
  type JqlContext,
  not,
  workingTime,
  wrongQuery,
  wrongValue,
} from './context.ts';
import { type DateValue, localDay, parseDate, parseDuration } from './dates.ts';
import { type JqlField, negative, operators } from './field.ts';
import type { FunctionResult } from './functions.ts';
import { historyTest, isHistoryOperator } from './history.ts';
import { type FlatOperand, flatten } from './operands.ts';
import type { Comparison, Storage } from './storage.ts';
import type { Operator, ValueOperand } from './tree.ts';

const comparisons: ReadonlySet<Operator> = new Set(['<', '<=', '>', '>=']);

export function comparisonOf(operator: Operator): Comparison | null {
  return comparisons.has(operator) ? (operator as Comparison) : null;
}

/**
 * The answer to = != IN NOT IN IS: any of the values, or EMPTY where it is among them. Negative forms leave out
 * issues where the field is empty.
 */
export function setTest(
  storage: Pick<Storage, 'empty' | 'notEmpty'>,
  operator: Operator,
  flat: FlatOperand,
  matches: Condition[],
): Condition {
  if (!negative.has(operator)) return anyOf(flat.empty ? [...matches, storage.empty] : matches);
  return allOf(matches.length > 0 ? [storage.notEmpty, not(anyOf(matches))] : [storage.notEmpty]);
}

/** What a value names, or null after a complaint. */
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

/** Users by account id, else by name, user name, key or e-mail. */
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

const idsOf = (results: readonly FunctionResult[]) =>
  results.flatMap(result => (result.type === 'ids' ? result.ids : []));

interface EntityFieldSpec
  extends Pick<JqlField, 'name' | 'aliases' | 'accepts' | 'javaType' | 'entity' | 'custom'> {
  storage: Storage;
  resolve: Resolve;
  canBeEmpty?: boolean;
  /** Comparable in this order of the entities' positions; `down`: a lower position is the greater value. */
  ordered?: 'up' | 'down';
  /** What WAS and CHANGED know it by. */
  history?: string;
  /** A value that means EMPTY, as `Unresolved` does. */
  emptyWord?: string;
  sort?: JqlField['sort'];
  descending?: boolean;
}

/** A field whose values are entities, by id. */
export function entityField(spec: EntityFieldSpec): JqlField {
  const canBeEmpty = spec.canBeEmpty ?? true;
  return {
    ...spec,
    canBeEmpty,
    operators: spec.ordered
      ? spec.history
        ? operators.orderedAndHistory
        : operators.ordered
      : spec.history
        ? operators.equalityAndHistory
        : operators.equality,
    sort: spec.sort === undefined ? context => [entitySort(context, spec)] : spec.sort,
    test(context, terminal) {
      if (isHistoryOperator(terminal.operator))
        return historyTest(context, this, spec.history, spec.resolve, terminal);
      const flat = flatten(context, this, terminal.field, terminal.operand);
      if (spec.emptyWord) takeEmptyWord(flat, spec.emptyWord);
      const ids = flat.values.flatMap(value => spec.resolve(context, value, terminal.field) ?? []);
      const comparison = comparisonOf(terminal.operator);
      if (comparison) return orderedTest(context, spec, comparison, ids);
      const all = [...new Set([...ids, ...idsOf(flat.results)])];
      return setTest(
        spec.storage,
        terminal.operator,
        flat,
        all.length > 0 ? [spec.storage.any(context, all)] : [],
      );
    },
  };
}

/** `resolution = Unresolved` means EMPTY; a resolution of that name is asked for as '"unresolved"'. */
function takeEmptyWord(flat: FlatOperand, word: string): void {
  flat.values = flat.values.flatMap(value => {
    if (fold(value.text) !== word)
      return [{ ...value, text: value.text.replace(/^"(.*)"$/, '$1') }];
    flat.empty = true;
    return [];
  });
}

function orderedTest(
  context: JqlContext,
  spec: EntityFieldSpec,
  comparison: Comparison,
  ids: string[],
): Condition {
  if (!spec.entity) return anyOf([]);
  const down = spec.ordered === 'down';
  const all = context.catalogue.all(spec.entity);
  const bounds = ids.flatMap(id => context.catalogue.get(spec.entity ?? 'status', id) ?? []);
  const matching = all.filter(entity =>
    bounds.some(bound => {
      // Versions compare within their own project.
      if (entity.projectId !== bound.projectId) return false;
      const difference = (entity.position - bound.position) * (down ? -1 : 1);
      return comparison === '<'
        ? difference < 0
        : comparison === '<='
          ? difference <= 0
          : comparison === '>'
            ? difference > 0
            : difference >= 0;
    }),
  );
  return spec.storage.any(
    context,
    matching.map(entity => entity.id),
  );
}

/** By position (users and others without one: by name). */
function entitySort(context: JqlContext, spec: EntityFieldSpec): RawBuilder<unknown> {
  const kind = spec.entity;
  if (!kind) return spec.storage.sort;
  const byName = kind === 'user' || kind === 'project' || kind === 'component' || kind === 'group';
  const all = context.catalogue.all(kind);
  const direction = spec.ordered === 'down' ? -1 : 1;
  if (!byName && all.length <= 60 && all.length > 0) {
    const cases = all.map(
      entity => sql`when ${entity.id} then ${sql.lit(entity.position * direction)}`,
    );
    return sql`(case ${spec.storage.sort} ${sql.join(cases, sql` `)} end)`;
  }
  return sql`(select ${byName ? sql.ref('e.name_fold') : sql`e.position * ${sql.lit(direction)}`} from entities e where e.kind = ${kind} and e.id = ${spec.storage.sort})`;
}

interface PlainFieldSpec extends Pick<JqlField, 'name' | 'aliases' | 'javaType' | 'custom'> {
  storage: Storage;
  canBeEmpty?: boolean;
}

/** A date value that a clause names, or null after a complaint. */
export function dateOf(
  context: JqlContext,
  value: ValueOperand,
  field: string,
  days: boolean,
): DateValue | null {
  const date = parseDate(value.text, value.quoted, context.clock);
  if (date) return date;
  const formats = days
    ? "'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'."
    : "'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.";
  wrongQuery(
    context,
    `Date value '${value.text}' for field '${field}' is invalid. Valid formats include: ${formats}`,
  );
  return null;
}

/** A field that holds instants. */
export function instantField(spec: PlainFieldSpec): JqlField {
  return {
    ...spec,
    canBeEmpty: spec.canBeEmpty ?? true,
    operators: spec.canBeEmpty === false ? operators.orderedWithoutEmpty : operators.ordered,
    accepts: 'date',
    sort: () => [spec.storage.sort],
    descending: true,
    test(context, terminal) {
      const flat = flatten(context, this, terminal.field, terminal.operand);
      const dates = [
        ...flat.values.flatMap(value => dateOf(context, value, terminal.field, false) ?? []),
        ...flat.results.flatMap(result => (result.type === 'date' ? result.date : [])),
      ];
      const comparison = comparisonOf(terminal.operator);
      if (comparison) return anyOf(dates.map(date => spec.storage.compare(comparison, date.at)));
      return setTest(
        spec.storage,
        terminal.operator,
        flat,
        dates.map(date => spec.storage.within(date.start, date.end)),
      );
    },
  };
}

/** A field that holds days: every instant stands for its day in the viewer's zone. */
export function dayField(spec: PlainFieldSpec): JqlField {
  return {
    ...spec,
    canBeEmpty: true,
    operators: operators.ordered,
    accepts: 'date',
    sort: () => [spec.storage.sort],
    descending: true,
    test(context, terminal) {
      const flat = flatten(context, this, terminal.field, terminal.operand);
      const days = [
        ...flat.values.flatMap(value => dateOf(context, value, terminal.field, true) ?? []),
        ...flat.results.flatMap(result => (result.type === 'date' ? result.date : [])),
      ].map(date => localDay(date.at, context.clock.zone));
      const comparison = comparisonOf(terminal.operator);
      if (comparison) return anyOf(days.map(day => spec.storage.compare(comparison, day)));
      return setTest(
        spec.storage,
        terminal.operator,
        flat,
        days.length > 0 ? [spec.storage.any(context, days)] : [],
      );
    },
  };
}

interface NumberFieldSpec extends PlainFieldSpec {
  read(context: JqlContext, text: string): number | null;
  message(text: string, field: string): string;
  descending?: boolean;
}

/** A field that holds numbers, read in its own way. */
export function numberField(spec: NumberFieldSpec): JqlField {
  return {
    ...spec,
    canBeEmpty: spec.canBeEmpty ?? true,
    operators: spec.canBeEmpty === false ? operators.orderedWithoutEmpty : operators.ordered,
    accepts: null,
    sort: () => [spec.storage.sort],
    test(context, terminal) {
      const flat = flatten(context, this, terminal.field, terminal.operand);
      const numbers = flat.values.flatMap(({ text }) => {
        const number = spec.read(context, text);
        if (number === null) wrongQuery(context, spec.message(text, terminal.field));
        return number ?? [];
      });
      const comparison = comparisonOf(terminal.operator);
      if (comparison) return anyOf(numbers.map(number => spec.storage.compare(comparison, number)));
      return setTest(
        spec.storage,
        terminal.operator,
        flat,
        numbers.length > 0 ? [spec.storage.any(context, numbers)] : [],
      );
    },
  };
}

/** Minutes or '1d 4h', kept as seconds. */
export function durationField(spec: PlainFieldSpec): JqlField {
  return numberField({
    ...spec,
    read(context, text) {
      const { hoursPerDay, daysPerWeek } = workingTime(context);
      return parseDuration(text, hoursPerDay, daysPerWeek);
    },
    message: (text, field) =>
      `The value '${text}' for field '${field}' is invalid. Please specify a positive duration format; for example: '1h 30m', '2d'.`,
  });
}

export function readNumber(_context: JqlContext, text: string): number | null {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : null;
}

/** A field whose values are texts compared whole, case ignored: options, labels, groups. `check` complains about unknown ones. */
export function optionField(
  spec: PlainFieldSpec & {
    check: (context: JqlContext, value: string, field: string) => void;
    accepts?: JqlField['accepts'];
    ids?: Storage;
    children?: Storage;
    childKinds?: 'cascade';
  },
): JqlField {
  return {
    ...spec,
    canBeEmpty: true,
    operators: operators.equality,
    accepts: spec.accepts ?? null,
    sort: () => [spec.storage.sort],
    test(context, terminal) {
      const flat = flatten(context, this, terminal.field, terminal.operand);
      for (const { text } of flat.values) spec.check(context, text, terminal.field);
      const texts = flat.values.map(({ text }) => fold(text));
      const matches = texts.length > 0 ? [spec.storage.any(context, texts)] : [];
      if (spec.ids && texts.length > 0) matches.push(spec.ids.any(context, texts));
      for (const result of flat.results) {
        if (result.type !== 'cascade') continue;
        const parent = spec.storage.any(context, [result.parent]);
        matches.push(
          result.child === null || !spec.children
            ? parent
            : allOf([parent, spec.children.any(context, [result.child])]),
        );
      }
      return setTest(spec.storage, terminal.operator, flat, matches);
    },
  };
}

/** A field that is not asked for values, only whether it is there. */
export function presenceField(spec: PlainFieldSpec): JqlField {
  return {
    ...spec,
    canBeEmpty: true,
    operators: operators.emptiness,
    accepts: null,
    sort: null,
    test: (_context, terminal) =>
      terminal.operator === 'is' ? spec.storage.empty : spec.storage.notEmpty,
  };
}

/** A field whose values are worked out to a set of ids of another kind, such as the category of a status. */
export function derivedField(
  spec: Pick<JqlField, 'name' | 'aliases' | 'javaType' | 'sort'> & {
    storage: Storage;
    canBeEmpty?: boolean;
    ids(context: JqlContext, text: string): string[] | null;
    compareIds?(context: JqlContext, operator: Comparison, text: string): string[];
  },
): JqlField {
  return {
    ...spec,
    canBeEmpty: spec.canBeEmpty ?? false,
    operators: spec.compareIds
      ? operators.orderedWithoutEmpty
      : spec.canBeEmpty
        ? operators.equality
        : operators.equalityWithoutEmpty,
    accepts: null,
    test(context, terminal) {
      const flat = flatten(context, this, terminal.field, terminal.operand);
      const comparison = comparisonOf(terminal.operator);
      const ids = flat.values.flatMap(({ text }) => {
        if (comparison) return spec.compareIds?.(context, comparison, text) ?? [];
        const found = spec.ids(context, text);
        if (!found)
          wrongValue(
            context,
            `The value '${text}' does not exist for the field '${terminal.field}'.`,
          );
        return found ?? [];
      });
      if (comparison) return spec.storage.any(context, ids);
      return setTest(
        spec.storage,
        terminal.operator,
        flat,
        ids.length > 0 ? [spec.storage.any(context, ids)] : [],
      );
    },
  };
}
