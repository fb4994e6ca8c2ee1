import { WEEKDAY_NAMES } from '@tallyboard/core/time/calendar-definition.ts';
import type { FormProps } from '@tallyboard/report-kit/contract.ts';
import { AdvancedSettings } from '@tallyboard/report-kit/settings/advanced-settings.tsx';
import { CheckGroup } from '@tallyboard/report-kit/settings/check-group.tsx';
import { DoneField } from '@tallyboard/report-kit/settings/done-field.tsx';
import { fieldOptions, pickedField } from '@tallyboard/report-kit/settings/field-options.ts';
import { dayOfStamp, stampOfDay } from '@tallyboard/report-kit/settings/form-days.ts';
import { FormFields } from '@tallyboard/report-kit/settings/form-fields.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { DateField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import {
  BURN_GRAPHS,
  type BurnSettings,
  ESTIMATIONS,
  GRAPH_NAMES,
  isSprintType,
  TYPES,
} from './settings.ts';

/** The fields of the burn gadget. Choosing another type lets the shell go back to that type's preset. */
export default function BurnForm({ settings, site, onChange }: FormProps<BurnSettings>) {
  const set = (change: Partial<BurnSettings>) => onChange({ ...settings, ...change });
  return (
    <FormFields>
      <ChoiceField
        label="Gadget type"
        options={TYPES.options}
        value={settings.type}
        onChange={type => set({ type })}
      />
      <ChoiceField
        label="Estimation type"
        options={ESTIMATIONS.options}
        value={settings.estimation}
        onChange={estimation => set({ estimation })}
      />
      <DoneField value={settings.done} onChange={done => set({ done })} />
      <CheckGroup label="Show graphs">
        {BURN_GRAPHS.map(id => (
          <Checkbox
            key={id}
            label={GRAPH_NAMES[id]}
            checked={settings.graphs[id]}
            onChange={checked => set({ graphs: { ...settings.graphs, [id]: checked } })}
          />
        ))}
      </CheckGroup>
      {isSprintType(settings.type) ? (
        <Checkbox
          label="Combine sprints"
          checked={settings.singleChart}
          onChange={singleChart => set({ singleChart })}
        />
      ) : (
        <>
          <DateField
            label="Start of interval"
            help="Empty for 7 days before today."
            value={dayOfStamp(settings.from)}
            onChange={text => set({ from: stampOfDay(text) })}
          />
          <DateField
            label="End of interval"
            help="Empty for 7 days after today."
            value={dayOfStamp(settings.to)}
            onChange={text => set({ to: stampOfDay(text) })}
          />
        </>
      )}
      <AdvancedSettings>
        <FormFields>
          <CheckGroup label="Working days">
            {WEEKDAY_NAMES.map((name, day) => (
              <Checkbox
                key={name}
                label={name}
                checked={settings.workingDays[day] === true}
                onChange={checked => set({ workingDays: settings.workingDays.with(day, checked) })}
              />
            ))}
          </CheckGroup>
          <TextField
            label="Date format"
            help="Such as M/D/YYYY. Empty for the format of the app."
            value={settings.dateFormat ?? ''}
            onChange={text => set({ dateFormat: text.trim() === '' ? null : text })}
          />
          <ChoiceField
            label="Story points field"
            help="Auto-detect takes Story Points, and Story point estimate where that is empty."
            options={fieldOptions(site.fields, 'points')}
            value={settings.pointsField ?? ''}
            onChange={id => set({ pointsField: pickedField(id) })}
          />
          <ChoiceField
            label="Sprint field"
            options={fieldOptions(site.fields, 'sprint')}
            value={settings.sprintField ?? ''}
            onChange={id => set({ sprintField: pickedField(id) })}
          />
        </FormFields>
      </AdvancedSettings>
    </FormFields>
  );
}
