import { groupableFields } from '@tallyboard/core/measure/groupable-fields.ts';
import { CheckGroup } from '@tallyboard/report-kit/form/check-group.tsx';
import {
  customOption,
  INITIATIVES,
  type IssuesByOption,
  issuesByOptions,
} from '@tallyboard/reports/issues-by/fields.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { useSession } from '../start/session.ts';
import { addableFields, isAdded, withOptions, withoutOption } from './fields-document.ts';
import { type EditorProps, SettingForm } from './setting-form.tsx';

/** The fields with an 'Issues By' report: the key 'enabled-fields'. */
export function FieldsForm({ setting, editing }: EditorProps) {
  const { site } = useSession();
  const { draft } = editing;
  const options = issuesByOptions(draft, site.special, site.fields);
  const put = (next: readonly IssuesByOption[]) => setting.edit(withOptions(draft, next));
  const fields = addableFields(groupableFields(site.fields, site.special), options);
  const levels = [INITIATIVES].filter(({ field }) => options.every(each => each.field !== field));
  const addable = [...fields.map(customOption), ...levels];
  return (
    <SettingForm
      setting={setting}
      editing={editing}
      finish={document => document}
      summary={`${options.filter(({ enabled }) => enabled).length} fields in the menu`}
    >
      <CheckGroup label="Fields in the menu of the Custom tab">
        {options.map(option => (
          <div key={option.field} className="tb-row tb-settings__field">
            <Checkbox
              label={option.label}
              checked={option.enabled}
              onChange={enabled =>
                put(options.map(each => (each === option ? { ...each, enabled } : each)))
              }
            />
            {isAdded(option) && (
              <Button
                appearance="link"
                aria-label={`Remove ${option.label}`}
                onClick={() => setting.edit(withoutOption(draft, options, option.field))}
              >
                Remove
              </Button>
            )}
          </div>
        ))}
      </CheckGroup>
      {addable.length > 0 && (
        <ChoiceField<string>
          label="Add a custom field or a level"
          options={[
            { value: '', label: 'Choose a field' },
            ...addable.map(({ field, label }) => ({ value: field, label })),
          ]}
          value=""
          onChange={id => put([...options, ...addable.filter(({ field }) => field === id)])}
        />
      )}
    </SettingForm>
  );
}
