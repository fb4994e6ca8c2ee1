import { type Codec, codes, DATE_FORMAT, FLAG, whole } from './codec.ts';
import type { Stored } from './schema.ts';

export const OFF = { codec: FLAG, default: false } as const;

export const FORM_AND_PAGE = { places: ['form', 'page'] } as const;
export const FORM_AND_GLOBAL = { places: ['form', 'global'] } as const;
export const EVERYWHERE = { places: ['form', 'page', 'global'] } as const;

/** What the gadget form has among the advanced display settings, and administrators set for everybody. */
export const DISPLAY = { ...FORM_AND_GLOBAL, advanced: 'display' } as const;

/** The time formats by their largest unit, in the order of the forms. */
export const TIME_FORMAT_SETTING = {
  key: 'displayType',
  codec: codes(
    {
      weeks: 'Weeks (1w 2d 3h 30m)',
      days: 'Days (7d 3h 30m)',
      hours: 'Hours (59h 30m)',
      'decimal-hours': 'Decimal hours (59.50)',
      minutes: 'Minutes (3570m)',
      seconds: 'Seconds (214200s)',
    },
    [0, 1, 2, 5, 3, 4],
  ),
  default: 'hours',
  label: 'Time format',
  ...DISPLAY,
} as const;

/** Moment-style tokens; null for the app's own. */
export const DATE_FORMAT_SETTING = {
  key: 'dateFormat',
  codec: DATE_FORMAT,
  default: null,
  label: 'Date format',
  help: 'e.g. M/D/YYYY. Leave empty for the default.',
  advanced: 'display',
} as const;

/** 0, which is not stored, is none. */
const GOAL: Codec<number> = {
  ...whole(0, 1_000_000, 0),
  format: value => value || undefined,
};

/**
 * The goal for the key figure of a gadget; `of` says for what, and whether more or less is better. Only charts whose axis
 * has the unit of the key figure draw it.
 */
export const goalSetting = (of: string, { drawn }: { readonly drawn: boolean }) => ({
  codec: GOAL,
  default: 0,
  label: 'Goal',
  help: drawn ? of : `${of} Colors the key figure.`,
});

/** Settings that were stored before this one existed keep what they meant then. */
export const legacyDefault =
  <Value>(key: string, meaning: Value) =>
  (value: Value | undefined, stored: Stored): Value | undefined =>
    stored.version === undefined || Object.hasOwn(stored, key) ? value : meaning;
