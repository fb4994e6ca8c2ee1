/**
 * The page's `ageSettings`, with `gType` for which of the two reports: its number in the menu.
 */

import { codes, words } from '@tallyboard/report-kit/settings/codec.ts';
import { EVERYWHERE, goalSetting, OFF } from '@tallyboard/report-kit/settings/common-settings.ts';
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
  period: { ...EVERYWHERE, key: 'date', codec: PERIODS, default: 'month', label: 'Group by' },
  newestFirst: { ...OFF, ...EVERYWHERE, key: 'reverseList', label: 'Newest first' },
  expanded: { ...OFF, ...EVERYWHERE, key: 'expandTreeSetting', label: 'Show groups expanded' },
  goal: goalSetting('Unresolved issues, at most.', { drawn: false }),
  done: { ...DONE_SETTING, advanced: 'other' },
});

export type AgeSettings = SettingsOf<typeof ageSettings>;
export type AgeKind = AgeSettings['kind'];

/** What the ages count from. */
export const AGE_FROM: Readonly<Record<AgeKind, 'created' | 'updated'>> = {
  unresolved: 'created',
  stale: 'updated',
};
