/**
 * What a gadget has stored, whoever stored it: read once, without ever failing. Keys of the report are the report's; the
 * query, its preset and the pace of refreshing are the shell's; keys that nobody here knows are kept.
 */
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { gadgetPresets, type Preset, presetByName } from '@tallyboard/jira/jql/presets.ts';
import type { SettingsProblem } from '@tallyboard/report-kit/contract.ts';
import { decodeEntities } from '@tallyboard/report-kit/figures/entities.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { CUSTOM_PRESET, type Filter, type MadeChoice, type MadeChoices } from '../filter/filter.ts';

export type Stored = Readonly<Record<string, unknown>>;

export interface ReadSettings {
  readonly stored: Stored;
  readonly problems: readonly SettingsProblem[];
}

/** From this version on texts are stored as they are; before, with markup as entities. */
const PLAIN_VERSION = 1;
/** Deeper than anything that a gadget stores. */
const MAX_DEPTH = 12;

/** Reads the value of a gadget's property: null for a gadget that was never configured. */
export function readSettings(raw: unknown): ReadSettings | null {
  if (raw === undefined || raw === null || raw === '') return null;
  const value = typeof raw === 'string' ? parseText(raw) : raw;
  if (!isRecord(value)) {
    const text = 'The stored settings could not be read; defaults are used.';
    return { stored: {}, problems: [{ path: '', text }] };
  }
  if (Number(value.version) >= PLAIN_VERSION) return { stored: value, problems: [] };
  const decoded = decodeDeep(value, 0);
  // Decoded once: from here on it is as the plain version has it.
  return {
    stored: { ...(isRecord(decoded) ? decoded : {}), version: PLAIN_VERSION },
    problems: [],
  };
}

function parseText(text: string): unknown {
  return parseJson(text) ?? parseJson(decodeEntities(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
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

/** The shell's own part of the stored settings. */
export interface ShellSettings {
  readonly filter: Filter;
  /** Minutes between loads while the gadget is open; 0 never. */
  readonly refreshMinutes: number;
}

export const REFRESH_MINUTES: readonly number[] = [0, 15, 30, 60, 120];
const MAX_JQL_LENGTH = 20_000;

/** The shell's part of what is stored; of a new gadget what it begins with. */
export function shellSettings(gadget: Gadget, flavour: Flavour, stored: Stored): ShellSettings {
  const refresh = Number(stored.refreshMinutes);
  return {
    filter: filterOf(gadget, gadgetPresets(flavour), stored),
    refreshMinutes: REFRESH_MINUTES.includes(refresh) ? refresh : 0,
  };
}

function filterOf(gadget: Gadget, presets: readonly Preset[], stored: Stored): Filter {
  const preset = isRecord(stored.preset) ? stored.preset : {};
  const jql = textOf(stored.jql) ?? textOf(preset.jql);
  const named = typeof preset.name === 'string' ? presetByName(presets, preset.name) : undefined;
  if (jql !== null) {
    const id = named?.id ?? presets.find(each => each.jql !== '' && each.jql === jql)?.id;
    return { preset: id ?? CUSTOM_PRESET, jql, choices: choicesOf(stored.choices) };
  }
  const first = named ?? presets.find(({ id }) => id === gadget.preset);
  return { preset: first?.id ?? CUSTOM_PRESET, jql: gadget.jql ?? first?.jql ?? '', choices: {} };
}

const KINDS = ['board', 'project', 'epic', 'filter', 'version'] as const;

function choicesOf(stored: unknown): MadeChoices {
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    KINDS.flatMap(kind => {
      const made = stored[kind];
      if (!isRecord(made)) return [];
      const { value, label, insert } = made;
      const whole = [value, label, insert].every(text => typeof text === 'string');
      return whole ? [[kind, { value, label, insert } as MadeChoice]] : [];
    }),
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_JQL_LENGTH ? value.trim() : null;
}

function isRecord(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
