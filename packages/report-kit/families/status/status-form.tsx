import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import type { ReactNode } from 'react';
import type { FormProps } from '../../contract.ts';
import { AdvancedSettings } from '../../settings/advanced-settings.tsx';
import { DoneField } from '../../settings/done-field.tsx';
import { fieldOptions, pickedField } from '../../settings/field-options.ts';
import { FormFields } from '../../settings/form-fields.tsx';
import { GROUP_CHOICES, groupWord, parseGroupWord } from '../../settings/group-codes.ts';
import { SORT_CHOICES, serializeSorting } from '../../table/sorting.ts';
import { ESTIMATIONS, POINTS_SCOPES, type StatusSettings } from './status-settings.ts';

const OVERVIEW = 'overview';

type GadgetSettings = StatusSettings & { readonly groupBy: GroupBy | null };

/** The fields of the status gadget, for both of its reports: choosing a type with or without groups changes between them. */
export function StatusForm<Settings extends GadgetSettings>({
  settings,
  site,
  onChange,
  children,
}: FormProps<Settings> & {
  /** Further advanced fields of the report. */
  readonly children?: ReactNode;
}) {
  const set = (change: Partial<GadgetSettings>) => onChange({ ...settings, ...change });
  return (
    <FormFields>
      <ChoiceField
        label="Gadget type"
        options={typeOptions(site.fields)}
        value={settings.groupBy === null ? OVERVIEW : groupWord(settings.groupBy)}
        onChange={word => set({ groupBy: parseGroupWord(word) })}
      />
      <ChoiceField
        label="Estimation type"
        options={ESTIMATIONS.options}
        value={settings.estimation}
        onChange={estimation => set({ estimation })}
      />
      <DoneField value={settings.done} onChange={done => set({ done })} />
      <Checkbox
        label="Always show stacked status bars"
        checked={settings.showStatusBars}
        onChange={showStatusBars => set({ showStatusBars })}
      />
      <AdvancedSettings>
        <FormFields>
          <ChoiceField
            label="Sort breakdown"
            options={SORT_CHOICES.map(({ label, sorting }) => ({
              value: serializeSorting(sorting),
              label,
            }))}
            value={serializeSorting(settings.sorting)}
            onChange={stored =>
              set({
                sorting:
                  SORT_CHOICES.find(each => serializeSorting(each.sorting) === stored)?.sorting ??
                  settings.sorting,
              })
            }
          />
          <ChoiceField
            label="Story points field"
            help="Auto-detect takes Story Points, and Story point estimate where that is empty."
            options={fieldOptions(site.fields, 'points')}
            value={settings.pointsField ?? ''}
            onChange={id => set({ pointsField: pickedField(id) })}
          />
          <ChoiceField
            label="Story points count of"
            options={POINTS_SCOPES.options}
            value={settings.pointsScope}
            onChange={pointsScope => set({ pointsScope })}
          />
          {children}
        </FormFields>
      </AdvancedSettings>
    </FormFields>
  );
}

function typeOptions(fields: readonly Field[]) {
  return [
    { value: OVERVIEW, label: 'Status overview' },
    ...GROUP_CHOICES.map(({ groupBy, label }) => ({
      value: groupBy as string,
      label,
      group: 'Group by',
    })),
    ...custom(fields).map(field => ({
      value: field.id as string,
      label: field.name,
      group: 'Group by a custom field',
    })),
  ];
}

function custom(fields: readonly Field[]): readonly Field[] {
  return fields.filter(field => field.custom).toSorted((a, b) => a.name.localeCompare(b.name));
}
