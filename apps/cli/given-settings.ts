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
import { UsageError } from './command.ts';

export interface Problem extends SettingsProblem {
  /** The command line, or the shared settings of the site. */
  readonly source: '--settings' | 'shared';
}

export interface GivenSettings {
  /** By stored keys. */
  readonly stored: Stored;
  readonly problems: readonly Problem[];
}

/** Parses --settings, with a problem for each key and value that the report cannot use. */
export function readGiven({ settings }: AnyReport, text: string | undefined): GivenSettings {
  if (text === undefined) return { stored: {}, problems: [] };
  const given = storedObject(parseJson(text));
  if (given === null) {
    const { problems } = settings.parse(parseJson(text) ?? 0);
    return { stored: {}, problems: from('--settings', problems) };
  }
  const stored = byStoredKeys(settings, given);
  const { value, problems } = settings.parse(stored);
  const all = [...unknownKeys(settings, stored), ...problems, ...(settings.check?.(value) ?? [])];
  return { stored, problems: from('--settings', all) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`--settings is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Merges the shared settings, as the page does, with those of the command line on top. */
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

const from = (source: Problem['source'], problems: readonly SettingsProblem[]): Problem[] =>
  problems.map(({ path, text }) => ({ source, path, text }));

export function describeProblem({ source, path, text }: Problem): string {
  const where = source === 'shared' ? 'Shared settings:' : source;
  return `${where}${path === '' ? '' : ` ${path}`}: ${text}`;
}
