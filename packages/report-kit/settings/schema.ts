/** A report's settings as shells use them: read, check, write and describe the stored object. */

import type { Rename } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import { asRecord } from '@tallyboard/core/unknown.ts';
import type { Codec } from './codec.ts';

/** A stored object; its values are unchecked. */
export type Stored = Readonly<Record<string, unknown>>;

/** An invalid stored value and its replacement. */
export interface SettingsProblem {
  /** Dotted path of the stored key, e.g. 'showGraphs.0.checked'. */
  readonly path: string;
  readonly text: string;
}

/** Where a setting can be changed: the gadget form, the controls of the page, the settings of all users. */
export type Place = 'form' | 'page' | 'global';

export type AdvancedGroup = 'display' | 'calendar' | 'other';

export interface Setting<Value> {
  readonly key: string;
  readonly codec: Codec<Value>;
  readonly default: NoInfer<Value>;
  readonly gadgetDefault?: NoInfer<Value>;
  readonly label: string;
  /** The gadget form alone where absent. */
  readonly places?: readonly Place[];
  /** Its label on the page, if it differs. */
  readonly pageLabel?: string;
  readonly help?: string;
  /** What null means, where that is not nothing. */
  readonly unset?: string;
  /** Its group among the advanced settings of a form. */
  readonly advanced?: AdvancedGroup;
  /** It chooses issues: in a form with the query. */
  readonly selects?: true;
  /** The value with the names and queries of the site replaced; absent where it has none. */
  readonly rename?: (value: Value, rename: Rename) => Value;
  /** For a value that depends on other stored keys too. `value` and the result are undefined for the default. */
  readonly resolve?: (value: Value | undefined, stored: Stored) => Value | undefined;
  /** Further keys of this setting, which `resolve` reads. */
  readonly beside?: readonly {
    readonly key: string;
    // biome-ignore lint/suspicious/noExplicitAny: each codec takes what its own `from` returns.
    readonly codec: Codec<any>;
    /** The value under this key; undefined is not stored. */
    readonly from?: (value: Value) => unknown;
  }[];
}

// biome-ignore lint/suspicious/noExplicitAny: a list holds settings of every type; each codec checks its own values.
export type AnySetting = Setting<any> & { readonly name: string };

/** Stored settings (the codes of the product spec) to and from a typed value with names. */
export interface SettingsSchema<Settings> {
  readonly defaults: Settings;
  /** Defaults of a new gadget, if they differ from the page's. */
  readonly gadgetDefaults?: Settings;
  /** Every setting in the order of the forms, with the name of its member in `Settings`. */
  readonly list: readonly AnySetting[];
  /** Further keys that other parts store in the same object. */
  readonly foreignKeys: readonly string[];
  /** Never throws: an invalid value is reported and replaced by its default. */
  parse(stored: unknown): { value: Settings; problems: readonly SettingsProblem[] };
  /** The settings with the names and queries of the site replaced. */
  rename(settings: Settings, rename: Rename): Settings;
  /** Problems that prevent saving. */
  check(settings: Settings): readonly SettingsProblem[];
  /** The stored shape, with its version. */
  serialize(settings: Settings): Record<string, unknown>;
}

/** A stored object, or one stored as its JSON text; null for anything else. */
export function storedObject(value: unknown): Stored | null {
  if (typeof value === 'string') return value.trim().startsWith('{') ? readJson(value) : null;
  return asRecord(value) ?? null;
}

function readJson(text: string): Stored | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? null : storedObject(value);
  } catch {
    return null;
  }
}
