import { fold } from '@tallyboard/database/text/words.ts';
import { asNumber, asObject } from '../../data/shapes.ts';
import { allOf, type JqlContext } from '../context.ts';
import { type DateValue, localDay, parseDate, parseDuration } from '../dates.ts';
import { MAX_CLAUSES, tooComplex } from '../limits.ts';
import { type FlatOperand, flatten } from '../operands.ts';
import { unknownValue } from '../resolve.ts';
import { type JqlField, operators, type ValueType } from './field.ts';
import { type Comparison, comparisonOf, type Storage, setTest, valueTest } from './storage.ts';

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
    sort: context => [storage(context).sort],
    test(context, terminal) {
      const { operator, field } = terminal;
      const flat = flatten(context, this, terminal);
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
    const times = days ? '' : "'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', ";
    const message = `Date value '${text}' for field '${field}' is invalid. Valid formats include: ${times}'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.`;
    return parseDate(text, quoted, context.clock) ?? context.wrongQuery(message) ?? [];
  });
  return [...given, ...results.flatMap(result => (result.type === 'date' ? result.date : []))];
}

export function instantField(spec: PlainFieldSpec): JqlField {
  const { storage } = spec;
  return {
    ...orderedField({ ...spec, type: 'date', descending: true }, () => []),
    test(context, terminal) {
      const { operator, field } = terminal;
      const flat = flatten(context, this, terminal);
      const dates = datesOf(context, flat, field, false);
      const instants = dates.map(({ at }) => at);
      if (comparisonOf(operator)) return valueTest(context, storage, operator, flat, instants);
      const stored = storage(context);
      const matches = dates.map(({ start, end }) => stored.within(start, end));
      return setTest(stored, operator, flat, matches);
    },
  };
}

/** Days: an instant counts as its day in the viewer's zone. */
export const dayField = (spec: PlainFieldSpec): JqlField => ({
  ...orderedField({ ...spec, type: 'date', descending: true }, (context, flat, field) =>
    datesOf(context, flat, field, true).map(({ at }) => localDay(at, context.clock.zone)),
  ),
  sortColumn: spec.storage.column,
});

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
      return number ?? context.wrongQuery(message(text, field)) ?? [];
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
    read({ catalogue }, text) {
      const site = catalogue.get('site', 'site')?.document;
      const configuration = asObject(site?.configuration) ?? site ?? {};
      const tracking = asObject(configuration.timeTrackingConfiguration);
      const hoursPerDay = asNumber(tracking?.workingHoursPerDay) ?? 8;
      return parseDuration(text, hoursPerDay, asNumber(tracking?.workingDaysPerWeek) ?? 5);
    },
    message: invalidDuration,
  });
}

export const invalidDuration = (text: string, field: string) =>
  `The value '${text}' for field '${field}' is invalid. Please specify a positive duration format; for example: '1h 30m', '2d'.`;

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
    sort: context => [storage(context).sort],
    test(context, terminal) {
      const { operator, field } = terminal;
      const flat = flatten(context, this, terminal);
      for (const { text } of flat.values) check?.(context, text, field);
      const texts = flat.values.map(({ text }) => fold(text));
      const stored = storage(context);
      const matches = texts.length > 0 ? [stored.any(texts)] : [];
      if (ids && texts.length > 0) matches.push(ids(context).any(texts));
      for (const result of flat.results) {
        if (result.type !== 'cascade') continue;
        const parent = stored.any([result.parent]);
        matches.push(
          result.child === null || !children
            ? parent
            : allOf([parent, children(context).any([result.child])]),
        );
      }
      return setTest(stored, operator, flat, matches);
    },
  };
}

/** A field whose values select ids of another kind, e.g. the statuses of a category. */
export function derivedField(
  spec: Pick<JqlField, 'name' | 'type' | 'sort'> & {
    storage: Storage;
    ordered?: boolean;
    /** Null for an unknown value. */
    ids(context: JqlContext, text: string, comparison: Comparison | null): string[] | null;
  },
): JqlField {
  return {
    ...spec,
    canBeEmpty: false,
    operators: spec.ordered ? operators.orderedWithoutEmpty : operators.equalityWithoutEmpty,
    test(context, terminal) {
      const { operator, field } = terminal;
      const flat = flatten(context, this, terminal);
      const comparison = comparisonOf(operator);
      const ids = flat.values.flatMap(
        ({ text }) =>
          spec.ids(context, text, comparison) ?? unknownValue(context, text, field) ?? [],
      );
      if (comparison) return spec.storage(context).any(ids);
      return valueTest(context, spec.storage, operator, flat, ids);
    },
  };
}
