import { useState } from 'react';
import type { FormRules, FormSite } from '../form/form-rules.ts';
import { AdvancedFields, MainFields, SelectionFields } from '../form/settings-form.tsx';
import type { SettingsSchema } from '../settings/schema.ts';

export interface TestFormProps<Settings> {
  readonly schema: SettingsSchema<Settings>;
  readonly rules?: FormRules<Settings>;
  readonly initial?: Partial<Settings>;
  readonly site: FormSite;
  readonly onChange?: (settings: Settings) => void;
}

/** The settings of a gadget form, as a page keeps them. */
export function TestForm<Settings>(props: TestFormProps<Settings>) {
  const { schema, rules = {}, initial, site, onChange } = props;
  const [settings, setSettings] = useState<Settings>({ ...schema.defaults, ...initial });
  const form = {
    schema,
    rules,
    settings,
    site,
    onChange(next: Settings) {
      setSettings(next);
      onChange?.(next);
    },
  };
  return (
    <>
      <MainFields {...form} />
      <SelectionFields {...form} />
      <AdvancedFields {...form} />
    </>
  );
}
