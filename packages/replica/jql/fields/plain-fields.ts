import { fold } from '../../data/words.ts';
import { allOf, anyOf, type JqlContext, workingTime, wrongQuery, wrongValue } from '../context.ts';
import { type DateValue, localDay, parseDate, parseDuration } from '../dates.ts';
import { flatten } from '../operands.ts';
import type { ValueOperand } from '../tree.ts';
import { type JqlField, operators } from './field.ts';
import { comparisonOf, setTest } from './set-test.ts';
import type { Comparison, Storage } from './storage.ts';

interface PlainFieldSpec extends Pick<JqlField, 'name' | 'aliases' | 'javaType' | 'custom'> {
  storage: Storage;
  canBeEmpty?: boolean;
}

/** Null after reporting an error. */
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

/** Days: an instant counts as its day in the viewer's zone. */
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

/** Minutes or '1d 4h', stored as seconds. */
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

/** Texts compared whole, ignoring case: options, labels, groups. `check` reports unknown ones. */
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

/** Supports only IS EMPTY. */
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

/** Values that stand for ids of another kind, e.g. the statuses of a category. */
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
