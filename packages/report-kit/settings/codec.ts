/** How the value of a setting is stored. A codec reads values of any version, also hostile ones, and describes them. */

import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { asRecord, recordFor } from '@tallyboard/core/unknown.ts';
import { parseFlag, parseStamp, wholeNumber } from './stored.ts';

export interface Codec<Value> {
  /** Undefined for an invalid value. Never throws. */
  parse(raw: unknown): Value | undefined;
  /** Undefined leaves the key out. `settings` are all settings by name. */
  format(value: Value, settings: Readonly<Record<string, unknown>>): unknown;
  readonly shape: Shape;
}

export type Shape =
  | { readonly kind: 'choice'; readonly choices: readonly Choice[]; readonly others?: string }
  | { readonly kind: 'flag' }
  /** In a form the value `empty` is an empty field. */
  | {
      readonly kind: 'whole';
      readonly min: number;
      readonly max: number;
      readonly empty?: number | undefined;
    }
  | { readonly kind: 'text'; readonly maxLength: number }
  | { readonly kind: 'flags'; readonly labels: Readonly<Record<string, string>> }
  /** Seven flags from Sunday on. */
  | { readonly kind: 'day' | 'instant' | 'weekdays'; readonly text: string }
  /** A custom field; null detects it. */
  | { readonly kind: 'field'; readonly holds: 'points' | 'sprints'; readonly text: string }
  /** Anything else, in words: 'a day such as 2026-03-31'. */
  | { readonly kind: 'other'; readonly text: string };

export interface Choice {
  readonly code: number | string;
  readonly name: string;
  readonly label: string;
}

export interface ChoiceCodec<Value> extends Codec<Value> {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

/** A few values, read by code or by name in any case. */
export function choices<Value>(
  list: readonly (Choice & { readonly value: Value })[],
): ChoiceCodec<Value> {
  return {
    options: list.map(({ value, label }) => ({ value, label })),
    shape: { kind: 'choice', choices: list },
    parse(raw) {
      const number = wholeNumber(raw);
      const name = typeof raw === 'string' ? raw.trim().toLowerCase() : null;
      const found =
        list.find(({ code }) => code === raw || code === number) ??
        list.find(each => each.name.toLowerCase() === name);
      return found?.value;
    },
    format: value => list.find(each => each.value === value)?.code,
  };
}

/** Names with their labels, stored as `stored`, by default as numbers from 0. */
export function codes<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  stored: readonly (number | string)[] = [],
): ChoiceCodec<Name> {
  return choices(
    Object.entries<string>(labels).map(([name, label], index) => {
      return { value: name as Name, name, label, code: stored[index] ?? index };
    }),
  );
}

/** Names with their labels, stored as text. */
export const words = <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  codes(labels, Object.keys(labels));

export const FLAG: Codec<boolean> = {
  parse: parseFlag,
  format: value => value,
  shape: { kind: 'flag' },
};

export function whole(min: number, max: number, empty?: number): Codec<number> {
  return {
    parse(raw) {
      const number = wholeNumber(raw);
      return number !== undefined && number >= min && number <= max ? number : undefined;
    },
    format: value => value,
    shape: { kind: 'whole', min, max, empty },
  };
}

export function text(maxLength = 10_000): Codec<string> {
  return {
    parse: raw => (typeof raw === 'string' && raw.length <= maxLength ? raw.trim() : undefined),
    format: value => value.trim(),
    shape: { kind: 'text', maxLength },
  };
}

/** Moment-style tokens; null, which is not stored, for the app's format. */
export const DATE_FORMAT: Codec<string | null> = {
  parse(raw) {
    const format = text(100).parse(raw);
    return format === '' ? null : format;
  },
  format: value => value ?? undefined,
  shape: text(100).shape,
};

/**
 * Named toggles, stored as a list of `{ name, checked }`, which is read by name, else by place. A list of names alone
 * turns on exactly these.
 */
export function flags<Id extends string>(
  names: Readonly<Record<Id, string>>,
  on: readonly NoInfer<Id>[],
  labels: Readonly<Record<NoInfer<Id>, string>> = names,
): Codec<Readonly<Record<Id, boolean>>> & { readonly defaults: Readonly<Record<Id, boolean>> } {
  const ids = Object.keys(names) as Id[];
  const only = (chosen: readonly Id[]) => recordFor(ids, id => chosen.includes(id));
  const idOf = (given: unknown) => {
    const name = typeof given === 'string' ? given.trim().toLowerCase() : null;
    return ids.find(id => id.toLowerCase() === name || names[id]?.toLowerCase() === name);
  };
  const defaults = only(on);
  return {
    defaults,
    shape: { kind: 'flags', labels },
    parse(raw) {
      if (!Array.isArray(raw)) return undefined;
      if (raw.length > 0 && raw.every(each => typeof each === 'string')) {
        const chosen = raw.map(idOf).filter(id => id !== undefined);
        return chosen.length < raw.length ? undefined : only(chosen);
      }
      const value = { ...defaults };
      raw.forEach((item: unknown, index) => {
        const stored = asRecord(item);
        const id = idOf(stored?.name) ?? ids[index];
        const checked = typeof item === 'boolean' ? item : stored?.checked;
        if (id !== undefined && typeof checked === 'boolean') value[id] = checked;
      });
      return value;
    },
    format: value => ids.map(id => ({ name: names[id], checked: value[id] })),
  };
}

export const DAY: Codec<Day | null> = {
  parse: raw => (typeof raw === 'string' ? parseDay(raw) : null) ?? undefined,
  // Null overwrites a stored date.
  format: value => (value === null ? null : dayText(value)),
  shape: { kind: 'day', text: 'a day such as 2026-03-31' },
};

export const isCustomField = (raw: unknown): raw is FieldId =>
  typeof raw === 'string' && /^customfield_\d+$/.test(raw);

/** The id of a custom field; null, stored as 0, detects the field. */
export function customField(holds: 'points' | 'sprints'): Codec<FieldId | null> {
  return {
    parse(raw) {
      if (raw === 0 || raw === '0' || raw === '') return null;
      return isCustomField(raw) ? raw : undefined;
    },
    format: value => value ?? 0,
    shape: { kind: 'field', holds, text: 'a custom field such as customfield_10016; 0 detects it' },
  };
}

/** A numeric id; null, stored as 0, for none. */
export function idOf<Id extends number>(words: string): Codec<Id | null> {
  return {
    parse(raw) {
      const id = wholeNumber(raw);
      if (id === undefined || id < 0) return undefined;
      return id === 0 ? null : (id as Id);
    },
    format: value => value ?? 0,
    shape: { kind: 'other', text: words },
  };
}

/** Null is not stored. */
export const INSTANT: Codec<Instant | null> = {
  parse: parseStamp,
  format: value => value ?? undefined,
  shape: { kind: 'instant', text: 'milliseconds since 1970, or an ISO time' },
};

export interface SettingOption {
  readonly name: string;
  readonly label: string;
  readonly group?: string;
}

export function optionsOf(shape: Shape): readonly SettingOption[] {
  if (shape.kind === 'choice') return shape.choices;
  if (shape.kind !== 'flags') return [];
  return Object.entries(shape.labels).map(([name, label]) => ({ name, label }));
}

/** The name of the option with this value; else the stored value, such as the id of a field. */
export function optionName(
  codec: Codec<unknown>,
  value: unknown,
  options: readonly SettingOption[],
): string {
  const text = JSON.stringify(value);
  const found = options.find(({ name }) => JSON.stringify(codec.parse(name)) === text);
  return found?.name ?? String(codec.format(value, {}));
}
