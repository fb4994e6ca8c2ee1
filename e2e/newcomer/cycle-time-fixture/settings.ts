import { FLAG } from '@tallyboard/report-kit/settings/codec.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const cycleTimeSettings = settingsTable({
  scatter: {
    key: 'showScatter',
    codec: FLAG,
    default: true,
    label: 'Show single issues',
    places: ['form', 'page', 'global'],
  },
  done: { ...DONE_SETTING, advanced: 'other' },
});

export type CycleTimeSettings = SettingsOf<typeof cycleTimeSettings>;
