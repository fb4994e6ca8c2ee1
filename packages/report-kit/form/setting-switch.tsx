import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { Toggle } from '@tallyboard/ui/controls/toggle.tsx';
import type { ReactNode } from 'react';
import { optionName, optionsOf } from '../settings/codec.ts';
import type { SettingsSchema } from '../settings/schema.ts';

export interface SettingControlProps<Settings> {
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
  readonly context: Pick<ReportContext, 'zone'>;
  readonly name: keyof Settings & string;
  /** The value in force, if it differs from the settings. */
  readonly value?: unknown;
  readonly label?: string | undefined;
  readonly labelStyle?: 'hidden' | 'shown';
  readonly only?: (name: string) => boolean;
  /** Label of a value that is no choice, such as a custom field. */
  readonly otherLabel?: string;
}

export function controlOf<Settings>(
  { list }: SettingsSchema<Settings>,
  { settings, onSettings, name, value, label, only }: SettingControlProps<Settings>,
) {
  const setting = list.find(each => each.name === name);
  if (!setting) throw new Error(`There is no setting ${name}.`);
  const { codec } = setting;
  const inForce: unknown = value === undefined ? settings[name] : value;
  const options = optionsOf(codec.shape).filter(option => only?.(option.name) ?? true);
  return {
    codec,
    label: label ?? setting.pageLabel ?? setting.label,
    value: inForce,
    options: options.map(option => ({ value: option.name, label: option.label })),
    chosen: optionName(codec, inForce, options),
    put: (next: unknown) => onSettings({ ...settings, [name]: next }),
  };
}

/** The switches of a report's page: a toggle for a flag, a segmented switch for a choice. */
export function settingSwitches<Settings>(schema: SettingsSchema<Settings>) {
  return function SettingSwitch(props: SettingControlProps<Settings>): ReactNode {
    const { codec, label, value, options, chosen, put } = controlOf(schema, props);
    if (codec.shape.kind === 'flag')
      return <Toggle label={label} checked={value === true} onChange={put} />;
    return (
      <SegmentedSwitch
        label={label}
        options={withOther(options, chosen, props.otherLabel)}
        value={chosen}
        onChange={name => put(codec.parse(name))}
        showLabel={props.labelStyle === 'shown'}
      />
    );
  };
}

type Options = readonly { readonly value: string; readonly label: string }[];

/** The options, with the chosen value where it is none of them and has a label. */
export function withOther(options: Options, chosen: string, label: string | undefined): Options {
  const isOther = label !== undefined && !options.some(({ value }) => value === chosen);
  return isOther ? [...options, { value: chosen, label }] : options;
}
