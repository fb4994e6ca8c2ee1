/**
 * The settings of the two reports by assignee, told apart by `gType`, their number in the menu: -1 counts
 * what was created and resolved, -2 is the resolution time. The rest are the page's `weeklySettings`. Codes of the stored form
 * exist here alone.
 */

import type { SettingsSchema } from '../report.ts';
import {
  DEFAULT_STATUS_SETTINGS,
  parseStatusSettings,
  type StatusSettings,
  serializeStatusSettings,
} from '../shared/status-settings.ts';
import { type Codes, codes, readStored, wholeNumber } from '../shared/stored.ts';

export type AssigneeMode = 'created-resolved' | 'resolution-time';
export type AssigneeChart =
  | 'created-resolved'
  | 'percent-resolved'
  | 'average-time'
  | 'compared-to-average';

export interface ByAssigneeSettings extends StatusSettings {
  readonly groupBy: 'assignee';
  readonly mode: AssigneeMode;
  /** One of those that the mode has. */
  readonly chart: AssigneeChart;
}

const SELECTORS: Readonly<Record<AssigneeMode, number>> = {
  'created-resolved': -1,
  'resolution-time': -2,
};

/** The charts of each mode, in the order of their codes; the first is the default. */
const CHARTS: Readonly<Record<AssigneeMode, Codes<AssigneeChart>>> = {
  'created-resolved': codes('created-resolved', 'percent-resolved', 'compared-to-average'),
  'resolution-time': codes('average-time', 'compared-to-average'),
};

const FIRST_CHART: Readonly<Record<AssigneeMode, AssigneeChart>> = {
  'created-resolved': 'created-resolved',
  'resolution-time': 'average-time',
};

export const byAssigneeSettings: SettingsSchema<ByAssigneeSettings> = {
  defaults: parse(undefined).value,
  parse,
  serialize: settings => {
    return {
      ...serializeStatusSettings(settings),
      // The grouping is always the assignee: here `gType` tells the two reports apart.
      gType: SELECTORS[settings.mode],
      chartType: CHARTS[settings.mode].code(settings.chart),
    };
  },
};

function parse(stored: unknown) {
  const read = readStored(stored);
  const mode = read.value('gType', parseMode, 'created-resolved');
  const value: ByAssigneeSettings = {
    ...parseStatusSettings(withoutGrouping(read), DEFAULT_STATUS_SETTINGS),
    groupBy: 'assignee',
    mode,
    chart: read.value('chartType', raw => parseChart(raw, mode), FIRST_CHART[mode]),
  };
  return { value, problems: read.problems };
}

function parseMode(raw: unknown): AssigneeMode | undefined {
  const selector = wholeNumber(raw);
  const modes = Object.keys(SELECTORS) as AssigneeMode[];
  return modes.find(mode => SELECTORS[mode] === selector);
}

/** A chart that the other mode has and this one has not is the first of this one: the page keeps one code for both. */
function parseChart(raw: unknown, mode: AssigneeMode): AssigneeChart | undefined {
  const known = CHARTS['created-resolved'].name(raw) !== undefined;
  return CHARTS[mode].name(raw) ?? (known ? FIRST_CHART[mode] : undefined);
}

/** Here `gType` is no grouping. */
function withoutGrouping(read: ReturnType<typeof readStored>): ReturnType<typeof readStored> {
  return {
    ...read,
    value: (key, parseValue, fallback) =>
      key === 'gType' ? fallback : read.value(key, parseValue, fallback),
  };
}
