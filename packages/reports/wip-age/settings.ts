import { FLOW_SETTINGS } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const wipAgeSettings = settingsTable({ ...FLOW_SETTINGS });

export type WipAgeSettings = SettingsOf<typeof wipAgeSettings>;
