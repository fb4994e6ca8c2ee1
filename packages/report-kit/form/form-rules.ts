/** Rules of a gadget form besides the table of settings. */

import type { Board } from '@tallyboard/core/model/board.ts';
import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { ComponentType } from 'react';
import type { SettingOption } from '../settings/codec.ts';
import type { AnySetting } from '../settings/schema.ts';

export interface FormSite {
  readonly fields: readonly Field[];
  readonly special: SpecialFields;
  readonly boards: readonly Board[];
  readonly boardSets?: () => Promise<readonly FlatBoardSet[]>;
  readonly settings?: {
    /** The shared workflows by name, as they are stored. */
    readonly workflows: Readonly<Record<string, unknown>>;
  };
  readonly boardColumns?: (board: BoardId) => Promise<readonly string[]>;
  readonly statuses?: () => Promise<readonly Pick<Status, 'name' | 'category'>[]>;
  /** Names of issue types that begin with a text. */
  readonly issueTypes?: (text: string) => Promise<readonly string[]>;
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
  readonly label?: (settings: Settings) => string | undefined;
  readonly options?: (
    all: readonly SettingOption[],
    settings: Settings,
    site: FormSite,
  ) => readonly SettingOption[];
  /** Other settings that change with it. */
  readonly also?: (changed: Settings, site: FormSite) => Partial<Settings>;
  readonly Part?: ComponentType<FormPartProps<Settings>>;
}

/** By the names of the settings. */
export type FormRules<Settings> = { readonly [Name in keyof Settings]?: FormRule<Settings> };
