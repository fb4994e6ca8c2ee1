/** What a report's settings are to shells: read, check and write the stored object, and describe each key of it. */

import type { Codec } from './codec.ts';

/** An object of stored keys, whoever stored it. */
export type Stored = Readonly<Record<string, unknown>>;

/** A value that stored settings had and that could not be used, and what is used instead. */
export interface SettingsProblem {
  /** Dotted path of the stored key, e.g. 'showGraphs.0.checked'. */
  readonly path: string;
  readonly text: string;
}

/** Where a setting can be changed: the gadget form, the controls of the page, the settings of all users. */
export type Place = 'form' | 'page' | 'global';

export type AdvancedGroup = 'display' | 'calendar' | 'other';

export interface BesideKey<Value> {
  readonly key: string;
  // biome-ignore lint/suspicious/noExplicitAny: each codec takes what its own `from` returns.
  readonly codec: Codec<any>;
  /** What is stored of the setting under this key; undefined for nothing. */
  readonly from?: (value: Value) => unknown;
}

/** A setting and the key that it is stored under. */
export interface Setting<Value> {
  readonly key: string;
  readonly codec: Codec<Value>;
  readonly default: NoInfer<Value>;
  /** The default of a gadget, where it differs. */
  readonly gadgetDefault?: NoInfer<Value>;
  /** As forms show it. */
  readonly label: string;
  /** The gadget form alone where absent. */
  readonly places?: readonly Place[];
  /** On the page, where its label is another one. */
  readonly pageLabel?: string;
  /** A sentence under the field of a form. */
  readonly help?: string;
  /** The group of a form's advanced settings that it is in. */
  readonly advanced?: AdvancedGroup;
  /**
   * For a value that other stored keys decide too: gets the stored value, undefined where there is none that can be
   * used; returns undefined for the default.
   */
  readonly resolve?: (value: Value | undefined, stored: Stored) => Value | undefined;
  /** Further keys of this setting, which `resolve` reads. */
  readonly beside?: readonly BesideKey<Value>[];
}

// biome-ignore lint/suspicious/noExplicitAny: a list holds settings of every type; each codec checks its own values.
export type AnySetting = Setting<any> & { readonly name: string };

/** Stored settings (the codes of the product spec) to and from a typed value with names. */
export interface SettingsSchema<Settings> {
  readonly defaults: Settings;
  /** What a new gadget starts with, where that differs from the page. */
  readonly gadgetDefaults?: Settings;
  /** Every setting in the order of the forms, with the name of its member in `Settings`. */
  readonly list: readonly AnySetting[];
  /** Keys that others store in the same object, besides those that every gadget stores. */
  readonly foreignKeys: readonly string[];
  /** Never throws: what cannot be read falls back to its default and is reported. */
  parse(stored: unknown): { value: Settings; problems: readonly SettingsProblem[] };
  /** What keeps these settings from being saved, with the stored key that it is about. */
  check(settings: Settings): readonly SettingsProblem[];
  /** The stored shape, with its version. */
  serialize(settings: Settings): Record<string, unknown>;
}
