import { FormFields } from '@tallyboard/report-kit/form/form-fields.tsx';
import { SettingField } from '@tallyboard/report-kit/form/setting-field.tsx';
import { isAt } from '@tallyboard/report-kit/form/settings-form.tsx';
import { editSection, typedSettings } from '../section.ts';
import { globalLabel, type ReportSection } from '../sections.ts';
import { type PaneProps, problemOf } from './pane.ts';

/** The settings of a report that all users share, from its table alone. */
export function ReportPane(props: PaneProps & { readonly section: ReportSection }) {
  const { section, document, site, onChange } = props;
  const { key, schema } = section;
  return (
    <FormFields>
      {schema.list
        .filter(setting => isAt(setting, 'global'))
        .map(setting => (
          <SettingField
            key={setting.name}
            setting={setting}
            rule={{ label: () => globalLabel(setting) }}
            settings={typedSettings(document, section)}
            site={site}
            error={problemOf(props, key, setting.key)}
            onChange={({ [setting.name]: value }) =>
              onChange(editSection(document, key, schema, { [setting.name]: value }))
            }
          />
        ))}
    </FormFields>
  );
}
