import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import { Toggle } from '@tallyboard/ui/controls/toggle.tsx';
import type { ReactNode } from 'react';
import { dayOfStamp, stampOfDay } from '../settings/form-days.ts';
import { optionName, optionsOf, type SettingOption } from '../settings/options.ts';
import type { SettingsSchema } from '../settings/schema.ts';
import { Checks } from './check-group.tsx';

export interface SettingControlProps<Settings> {
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
  readonly context: Pick<ReportContext, 'zone'>;
  readonly name: keyof Settings & string;
  /** The value that is in force, where it is another one than that of the settings. */
  readonly value?: unknown;
  /** Where it depends on other settings. */
  readonly label?: string | undefined;
  readonly labelStyle?: 'hidden' | 'shown';
  /** A select in place of a switch. */
  readonly select?: boolean;
  readonly only?: (name: string) => boolean;
  /** For a value that is none of the choices, such as a custom field. */
  readonly otherLabel?: string;
  /** Settings that change with it. */
  readonly also?: Partial<Settings>;
}

/** The controls of a report's page, drawn from the table of its settings. */
export function settingControls<Settings>({ list }: SettingsSchema<Settings>) {
  return function SettingControl(props: SettingControlProps<Settings>): ReactNode {
    const { settings, onSettings, context, name, labelStyle, select, only, otherLabel, also } =
      props;
    const setting = list.find(each => each.name === name);
    if (!setting) throw new Error(`There is no setting ${name}.`);
    const { codec } = setting;
    const { shape } = codec;
    const label = props.label ?? setting.pageLabel ?? setting.label;
    const value: unknown = props.value === undefined ? settings[name] : props.value;
    const put = (next: unknown) => onSettings({ ...settings, [name]: next, ...also });
    if (shape.kind === 'flag')
      return <Toggle label={label} checked={value === true} onChange={put} />;
    if (shape.kind === 'instant')
      return (
        <DateField
          label={label}
          value={dayOfStamp(value as number | null, context.zone)}
          onChange={text => put(stampOfDay(text, context.zone))}
        />
      );
    if (shape.kind === 'flags')
      return (
        <Checks
          options={optionsOf(shape)}
          value={value as Readonly<Record<string, boolean>>}
          onChange={put}
        />
      );
    const all = optionsOf(shape).filter(option => only?.(option.name) ?? true);
    const chosen = optionName(codec, value, all);
    const options = withOther(all, chosen, otherLabel).map(option => {
      return { value: option.name, label: option.label };
    });
    const field = { label, options, value: chosen, onChange: (to: string) => put(codec.parse(to)) };
    return select ? (
      <ChoiceField {...field} hideLabel={labelStyle === 'hidden'} />
    ) : (
      <SegmentedSwitch {...field} showLabel={labelStyle === 'shown'} />
    );
  };
}

function withOther(
  options: readonly SettingOption[],
  chosen: string,
  label: string | undefined,
): readonly SettingOption[] {
  return label === undefined || options.some(({ name }) => name === chosen)
    ? options
    : [...options, { name: chosen, label }];
}
