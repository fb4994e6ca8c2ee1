import { groupableFields } from '@tallyboard/core/measure/groupable-fields.ts';
import { personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import { customFields } from '@tallyboard/report-kit/form/field-options.ts';
import type { FormRules, FormSite } from '@tallyboard/report-kit/form/form-rules.ts';
import type { SettingOption } from '@tallyboard/report-kit/settings/codec.ts';
import { parseLevel } from '@tallyboard/report-kit/settings/group-codes.ts';
import { issuesByOptions, readerOf } from './fields.ts';
import { hasLevels, type IssuesBySettings } from './settings.ts';

/** Known fields that the site has, and its custom fields. */
function options(all: readonly SettingOption[], { fields, special }: FormSite) {
  const own = new Set(issuesByOptions(null, special, fields).map(({ field }) => field));
  return [
    ...all.filter(({ name }) => own.has(name)),
    ...customFields(groupableFields(fields, special)),
  ];
}

export default {
  field: {
    options: (all, _settings, site) => options(all, site),
    also: ({ field }, { fields, special }) => {
      const known = issuesByOptions(null, special, fields).find(each => each.field === field);
      const named = fields.find(({ id }) => (id as string) === field);
      return { label: known?.label ?? named?.name ?? parseLevel(field)?.level ?? field };
    },
  },
  accounts: { when: ({ field }) => personRole(readerOf(field)?.read) !== null },
  measure: { when: hasLevels },
  rule: { when: settings => hasLevels(settings) && settings.measure !== 'issues' },
} satisfies FormRules<IssuesBySettings>;
