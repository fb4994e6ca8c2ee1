/**
 * The settings of 'Issues By'. An unknown field reads as Project.
 */

import { isLevelGrouping } from '@tallyboard/core/measure/level-grouping.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { type Codec, text, words } from '@tallyboard/report-kit/settings/codec.ts';
import { FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import {
  groupWord,
  LEVEL_TEXT,
  parseLevel,
  renameGrouping,
} from '@tallyboard/report-kit/settings/group-codes.ts';
import { ROLL_UP_RULES } from '@tallyboard/report-kit/settings/roll-up-setting.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';
import { FIELD_CHOICES, knownLabel, parseSlaName, readerOf, SLA_TEXT } from './fields.ts';

/** As in the menu: 'assignee', 'Time to resolution', 'customfield_10050'. */
const FIELD: Codec<string> = {
  parse: raw => (typeof raw === 'string' && readerOf(raw) !== null ? raw : undefined),
  format: value => value,
  shape: {
    kind: 'choice',
    choices: FIELD_CHOICES,
    others: `a custom field such as customfield_10050, ${SLA_TEXT}, or ${LEVEL_TEXT}`,
  },
};

const MEASURES = words({ issues: 'Issues', points: 'Story points', time: 'Time' });
const CHARTS = words({ bars: 'Bars', donut: 'Donut' });

export const issuesBySettings = settingsTable({
  field: {
    ...FORM_AND_PAGE,
    codec: FIELD,
    default: 'project',
    label: 'Field',
    rename: (field, rename) => {
      const sla = parseSlaName(field);
      if (sla !== undefined) return `sla:${rename('field', sla)}`;
      const level = parseLevel(field);
      return level ? groupWord(renameGrouping(level, rename)) : field;
    },
  },
  label: {
    codec: text(255),
    default: 'Project',
    label: 'Name of the field',
    rename: (label, rename) => rename('field', label),
    places: ['page'],
    resolve: (label, { field }) =>
      label ||
      (field === 'project'
        ? undefined
        : (parseSlaName(String(field)) ??
          parseLevel(field)?.level ??
          knownLabel(String(field)) ??
          FIELD.parse(field))),
  },
  /** Of assignees, reporters and creators. */
  accounts: accountSetting('Accounts of people'),
  /** Of epics and other levels. */
  measure: { ...FORM_AND_PAGE, codec: MEASURES, default: 'issues', label: 'Measured in' },
  rule: {
    ...FORM_AND_PAGE,
    codec: ROLL_UP_RULES,
    default: 'children-else-own',
    label: 'Estimates count',
    help: 'Where an epic and what is below it both have an estimate, they mean the same work.',
  },
  chart: { ...FORM_AND_PAGE, codec: CHARTS, default: 'bars', label: 'Chart' },
  done: DONE_SETTING,
});

export type IssuesBySettings = SettingsOf<typeof issuesBySettings>;

/** Whether the values are issues with others below them. */
export function hasLevels({ field }: Pick<IssuesBySettings, 'field'>): boolean {
  const read = readerOf(field)?.read;
  return read === 'epic' || isLevelGrouping(read);
}
