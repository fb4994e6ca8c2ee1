import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { SettingsProblem, Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { byStoredKeys, unknownKeys } from '@tallyboard/report-kit/settings/unknown-keys.ts';
import {
  reportDefaults,
  type SiteSettings,
  sectionOwner,
  storedObject,
} from '@tallyboard/reports/catalogue/site-settings.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';

/** The command line, the body of a call, or the shared settings of the site. */
type Source = '--settings' | 'settings' | 'shared';

export interface Problem extends SettingsProblem {
  readonly source: Source;
}

export interface GivenSettings {
  /** By stored keys. */
  readonly stored: Stored;
  readonly problems: readonly Problem[];
}

/** Reads settings that somebody wrote, with a problem for each key and value that the report cannot use. */
export function readGiven(
  { settings }: AnyReport,
  value: unknown,
  source: Exclude<Source, 'shared'>,
): GivenSettings {
  const given = storedObject(value);
  if (given === null) {
    const { problems } = settings.parse(value ?? 0);
    return { stored: {}, problems: from(source, problems) };
  }
  const stored = byStoredKeys(settings, given);
  const { value: parsed, problems } = settings.parse(stored);
  const all = [...unknownKeys(settings, stored), ...problems, ...(settings.check?.(parsed) ?? [])];
  return { stored, problems: from(source, all) };
}

/** Merges the shared settings, as the page does, with the given ones on top. */
export async function mergeShared(
  { id, settings }: AnyReport,
  shared: SiteSettings,
  given: GivenSettings,
): Promise<{ readonly value: unknown; readonly problems: readonly Problem[] }> {
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

const from = (source: Source, problems: readonly SettingsProblem[]): Problem[] =>
  problems.map(({ path, text }) => ({ source, path, text }));

export function describeProblem({ source, path, text }: Problem): string {
  const where = source === 'shared' ? 'Shared settings:' : source;
  return `${where}${path === '' ? '' : ` ${path}`}: ${text}`;
}
