import type { Rename } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import type { GroupBy, NamedGrouping } from '@tallyboard/core/measure/group-by.ts';
import { isLevelGrouping } from '@tallyboard/core/measure/level-grouping.ts';
import { choices, isCustomField, text, whole } from '../../settings/codec.ts';
import { EVERYWHERE, FORM_AND_PAGE } from '../../settings/common-settings.ts';
import { GROUP_CHOICES, orCustomField, renameGrouping } from '../../settings/group-codes.ts';
import type { SlaGrouping } from './sla-figures.ts';

const GROUPS = GROUP_CHOICES.map(({ groupBy, label }) => ({
  value: groupBy,
  code: groupBy,
  name: groupBy,
  label,
}));

/** The names are stored. */
const BY = orCustomField<NamedGrouping | 'sla' | 'goal'>(
  choices([
    { value: 'sla', code: 'sla', name: 'sla', label: 'SLA' },
    { value: 'goal', code: 'goal', name: 'goal', label: 'Goal' },
    ...GROUPS,
  ]),
);

const renameBy = (by: SlaGrouping, rename: Rename) =>
  isLevelGrouping(by) ? renameGrouping(by, rename) : by;

/** A grouping of SLAs, too. */
export const SLA_GROUPING = {
  ...FORM_AND_PAGE,
  codec: BY,
  default: 'sla',
  label: 'Group by',
  rename: renameBy,
} as const;

/** A grouping of issues, stored by its name. */
export const DESK_GROUPING = {
  ...FORM_AND_PAGE,
  codec: orCustomField<NamedGrouping>(choices(GROUPS)),
  default: 'request-type',
  label: 'Group by',
  rename: (by: GroupBy, rename: Rename): GroupBy => renameGrouping(by, rename),
} as const;

export const SLA_NAME = {
  ...FORM_AND_PAGE,
  codec: text(255),
  default: '',
  label: 'SLA',
  rename: (sla: string, rename: Rename) =>
    sla === '' || isCustomField(sla) ? sla : rename('field', sla),
} as const;

export const lastDays = (label: string) =>
  ({ ...EVERYWHERE, codec: whole(1, 366), default: 30, label }) as const;
