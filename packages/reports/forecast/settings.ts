import { QUERY_LEFT_OUT, type Rename } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import { FLOW_SETTINGS_WITHOUT_UNIT } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { renameTeams, TEAM_QUERIES } from '@tallyboard/report-kit/families/flow/team-queries.ts';
import { queryOfScope } from '@tallyboard/report-kit/families/parts/part-name.ts';
import { type PersonRole, personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import {
  type Codec,
  DAY,
  FLAG,
  text,
  whole,
  words,
} from '@tallyboard/report-kit/settings/codec.ts';
import { EVERYWHERE, FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import { groupCodec, renameGrouping } from '@tallyboard/report-kit/settings/group-codes.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const QUESTIONS = words({ 'how-many': 'How many', when: 'When', 'by-date': 'By a date' });
const CHARTS = words({
  'burn-up': 'Burn-up',
  outcomes: 'Outcomes',
  'track-record': 'Past forecasts',
});
const ORDERS = words({
  'side-by-side': 'On all of them side by side',
  'one-after-another': 'On one after another',
});
const HORIZON = whole(1, 730);
const ITEMS = whole(0, 100_000, 0);

const has = (codec: Codec<unknown>, stored: unknown): boolean =>
  stored !== undefined && stored !== null && (codec.parse(stored) ?? null) !== null;

function renameScope(scope: string, rename: Rename): string {
  if (queryOfScope(scope) !== null) return `jql:${QUERY_LEFT_OUT}`;
  return scope === '' || /^(version|sprint):\s*\d+$/i.test(scope) ? scope : rename('name', scope);
}

export const forecastSettings = settingsTable({
  ...FLOW_SETTINGS_WITHOUT_UNIT,
  question: {
    ...FORM_AND_PAGE,
    codec: QUESTIONS,
    default: 'how-many',
    label: 'Forecast',
    resolve: (given, { byDate, items, horizonDays }) => {
      if (given !== undefined) return given;
      if (has(DAY, byDate)) return 'by-date';
      return has(ITEMS, items) && !has(HORIZON, horizonDays) ? 'when' : undefined;
    },
  },
  horizonDays: { ...EVERYWHERE, codec: HORIZON, default: 30, label: 'Days ahead' },
  /** 0 for the open issues. */
  items: {
    ...FORM_AND_PAGE,
    codec: ITEMS,
    default: 0,
    label: 'Issues to finish',
    pageLabel: 'Issues (empty: all open)',
    help: 'Empty takes all open issues.',
  },
  /** Null for the end of `horizonDays`. */
  byDate: { ...FORM_AND_PAGE, codec: DAY, default: null, label: 'Date' },
  /** Empty for all open issues of the query. */
  scope: {
    ...FORM_AND_PAGE,
    codec: text(250),
    default: '',
    label: 'Scope',
    help: 'The key of an epic, version:ID, sprint:ID, jql:QUERY, or the name of a version or sprint. Empty takes all open issues.',
    rename: renameScope,
  },
  /** How the team works on the parts of the scope's kind. */
  order: { ...FORM_AND_PAGE, codec: ORDERS, default: 'side-by-side', label: 'Team works' },
  /** Keys or names, separated by commas. */
  sequence: {
    ...FORM_AND_PAGE,
    codec: text(2000),
    default: '',
    label: 'In the order',
    help: 'Keys or names, separated by commas. The others follow by rank, versions by release day.',
    rename: (sequence, rename) =>
      sequence
        .split(',')
        .map(each => rename('name', each.trim()))
        .join(', '),
  },
  /** Null for one team. */
  teams: {
    ...FORM_AND_PAGE,
    codec: groupCodec({ name: 'none', label: 'One team' }),
    rename: renameGrouping,
    default: null,
    label: 'Teams',
    help: 'Each team finishes its own open issues. All are done when the last one is.',
  },
  /** Of teams by a person. */
  accounts: accountSetting('Accounts of people'),
  /** Empty for the issues of the board or the reader's query. */
  teamQueries: {
    ...FORM_AND_PAGE,
    codec: TEAM_QUERIES,
    default: [],
    label: 'More sources',
    rename: renameTeams,
  },
  /** The items to finish grow by those that are created meanwhile. */
  growth: { ...EVERYWHERE, codec: FLAG, default: false, label: 'With new issues' },
  chart: { ...FORM_AND_PAGE, codec: CHARTS, default: 'burn-up', label: 'Chart' },
  historyDays: { ...EVERYWHERE, codec: whole(30, 3650), default: 90, label: 'Days of history' },
  calibrate: {
    ...EVERYWHERE,
    codec: FLAG,
    default: true,
    label: 'Corrected by past forecasts',
  },
  seed: {
    codec: whole(0, 2 ** 31 - 1),
    default: 1,
    label: 'Random seed',
    advanced: 'other',
  },
});

export type ForecastSettings = SettingsOf<typeof forecastSettings>;

/** The person who is a team; null for teams by anything else. */
export const teamRole = ({
  teams,
  teamQueries,
}: Pick<ForecastSettings, 'teams' | 'teamQueries'>): PersonRole | null =>
  teamQueries.length > 0 ? null : personRole(teams);
