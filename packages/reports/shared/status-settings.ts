/**
 * The settings of the status gadget, which are those of Overview and Breakdown: `gType` 0 is the overview, any other
 * value a breakdown. The page's `weeklySettings` are a part of the same shape. Codes of the stored form exist here and
 * in group-codes.ts alone.
 */

import type { Estimation, PointsScope } from '@tallyboard/core/measure/estimate.ts';
import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { SettingsProblem, SettingsSchema } from '../report.ts';
import { type DoneSettings, readDone, storedDone } from './done-settings.ts';
import { parseGroupType, serializeGroupType } from './group-codes.ts';
import { DEFAULT_SORTING, parseSorting, type Sorting, serializeSorting } from './sorting.ts';
import { codes, readStored, type StoredReader } from './stored.ts';

export interface StatusSettings extends DoneSettings {
  /** Null is the overview. */
  readonly groupBy: GroupBy | null;
  readonly estimation: Estimation;
  readonly showStatusBars: boolean;
  readonly sorting: Sorting;
  /** A number field that holds the story points; null detects it. */
  readonly pointsField: FieldId | null;
  readonly pointsScope: PointsScope;
}

const VERSION = 1;
const ESTIMATIONS = codes('count', 'points', 'time');
export const POINTS_SCOPES = ['all', 'parents', 'sub-tasks'] as const satisfies PointsScope[];

export const DEFAULT_STATUS_SETTINGS: StatusSettings = {
  groupBy: null,
  estimation: 'count',
  done: null,
  showStatusBars: true,
  sorting: DEFAULT_SORTING,
  pointsField: null,
  pointsScope: 'all',
};

/** Reads the shared part; `read` also tells the caller's own keys. */
export function parseStatusSettings(
  read: StoredReader,
  defaults: StatusSettings = DEFAULT_STATUS_SETTINGS,
): StatusSettings {
  return {
    groupBy: read.value<GroupBy | null>('gType', parseGroupType, defaults.groupBy),
    estimation: read.code('eType', ESTIMATIONS, defaults.estimation),
    done: readDone(read),
    showStatusBars: read.flag('showStatusBars', defaults.showStatusBars),
    sorting: read.value('sorting', parseSorting, defaults.sorting),
    pointsField: read.value('customSP', parsePointsField, defaults.pointsField),
    pointsScope: read.word('pointsScope', POINTS_SCOPES, defaults.pointsScope),
  };
}

export function serializeStatusSettings(settings: StatusSettings): Record<string, unknown> {
  return {
    version: VERSION,
    gType: serializeGroupType(settings.groupBy),
    eType: ESTIMATIONS.code(settings.estimation),
    ...storedDone(settings.done),
    showStatusBars: settings.showStatusBars,
    sorting: serializeSorting(settings.sorting),
    customSP: settings.pointsField ?? 0,
    pointsScope: settings.pointsScope,
  };
}

/** A schema of the shared settings and, with `own`, of what a report keeps besides. */
export function statusSchema<Own extends object>(
  defaults: StatusSettings,
  own: { readonly parse: (read: StoredReader) => Own; readonly serialize: (own: Own) => Own },
): SettingsSchema<StatusSettings & Own> {
  const parse = (stored: unknown) => {
    const read = readStored(stored);
    const value = { ...parseStatusSettings(read, defaults), ...own.parse(read) };
    return { value, problems: read.problems as readonly SettingsProblem[] };
  };
  return {
    defaults: parse(undefined).value,
    gadgetDefaults: parse({ gType: serializeGroupType(defaults.groupBy) }).value,
    parse,
    serialize: settings => ({ ...serializeStatusSettings(settings), ...own.serialize(settings) }),
  };
}

/** Which of the two reports stored settings of a status gadget ask for. */
export function statusReport(stored: unknown): 'overview' | 'breakdown' {
  return parseStatusSettings(readStored(stored)).groupBy === null ? 'overview' : 'breakdown';
}

/** Null, 0, '0' and '' detect the field. Undefined for what is no custom field. */
export function parsePointsField(raw: unknown): FieldId | null | undefined {
  if (raw === 0 || raw === '0' || raw === '') return null;
  return typeof raw === 'string' && /^customfield_\d+$/.test(raw) ? (raw as FieldId) : undefined;
}
