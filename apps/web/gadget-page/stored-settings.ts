/** Reads the stored settings of a gadget: the report's keys, and the shell's (query, preset, refresh). Never throws. */

import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { gadgetPresets, type Preset, presetByName } from '@tallyboard/jira/jql/presets.ts';
import type { SettingsProblem } from '@tallyboard/report-kit/contract.ts';
import { decodeEntities } from '@tallyboard/report-kit/figures/entities.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { CUSTOM_PRESET, type Filter, parseChoices } from '../filter/filter.ts';

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
const MAX_JQL_LENGTH = 20_000;

/** The shell's settings; defaults for a new gadget. */
export function shellSettings(gadget: Gadget, flavour: Flavour, stored: Stored) {
  const refresh = Number(stored.refreshMinutes);
  return {
    filter: filterOf(gadget, gadgetPresets(flavour), stored),
    refreshMinutes: REFRESH_MINUTES.includes(refresh) ? refresh : 0,
  };
}

function filterOf(gadget: Gadget, presets: readonly Preset[], stored: Stored): Filter {
  const preset = storedObject(stored.preset) ?? {};
  const jql = textOf(stored.jql) ?? textOf(preset.jql);
  const named = typeof preset.name === 'string' ? presetByName(presets, preset.name) : undefined;
  if (jql !== null) {
    const id = named?.id ?? presets.find(each => each.jql !== '' && each.jql === jql)?.id;
    return { preset: id ?? CUSTOM_PRESET, jql, choices: parseChoices(stored.choices) };
  }
  const first = named ?? presets.find(({ id }) => id === gadget.preset);
  return { preset: first?.id ?? CUSTOM_PRESET, jql: gadget.jql ?? first?.jql ?? '', choices: {} };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_JQL_LENGTH ? value.trim() : null;
}
