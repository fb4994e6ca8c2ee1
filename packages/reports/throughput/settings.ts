import { FLOW_DAYS } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { FLOW_SETTINGS, UNUSED_UNIT } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { words } from '@tallyboard/report-kit/settings/codec.ts';
import { FORM_AND_PAGE, OFF } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const UNITS = words({ day: 'Day', week: 'Week', month: 'Month' });

export const throughputSettings = settingsTable({
  workflow: FLOW_SETTINGS.workflow,
  board: FLOW_SETTINGS.board,
  startRule: FLOW_SETTINGS.startRule,
  done: FLOW_SETTINGS.done,
  types: FLOW_SETTINGS.types,
  unit: UNUSED_UNIT,
  timeUnit: { ...FORM_AND_PAGE, key: 'timeUnit', codec: UNITS, default: 'week', label: 'Period' },
  ...FLOW_DAYS,
  delivery: { ...FORM_AND_PAGE, ...OFF, key: 'delivery', label: 'Delivery (proxies)' },
});

export type ThroughputSettings = SettingsOf<typeof throughputSettings>;
