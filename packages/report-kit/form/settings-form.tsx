import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { useState } from 'react';
import type { AdvancedGroup, AnySetting, Place, SettingsSchema } from '../settings/schema.ts';
import { FormFields } from './form-fields.tsx';
import type { FormRules, FormSite } from './form-rules.ts';
import { SettingField } from './setting-field.tsx';

export interface SettingsFormProps<Settings> {
  readonly schema: SettingsSchema<Settings>;
  readonly rules: FormRules<Settings>;
  readonly settings: Settings;
  readonly site: FormSite;
  readonly onChange: (settings: Settings) => void;
}

const GROUPS: Readonly<Record<AdvancedGroup, string>> = {
  display: 'Display',
  calendar: 'Calendar',
  other: 'Other',
};

/** Whether a setting can be changed there; only in the gadget form by default. */
export const isAt = ({ places = ['form'] }: AnySetting, place: Place): boolean =>
  places.includes(place);

export function MainFields<Settings>(props: SettingsFormProps<Settings>) {
  const isMain = ({ advanced, selects }: AnySetting) => !advanced && !selects;
  return <Fields {...props} list={formSettings(props).filter(isMain)} />;
}

/** The settings that choose issues. */
export function SelectionFields<Settings>(props: SettingsFormProps<Settings>) {
  return <Fields {...props} list={formSettings(props).filter(({ selects }) => selects)} />;
}

/** Advanced settings, open if one of them is invalid. */
export function AdvancedFields<Settings>(props: SettingsFormProps<Settings>) {
  const [chosen, setOpen] = useState(false);
  const list = formSettings(props).filter(({ advanced }) => advanced);
  if (list.length === 0) return null;
  const problems = errorsOf(props);
  const open = chosen || list.some(({ key }) => problems.has(key));
  return (
    <Disclosure
      title={open ? 'Hide Advanced Settings' : 'Show Advanced Settings'}
      open={open}
      onOpenChange={setOpen}
    >
      <FormFields>
        {Object.entries(GROUPS).map(([group, title]) => {
          const members = list.filter(({ advanced }) => advanced === group);
          return (
            members.length > 0 && (
              <div key={group} className="tb-form-fields">
                <h3>{title}</h3>
                <Fields {...props} list={members} />
              </div>
            )
          );
        })}
      </FormFields>
    </Disclosure>
  );
}

function Fields<Settings>({
  list,
  ...props
}: SettingsFormProps<Settings> & { readonly list: readonly AnySetting[] }) {
  const errors = errorsOf(props);
  return (
    <FormFields>
      {list.map(setting => (
        <SettingField
          key={setting.name}
          setting={setting}
          rule={ruleOf(props.rules, setting)}
          settings={props.settings}
          site={props.site}
          error={errors.get(setting.key)}
          onChange={props.onChange}
        />
      ))}
    </FormFields>
  );
}

const ruleOf = <Settings,>(rules: FormRules<Settings>, { name }: AnySetting) =>
  rules[name as keyof Settings];

const formSettings = <Settings,>({ schema, rules, settings }: SettingsFormProps<Settings>) =>
  schema.list.filter(
    setting => isAt(setting, 'form') && (ruleOf(rules, setting)?.when?.(settings) ?? true),
  );

/** By stored key. */
const errorsOf = <Settings,>({ schema, settings }: SettingsFormProps<Settings>) =>
  new Map(schema.check(settings).map(({ path, text }) => [path, text]));
