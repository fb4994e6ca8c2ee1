/** Reads the stored settings of a gadget: the report's keys, and the shell's (query, preset, refresh). Never throws. */

import { parseAsOf } from '@tallyboard/core/time/as-of.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { gadgetPresets, type Preset, presetByName } from '@tallyboard/jira/jql/presets.ts';
import type { SettingsProblem } from '@tallyboard/report-kit/contract.ts';
import { decodeEntities } from '@tallyboard/report-kit/figures/entities.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { CUSTOM_PRESET, type Filter, parseChoices } from './filter.ts';

export interface ReadSettings {
  readonly stored: Stored;
  readonly problems: readonly SettingsProblem[];
}

/** Older versions stored texts with HTML entities. */
const PLAIN_VERSION = 1;
const MAX_DEPTH = 12;

/** Null for a gadget that was never configured. */
export function readSettings(raw: unknown): ReadSettings | null {
  if (raw === undefined || raw === null || raw === '') return null;
  const settings =
    storedObject(raw) ?? (typeof raw === 'string' ? storedObject(decodeEntities(raw)) : null);
  if (settings === null) {
    const text = 'The stored settings could not be read; defaults are used.';
    return { stored: {}, problems: [{ path: '', text }] };
  }
  if (Number(settings.version) >= PLAIN_VERSION) return { stored: settings, problems: [] };
  const decoded = storedObject(decodeDeep(settings, 0));
  return { stored: { ...decoded, version: PLAIN_VERSION }, problems: [] };
}

function decodeDeep(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return decodeEntities(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map(each => decodeDeep(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, decodeDeep(each, depth + 1)]),
  );
}

/** Minutes between loads while the gadget is open; 0 never. */
export const REFRESH_MINUTES: readonly number[] = [0, 15, 30, 60, 120];

/** Heights of its chart, px; null for the height that its width gives. */
export const CHART_HEIGHTS = { automatic: null, compact: 160, medium: 260, tall: 400 } as const;
export type ChartHeightName = keyof typeof CHART_HEIGHTS;

const isHeight = (name: unknown): name is ChartHeightName =>
  typeof name === 'string' && Object.hasOwn(CHART_HEIGHTS, name);

const MAX_JQL_LENGTH = 20_000;

/** The shell's settings; `stored` is null for a new gadget. */
export function shellSettings(gadget: Gadget, flavour: Flavour, stored: Stored | null) {
  const refresh = Number(stored?.refreshMinutes);
  const presets = gadgetPresets(flavour);
  return {
    filter: stored ? storedFilter(gadget, presets, stored) : firstFilter(gadget, presets),
    refreshMinutes: REFRESH_MINUTES.includes(refresh) ? refresh : 0,
    chartHeight: isHeight(stored?.chartHeight) ? stored.chartHeight : ('automatic' as const),
    asOf: parseAsOf(stored?.asOf),
  };
}

/** The saved report that a gadget shows; the settings beside it are a copy for the case that it is gone. */
export interface SavedSource {
  readonly id: string;
  readonly name: string;
}

export function savedSource({ saved }: Stored): SavedSource | null {
  const { id, name } = storedObject(saved) ?? {};
  return typeof id === 'string' && id !== '' ? { id, name: String(name ?? id) } : null;
}

/** The settings of a gadget of its own. */
export const detached = ({ stored: { saved: _, ...stored }, problems }: ReadSettings) => ({
  stored,
  problems,
});

/** Without a stored query, all issues, as on the command line; a report whose default is another query has that. */
function storedFilter(gadget: Gadget, presets: readonly Preset[], stored: Stored): Filter {
  const preset = storedObject(stored.preset) ?? {};
  const named = typeof preset.name === 'string' ? presetByName(presets, preset.name) : undefined;
  const jql = textOf(stored.jql) ?? textOf(preset.jql) ?? (named?.jql || gadget.jql) ?? '';
  const id = named?.id ?? presets.find(each => each.jql !== '' && each.jql === jql)?.id;
  return { preset: id ?? CUSTOM_PRESET, jql, choices: parseChoices(stored.choices) };
}

/** What the form of a new gadget begins with. A report whose settings choose the issues has no default query. */
function firstFilter({ queryBy, preset, jql }: Gadget, presets: readonly Preset[]): Filter {
  const first = queryBy === 'preset' ? presets.find(({ id }) => id === preset) : undefined;
  return { preset: first?.id ?? CUSTOM_PRESET, jql: jql ?? first?.jql ?? '', choices: {} };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_JQL_LENGTH ? value.trim() : null;
}
