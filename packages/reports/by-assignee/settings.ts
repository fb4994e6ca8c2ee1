/**
 * The settings of the two reports by assignee. `gType` is their number in the menu: -1 created and resolved, -2
 * resolution time. The rest are the page's `weeklySettings`.
 */

import { STATUS_SETTINGS } from '@tallyboard/report-kit/families/status/status-settings.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { type ChoiceCodec, type Codec, codes } from '@tallyboard/report-kit/settings/codec.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export type AssigneeMode = 'created-resolved' | 'resolution-time';
export type AssigneeChart =
  | 'created-resolved'
  | 'percent-resolved'
  | 'average-time'
  | 'compared-to-average';

const MODES = codes(
  { 'created-resolved': 'Created and Resolved', 'resolution-time': 'Resolution/Lead Time' },
  [-1, -2],
);

const COUNT_CHARTS: ChoiceCodec<AssigneeChart> = codes({
  'created-resolved': 'Created/Resolved',
  'percent-resolved': 'Percent Resolved',
  'compared-to-average': 'Compared to Average',
});
const TIME_CHARTS: ChoiceCodec<AssigneeChart> = codes({
  'average-time': 'Average Resolution Time',
  'compared-to-average': 'Compared to Average',
});

/** The charts of each mode; the first is the default. */
export const CHARTS: Readonly<Record<AssigneeMode, ChoiceCodec<AssigneeChart>>> = {
  'created-resolved': COUNT_CHARTS,
  'resolution-time': TIME_CHARTS,
};

const ANY_CHART: Codec<AssigneeChart> = {
  parse: raw => COUNT_CHARTS.parse(raw) ?? TIME_CHARTS.parse(raw),
  format: (chart, { mode }) =>
    (mode === 'resolution-time' ? TIME_CHARTS : COUNT_CHARTS).format(chart, {}),
  shape: {
    kind: 'choice',
    choices: [
      { code: 0, name: 'created-resolved', label: 'Created/Resolved' },
      { code: 1, name: 'percent-resolved', label: 'Percent Resolved' },
      { code: 0, name: 'average-time', label: 'Average Resolution Time' },
      { code: 2, name: 'compared-to-average', label: 'Compared to Average' },
    ],
  },
};

export const byAssigneeSettings = settingsTable({
  mode: {
    key: 'gType',
    codec: MODES,
    default: 'created-resolved',
    label: 'Report',
    places: ['form', 'page'],
  },
  chart: {
    key: 'chartType',
    codec: ANY_CHART,
    default: 'created-resolved',
    label: 'Chart type',
    places: ['form', 'page'],
    // The page stores one code for both modes: a chart of the other mode reads as the first of this one.
    resolve(_chart, { gType, chartType }) {
      const mode = MODES.parse(gType) ?? 'created-resolved';
      return CHARTS[mode].parse(chartType) ?? CHARTS[mode].options[0]?.value;
    },
  },
  accounts: accountSetting('Assigned to'),
  ...STATUS_SETTINGS,
});

export type ByAssigneeSettings = SettingsOf<typeof byAssigneeSettings>;
