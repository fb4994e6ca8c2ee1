/**
 * The page's `ageSettings`, with `gType` for which of the two reports: its number in the menu.
 */

import { codes, words } from '@tallyboard/report-kit/settings/codec.ts';
import { OFF } from '@tallyboard/report-kit/settings/common-settings.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const KINDS = codes(
  {
    unresolved: 'Unresolved issues, by when they were created',
    stale: 'Stale issues, by when they were last updated',
  },
  [-8, -9],
);
const PERIODS = words({ month: 'Month', week: 'Week' });

export const ageSettings = settingsTable({
  kind: { key: 'gType', codec: KINDS, default: 'unresolved', label: 'Report' },
  period: {
    key: 'date',
    codec: PERIODS,
    default: 'month',
    label: 'Group by',
    places: ['form', 'page', 'global'],
  },
  newestFirst: {
    ...OFF,
    key: 'reverseList',
    label: 'Newest first',
    places: ['form', 'page', 'global'],
  },
  expanded: {
    ...OFF,
    key: 'expandTreeSetting',
    label: 'Show groups expanded',
    places: ['form', 'page', 'global'],
  },
  done: { ...DONE_SETTING, advanced: 'other' },
});

export type AgeSettings = SettingsOf<typeof ageSettings>;
export type AgeKind = AgeSettings['kind'];
