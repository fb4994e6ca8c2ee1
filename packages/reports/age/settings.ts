/**
 * The settings of the age reports. Stored are the page's `ageSettings`, with which of its two reports it is as `gType`:
 * the report's number in the menu. Codes exist in this file alone.
 */

import type { SettingsProblem, SettingsSchema } from '../report.ts';
import { type DoneSettings, readDone, storedDone } from '../shared/done-settings.ts';
import { readStored, wholeNumber } from '../shared/stored.ts';

/** Unresolved issues by the date of their creation, or stale ones by that of their last update. */
export type AgeKind = 'unresolved' | 'stale';

export const PERIODS = ['month', 'week'] as const;
export type AgePeriod = (typeof PERIODS)[number];

export interface AgeSettings extends DoneSettings {
  readonly kind: AgeKind;
  readonly period: AgePeriod;
  readonly newestFirst: boolean;
  readonly expanded: boolean;
}

const VERSION = 1;
const SELECTORS: Readonly<Record<AgeKind, number>> = { unresolved: -8, stale: -9 };

function parse(stored: unknown): { value: AgeSettings; problems: readonly SettingsProblem[] } {
  const read = readStored(stored);
  const value: AgeSettings = {
    kind: read.value('gType', parseKind, 'unresolved'),
    period: read.word('date', PERIODS, 'month'),
    newestFirst: read.flag('reverseList', false),
    expanded: read.flag('expandTreeSetting', false),
    done: readDone(read),
  };
  return { value, problems: read.problems };
}

function parseKind(raw: unknown): AgeKind | undefined {
  const selector = wholeNumber(raw);
  return (['unresolved', 'stale'] as const).find(kind => SELECTORS[kind] === selector);
}

export const ageSettings: SettingsSchema<AgeSettings> = {
  defaults: parse(undefined).value,
  parse,
  serialize: settings => ({
    version: VERSION,
    gType: SELECTORS[settings.kind],
    date: settings.period,
    reverseList: settings.newestFirst,
    expandTreeSetting: settings.expanded,
    ...storedDone(settings.done),
  }),
};
