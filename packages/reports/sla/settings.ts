import type { NamedGrouping } from '@tallyboard/core/measure/group-by.ts';
import { isLevelGrouping } from '@tallyboard/core/measure/level-grouping.ts';
import {
  choices,
  isCustomField,
  text,
  whole,
  words,
} from '@tallyboard/report-kit/settings/codec.ts';
import { EVERYWHERE, FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import {
  GROUP_CHOICES,
  orCustomField,
  renameGrouping,
} from '@tallyboard/report-kit/settings/group-codes.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

/** The names are stored. */
const BY = orCustomField<NamedGrouping | 'sla' | 'goal'>(
  choices([
    { value: 'sla', code: 'sla', name: 'sla', label: 'SLA' },
    { value: 'goal', code: 'goal', name: 'goal', label: 'Goal' },
    ...GROUP_CHOICES.map(({ groupBy, label }) => ({
      value: groupBy,
      code: groupBy,
      name: groupBy,
      label,
    })),
  ]),
);

export const slaSettings = settingsTable({
  sla: {
    ...FORM_AND_PAGE,
    codec: text(255),
    default: '',
    label: 'SLA',
    help: 'The name of an SLA, or the id of its field. Leave empty for all.',
    rename: (sla, rename) => (sla === '' || isCustomField(sla) ? sla : rename('field', sla)),
  },
  by: {
    ...FORM_AND_PAGE,
    codec: BY,
    default: 'sla',
    label: 'Group by',
    rename: (by, rename) => (isLevelGrouping(by) ? renameGrouping(by, rename) : by),
  },
  cycles: {
    ...FORM_AND_PAGE,
    codec: words({ last: 'Last cycle of each issue', any: 'All cycles' }),
    default: 'last',
    label: 'Stopped cycles',
  },
  lastDays: { ...EVERYWHERE, codec: whole(1, 366), default: 30, label: 'Stopped in the last days' },
  riskHours: {
    ...EVERYWHERE,
    codec: whole(1, 168),
    default: 1,
    label: 'At risk within hours',
  },
});

export type SlaSettings = SettingsOf<typeof slaSettings>;
export type SlaGrouping = SlaSettings['by'];
