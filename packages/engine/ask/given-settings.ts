import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { describeValue, refusalOf, showValue } from '@tallyboard/report-kit/settings/describe.ts';
import type {
  AnySetting,
  SettingsProblem,
  Stored,
} from '@tallyboard/report-kit/settings/schema.ts';
import { byStoredKeys, unknownKeys } from '@tallyboard/report-kit/settings/unknown-keys.ts';
import {
  reportDefaults,
  type SiteSettings,
  sectionOwner,
  storedObject,
} from '@tallyboard/reports/catalogue/site-settings.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';

/** Those of the question, or the shared settings of the site. */
type Source = 'settings' | 'shared';

export interface SettingProblem extends SettingsProblem {
  readonly source: Source;
}

export interface GivenSettings {
  /** By stored keys. */
  readonly stored: Stored;
  readonly problems: readonly SettingProblem[];
}

/** Reads settings that somebody wrote, with a problem for each key and value that the report cannot use, by the names they wrote. */
export function readGiven({ settings }: AnyReport, value: unknown): GivenSettings {
  const given = storedObject(value);
  if (given === null) {
    const text = `${showValue(value)} is no object of settings by their names, such as {"name": "value"}.`;
    return { stored: {}, problems: from('settings', [{ path: 'settings', text }]) };
  }
  const stored = byStoredKeys(settings, given);
  const { value: parsed, problems } = settings.parse(stored);
  const all = [...unknownKeys(settings, stored), ...problems, ...(settings.check?.(parsed) ?? [])];
  const typed = ({ path, text }: SettingsProblem) => {
    const [key = '', ...more] = path.split('.');
    const setting = settings.list.find(each => each.key === key);
    const { name = key } = setting ?? {};
    const shown = Object.hasOwn(given, key) || !Object.hasOwn(given, name) ? key : name;
    return {
      path: [shown, ...more].join('.'),
      text: (setting && wrongValue(setting, stored[key])) ?? text,
    };
  };
  // A limit that is passed was refused as a value already.
  const first = all.map(typed).filter((each, at, list) => {
    return list.findIndex(({ path }) => path === each.path) === at;
  });
  return { stored, problems: from('settings', first) };
}

/** Why a value cannot be stored; null if it can. */
function wrongValue({ codec, default: usual }: AnySetting, raw: unknown): string | null {
  if (raw === undefined || raw === null || codec.parse(raw) !== undefined) return null;
  return refusalOf(raw, codec, describeValue(codec, usual));
}

/** Merges the shared settings, as the page does, with the given ones on top. */
export async function mergeShared(
  { id, settings }: AnyReport,
  shared: SiteSettings,
  given: GivenSettings,
): Promise<{ readonly value: unknown; readonly problems: readonly SettingProblem[] }> {
  const defaults = reportDefaults(shared, id);
  const owner = sectionOwner(id);
  const ownerSettings = owner === null ? undefined : (await findReport(owner))?.settings;
  const own = Object.keys(given.stored);
  const problems = [
    ...(ownerSettings ? unknownKeys(ownerSettings, defaults) : []),
    ...settings.parse(defaults).problems.filter(({ path }) => !own.includes(path)),
  ];
  return {
    value: settings.parse({ ...defaults, ...given.stored }).value,
    problems: [...given.problems, ...from('shared', problems)],
  };
}

const from = (source: Source, problems: readonly SettingsProblem[]): SettingProblem[] =>
  problems.map(({ path, text }) => ({ source, path, text }));
