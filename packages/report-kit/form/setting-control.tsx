import { dayText } from '@tallyboard/core/time/day.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import type { ReactNode } from 'react';
import { optionsOf } from '../settings/codec.ts';
import { dayOfStamp, stampOfDay } from '../settings/form-days.ts';
import type { SettingsSchema } from '../settings/schema.ts';
import { Checks } from './check-group.tsx';
import { levelOptions } from './level-options.ts';
import {
  controlOf,
  type SettingControlProps,
  settingSwitches,
  withOther,
} from './setting-switch.tsx';
import { WholeField } from './whole-field.tsx';

/** All controls of a report's page. A view that needs only switches loads less code with settingSwitches. */
export function settingControls<Settings>(schema: SettingsSchema<Settings>) {
  const SettingSwitch = settingSwitches(schema);
  return function SettingControl(
    props: SettingControlProps<Settings> & {
      readonly select?: boolean;
    },
  ): ReactNode {
    const { select, otherLabel, labelStyle, context } = props;
    const { codec, label, value, options, chosen, put } = controlOf(schema, props);
    const { shape } = codec;
    if (shape.kind === 'instant')
      return (
        <DateField
          label={label}
          value={dayOfStamp(value, context.zone)}
          onChange={text => put(stampOfDay(text, context.zone))}
        />
      );
    if (shape.kind === 'day')
      return (
        <DateField
          label={label}
          value={typeof value === 'number' ? dayText(value) : ''}
          onChange={text => text && put(codec.parse(text))}
          onClear={() => put(null)}
        />
      );
    if (shape.kind === 'whole')
      return (
        <WholeField
          label={label}
          shape={shape}
          value={typeof value === 'number' ? value : Number.NaN}
          onChange={number => codec.parse(number) !== undefined && put(number)}
        />
      );
    if (shape.kind === 'flags')
      return <Checks options={optionsOf(shape)} value={recordOf(value)} onChange={put} />;
    if (!select) return <SettingSwitch {...props} />;
    const levels = levelOptions(codec, chosen).map(each => ({ ...each, value: each.name }));
    return (
      <ChoiceField
        label={label}
        hideLabel={labelStyle === 'hidden'}
        options={withOther([...options, ...levels], chosen, otherLabel)}
        value={chosen}
        onChange={name => put(codec.parse(name))}
      />
    );
  };
}
