/**
 * The shared settings of all users, one stored object: a schema version, a revision that each save increments, and a
 * section for each report. reports/catalogue/site-settings.ts reads the part that figures depend on. Never throws.
 */
import { MENU_SWITCHES } from '@tallyboard/reports/catalogue/reports.ts';
import {
  parseSiteSettings,
  type SiteSettings,
  storedObject,
} from '@tallyboard/reports/catalogue/site-settings.ts';

export interface GlobalSettings extends SiteSettings {
  /** By the keys of MENU_SWITCHES. */
  readonly enabledReports: Readonly<Record<string, boolean>>;
  /** The value of the key 'enabled-fields', for `issuesByFields` and `issuesByOptions`. */
  readonly storedFields: unknown;
  /** Whether issues may be cached in the browser; true unless `cache` is stored as false. */
  readonly cache: boolean;
  /** Whether readers may change issues from reports; true unless `commonSettings.issueActions` is stored as false. */
  readonly issueActions: boolean;
}

/** Reads the values of the keys 'global-settings' and 'enabled-fields'. */
export function parseGlobalSettings(stored: unknown, storedFields?: unknown): GlobalSettings {
  const whole = storedObject(stored) ?? {};
  return {
    ...parseSiteSettings(stored),
    enabledReports: parseEnabledReports(whole.enabledReports),
    storedFields,
    cache: isOn(whole.cache),
    issueActions: isOn(storedObject(whole.commonSettings)?.issueActions),
  };
}

/** On unless it was switched off. */
export const isOn = (stored: unknown): boolean => stored !== false && stored !== 'false';

/** All are on unless they were switched off. */
export function parseEnabledReports(stored: unknown): Readonly<Record<string, boolean>> {
  const flags = storedObject(stored) ?? {};
  return Object.fromEntries(MENU_SWITCHES.map(({ key }) => [key, isOn(flags[key])]));
}
