import { FINISH_PERIOD } from '@tallyboard/report-kit/families/flow/finish-periods.ts';
import { FINISHED_DAYS } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { FLOW_SETTINGS_WITHOUT_UNIT } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { LIMITS_SETTING } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { type Codec, FLAG, words } from '@tallyboard/report-kit/settings/codec.ts';
import {
  EVERYWHERE,
  FORM_AND_PAGE,
  goalSetting,
} from '@tallyboard/report-kit/settings/common-settings.ts';
import { nameList } from '@tallyboard/report-kit/settings/name-list.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const TIMES = words({ elapsed: 'Elapsed time', working: 'Working time' });
/** Shares of whole days would count a move within a day as a day of both columns. */
const UNITS: Codec<'elapsed' | 'working'> & Pick<typeof TIMES, 'options'> = {
  ...TIMES,
  parse: raw => (raw === 'days' ? 'elapsed' : TIMES.parse(raw)),
};

const CHARTS = words({ columns: 'Time by column', trend: 'Flow efficiency over time' });

export const flowEfficiencySettings = settingsTable({
  /** A gadget has one of the charts of the page. */
  chart: { codec: CHARTS, default: 'columns', label: 'Chart' },
  ...FLOW_SETTINGS_WITHOUT_UNIT,
  unit: { ...EVERYWHERE, codec: UNITS, default: 'elapsed', label: 'Unit' },
  waitColumns: {
    ...FORM_AND_PAGE,
    codec: nameList('names of columns in which issues wait, between commas'),
    default: [],
    label: 'Wait columns',
    rename: (columns, rename) => columns.map(name => rename('column', name)),
  },
  waitStatuses: {
    ...EVERYWHERE,
    codec: nameList('names or ids of statuses in which issues wait, between commas'),
    default: [],
    label: 'Wait statuses',
    help: 'Statuses in which issues wait, between commas.',
    rename: (statuses, rename) => statuses.map(name => rename('status', name)),
  },
  waitFlagged: { ...EVERYWHERE, codec: FLAG, default: true, label: 'Flagged issues wait' },
  /** Off by default: changes of links have no field id, so that Jira Cloud sends whole histories for them. */
  waitBlocked: {
    ...EVERYWHERE,
    codec: FLAG,
    default: false,
    label: 'Issues blocked by a link wait',
  },
  period: FINISH_PERIOD,
  ...FINISHED_DAYS,
  limits: LIMITS_SETTING,
  goal: goalSetting('Flow efficiency in percent, at least.', { drawn: true }),
});

export type FlowEfficiencySettings = SettingsOf<typeof flowEfficiencySettings>;
