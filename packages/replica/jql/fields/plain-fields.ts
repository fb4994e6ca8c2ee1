import { fold } from '../../data/words.ts';
import { allOf, type JqlContext, workingTime, wrongQuery, wrongValue } from '../context.ts';
import { type DateValue, localDay, parseDate, parseDuration } from '../dates.ts';
import { MAX_CLAUSES, tooComplex } from '../limits.ts';
import { type FlatOperand, flatten } from '../operands.ts';
import { type JqlField, operators } from './field.ts';
import { comparisonOf, setTest, valueTest } from './set-test.ts';
import type { Comparison, Storage } from './storage.ts';
import type { ValueType } from './value-type.ts';

interface PlainFieldSpec extends Pick<JqlField, 'name' | 'aliases' | 'custom'> {
  storage: Storage;
  canBeEmpty?: boolean;
}

interface OrderedFieldSpec extends PlainFieldSpec {
  type: ValueType;
  descending?: boolean;
}

/** A field whose values are compared as stored. */
function orderedField(
  spec: OrderedFieldSpec,
  valuesOf: (context: JqlContext, flat: FlatOperand, field: string) => (string | number)[],
): JqlField {
  const { storage, canBeEmpty = true } = spec;
  return {
    ...spec,
    canBeEmpty,
    operators: canBeEmpty ? operators.ordered : operators.orderedWithoutEmpty,
    sort: () => [storage.sort],
    test(context, { operator, operand, field }) {
      const flat = flatten(context, this, field, operand);
      return valueTest(context, storage, operator, flat, valuesOf(context, flat, field));
    },
  };
}

/** The dates of an operand; reports invalid ones. */
export function datesOf(
  context: JqlContext,
  { values, results }: FlatOperand,
  field: string,
  days: boolean,
): DateValue[] {
  if (values.length > MAX_CLAUSES) throw tooComplex();
  const given = values.flatMap(({ text, quoted }) => {
    const date = parseDate(text, quoted, context.clock);
    if (date) return date;
    const times = days ? '' : "'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', ";
    wrongQuery(
      context,
      `Date value '${text}' for field '${field}' is invalid. Valid formats include: ${times}'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.`,
    );
    return [];
  });
  return [...given, ...results.flatMap(result => (result.type === 'date' ? result.date : []))];
}

export function instantField(spec: PlainFieldSpec): JqlField {
  const { storage } = spec;
  return {
    ...orderedField({ ...spec, type: 'date', descending: true }, () => []),
    test(context, { operator, operand, field }) {
      const flat = flatten(context, this, field, operand);
      const dates = datesOf(context, flat, field, false);
      if (comparisonOf(operator))
        return valueTest(
          context,
          storage,
          operator,
          flat,
          dates.map(({ at }) => at),
        );
      const matches = dates.map(({ start, end }) => storage.within(start, end));
      return setTest(storage, operator, flat, matches);
    },
  };
}

/** Days: an instant counts as its day in the viewer's zone. */
export const dayField = (spec: PlainFieldSpec): JqlField =>
  orderedField({ ...spec, type: 'date', descending: true }, (context, flat, field) =>
    datesOf(context, flat, field, true).map(({ at }) => localDay(at, context.clock.zone)),
  );

interface NumberFieldSpec extends OrderedFieldSpec {
  /** Null for no valid number; any number by default. */
  read?(context: JqlContext, text: string): number | null;
  message?(text: string, field: string): string;
}

export function numberField({
  read = readNumber,
  message = (text, field) => `Value '${text}' for the '${field}' field is not a valid number.`,
  ...spec
}: NumberFieldSpec): JqlField {
  return orderedField(spec, (context, { values }, field) =>
    values.flatMap(({ text }) => {
      const number = read(context, text);
      if (number === null) wrongQuery(context, message(text, field));
      return number ?? [];
    }),
  );
}

function readNumber(_context: JqlContext, text: string): number | null {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : null;
}

/** Minutes or '1d 4h', stored as seconds. */
export function durationField(spec: PlainFieldSpec): JqlField {
  return numberField({
    ...spec,
    type: 'long',
    read(context, text) {
      const { hoursPerDay, daysPerWeek } = workingTime(context);
      return parseDuration(text, hoursPerDay, daysPerWeek);
    },
    message: (text, field) =>
      `The value '${text}' for field '${field}' is invalid. Please specify a positive duration format; for example: '1h 30m', '2d'.`,
  });
}

/** Texts compared whole, ignoring case: options, labels, groups. `check` reports unknown ones. */
export function optionField(
  spec: PlainFieldSpec & {
    type: ValueType;
    check?: (context: JqlContext, value: string, field: string) => void;
    ids?: Storage;
    children?: Storage;
  },
): JqlField {
  const { storage, check, ids, children } = spec;
  return {
    ...spec,
    canBeEmpty: true,
    operators: operators.equality,
    sort: () => [storage.sort],
    test(context, { operator, operand, field }) {
      const flat = flatten(context, this, field, operand);
      for (const { text } of flat.values) check?.(context, text, field);
      const texts = flat.values.map(({ text }) => fold(text));
      const matches = texts.length > 0 ? [storage.any(context, texts)] : [];
      if (ids && texts.length > 0) matches.push(ids.any(context, texts));
      for (const result of flat.results) {
        if (result.type !== 'cascade') continue;
        const parent = storage.any(context, [result.parent]);
        matches.push(
          result.child === null || !children
            ? parent
            : allOf([parent, children.any(context, [result.child])]),
        );
      }
      return setTest(storage, operator, flat, matches);
    },
  };
}

/** Values that stand for ids of another kind, e.g. the statuses of a category. */
export function derivedField(
  spec: Pick<JqlField, 'name' | 'type' | 'sort'> & {
    storage: Storage;
    ids(context: JqlContext, text: string): string[] | null;
    compareIds?(context: JqlContext, operator: Comparison, text: string): string[];
  },
): JqlField {
  return {
    ...spec,
    canBeEmpty: false,
    operators: spec.compareIds ? operators.orderedWithoutEmpty : operators.equalityWithoutEmpty,
    test(context, { operator, operand, field }) {
      const flat = flatten(context, this, field, operand);
      const comparison = comparisonOf(operator);
      const ids = flat.values.flatMap(({ text }) => {
        if (comparison) return spec.compareIds?.(context, comparison, text) ?? [];
        const found = spec.ids(context, text);
        if (found) return found;
        wrongValue(context, `The value '${text}' does not exist for the field '${field}'.`);
        return [];
      });
      if (comparison) return spec.storage.any(context, ids);
      return valueTest(context, spec.storage, operator, flat, ids);
    },
  };
}
