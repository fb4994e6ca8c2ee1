/**
 * The settings of 'Issues By'. An unknown field reads as Project.
 */

import { type Codec, text, words } from '@tallyboard/report-kit/settings/codec.ts';
import { FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';
import { FIELD_CHOICES, readerOf } from './fields.ts';

/** As in the menu: 'assignee', 'Time to resolution', 'customfield_10050'. */
const FIELD: Codec<string> = {
  parse: raw => (typeof raw === 'string' && readerOf(raw) !== null ? raw : undefined),
  format: value => value,
  shape: {
    kind: 'choice',
    choices: FIELD_CHOICES,
    others: 'a custom field such as customfield_10050',
  },
};

const CHARTS = words({ bars: 'Bars', donut: 'Donut' });

export const issuesBySettings = settingsTable({
  field: { ...FORM_AND_PAGE, codec: FIELD, default: 'project', label: 'Field' },
  label: {
    codec: text(255),
    default: 'Project',
    label: 'Name of the field',
    rename: (label, rename) => rename('field', label),
    places: ['page'],
    resolve: (label, { field }) => label || (field === 'project' ? undefined : FIELD.parse(field)),
  },
  chart: { ...FORM_AND_PAGE, codec: CHARTS, default: 'bars', label: 'Chart' },
  done: DONE_SETTING,
});

export type IssuesBySettings = SettingsOf<typeof issuesBySettings>;
