/** What the table of a report's settings cannot say about its gadget form. */

import type { Board } from '@tallyboard/core/model/board.ts';
import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { ComponentType } from 'react';
import type { SettingOption } from '../settings/options.ts';
import type { AnySetting } from '../settings/schema.ts';

/** What a form offers choices from. */
export interface FormSite {
  readonly fields: readonly Field[];
  readonly special: SpecialFields;
  readonly boards: readonly Board[];
}

/** A part of a form that a report draws itself. */
export interface FormPartProps<Settings> {
  readonly setting: AnySetting;
  readonly settings: Settings;
  readonly site: FormSite;
  readonly set: (change: Partial<Settings>) => void;
  readonly error: string | undefined;
}

export interface FormRule<Settings> {
  /** Hidden where this is false. */
  readonly when?: (settings: Settings) => boolean;
  /** In place of the label of the table. */
  readonly label?: (settings: Settings) => string | undefined;
  /** The options that are offered, of all that the setting has. */
  readonly options?: (
    all: readonly SettingOption[],
    settings: Settings,
    site: FormSite,
  ) => readonly SettingOption[];
  /** Other settings that change with it. */
  readonly also?: (changed: Settings) => Partial<Settings>;
  readonly Part?: ComponentType<FormPartProps<Settings>>;
}

/** By the names of the settings; one without a rule is drawn from the table alone. */
export type FormRules<Settings> = { readonly [Name in keyof Settings]?: FormRule<Settings> };
