import { plainFields } from '@tallyboard/core/measure/groupable-fields.ts';
import { dayText, parseDay, WEEKDAY_NAMES } from '@tallyboard/core/time/day.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { DateField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { useState } from 'react';
import { type Codec, optionName, optionsOf, type SettingOption } from '../settings/codec.ts';
import { DONE_SETTING } from '../settings/done-settings.ts';
import { dayOfStamp, stampOfDay } from '../settings/form-days.ts';
import { parseLevel } from '../settings/group-codes.ts';
import type { AnySetting } from '../settings/schema.ts';
import { CheckGroup, Checks } from './check-group.tsx';
import { DoneField } from './done-field.tsx';
import { customFields, fieldOptions } from './field-options.ts';
import type { FormRule, FormSite } from './form-rules.ts';
import { levelCodec, levelOptions } from './level-options.ts';
import { WholeField } from './whole-field.tsx';

interface SettingFieldProps<Settings> {
  readonly setting: AnySetting;
  readonly rule: FormRule<Settings> | undefined;
  readonly settings: Settings;
  readonly site: FormSite;
  readonly error: string | undefined;
  readonly onChange: (settings: Settings) => void;
}

/** A setting in a form, by the shape of its codec. */
export function SettingField<Settings>(props: SettingFieldProps<Settings>) {
  const { setting, rule = {}, settings, site, error, onChange } = props;
  const { codec, name } = setting;
  const { shape } = codec;
  const set = (change: Partial<Settings>) => {
    const changed = { ...settings, ...change };
    onChange({ ...changed, ...rule.also?.(changed, site) });
  };
  if (rule.Part)
    return <rule.Part setting={setting} settings={settings} site={site} set={set} error={error} />;

  const value = recordOf(settings)[name];
  const put = (next: unknown) => set({ [name]: next } as Partial<Settings>);
  const field = { label: rule.label?.(settings) ?? setting.label, help: setting.help, error };
  if (codec === DONE_SETTING.codec)
    return (
      <DoneField
        value={value as typeof DONE_SETTING.default}
        hasBoard={typeof recordOf(settings).board === 'number'}
        onChange={put}
      />
    );
  const known = optionsOf(shape);
  const options = rule.options?.(known, settings, site) ?? known;
  switch (shape.kind) {
    case 'flag':
      return <Checkbox label={field.label} checked={value === true} onChange={put} />;
    case 'flags':
      return (
        <CheckGroup label={field.label}>
          <Checks options={options} value={recordOf(value)} onChange={put} />
        </CheckGroup>
      );
    case 'weekdays':
      return <Weekdays label={field.label} value={value} onChange={put} />;
    case 'choice': {
      const isOpen = shape.others !== undefined && !rule.options;
      const custom = isOpen ? customFields(plainFields(site.fields, site.special)) : [];
      const offered = [...options, ...custom];
      return (
        <ChosenField
          field={field}
          codec={codec}
          offered={offered}
          value={value}
          site={site}
          onChange={put}
        />
      );
    }
    case 'field':
      return (
        <ChoiceField
          {...field}
          options={fieldOptions(site.fields, shape.holds)}
          value={String(value ?? '')}
          onChange={id => put(codec.parse(id))}
        />
      );
    case 'whole':
      return (
        <WholeField
          {...field}
          help={field.help ?? `${shape.min} to ${shape.max}`}
          shape={shape}
          value={typeof value === 'number' ? value : Number.NaN}
          onChange={put}
        />
      );
    case 'day':
      return (
        <DateField
          {...field}
          value={typeof value === 'number' ? dayText(value) : ''}
          onChange={text => put(parseDay(text))}
        />
      );
    case 'instant':
      return (
        <DateField
          {...field}
          value={dayOfStamp(value)}
          onChange={text => put(stampOfDay(text))}
          onClear={() => put(Date.now())}
        />
      );
    case 'text':
    case 'other':
      return <TypedField {...field} codec={codec} value={value} onChange={put} />;
  }
}

/** A choice, and the name of the level where that is chosen. */
function ChosenField(props: {
  readonly field: FieldTexts;
  readonly codec: Codec<unknown>;
  readonly offered: readonly SettingOption[];
  readonly value: unknown;
  readonly site: FormSite;
  readonly onChange: (value: unknown) => void;
}) {
  const { field, codec, offered, value, site, onChange } = props;
  const chosen = optionName(codec, value, offered);
  const all = [...offered, ...levelOptions(codec, chosen)];
  const isOffered = all.some(each => each.name === chosen);
  const name = site.fields.find(({ id }) => id === chosen)?.name ?? chosen;
  const shown = isOffered ? all : [...all, { name: chosen, label: name }];
  return (
    <>
      <ChoiceField
        {...field}
        options={shown.map(option => ({ ...option, value: option.name }))}
        value={chosen}
        onChange={next => onChange(codec.parse(next))}
      />
      {parseLevel(chosen) && (
        <TypedField
          label="Issue type of the level"
          help={undefined}
          error={undefined}
          codec={levelCodec(codec)}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}

interface FieldTexts {
  readonly label: string;
  readonly help: string | undefined;
  readonly error: string | undefined;
}

function Weekdays(props: {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (flags: readonly boolean[]) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <CheckGroup label={label}>
      <Checks
        options={WEEKDAY_NAMES.map(day => ({ name: day, label: day }))}
        value={Object.fromEntries(WEEKDAY_NAMES.map((day, at) => [day, flagAt(value, at)]))}
        onChange={flags => onChange(WEEKDAY_NAMES.map(day => flags[day] === true))}
      />
    </CheckGroup>
  );
}

const flagAt = (flags: unknown, index: number): boolean =>
  Array.isArray(flags) && flags[index] === true;

/** A text that a codec reads. The typed text stays while it means the same, such as with a space or comma at its end. */
function TypedField(props: {
  readonly codec: Codec<unknown>;
  readonly label: string;
  readonly help: string | undefined;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const { codec, value, onChange, ...field } = props;
  const stored = String(codec.format(value, {}) ?? '');
  const [typed, setTyped] = useState(stored);
  const isSame = JSON.stringify(codec.parse(typed)) === JSON.stringify(value);
  return (
    <TextField
      {...field}
      value={isSame ? typed : stored}
      onChange={text => {
        const read = codec.parse(text);
        if (read === undefined) return;
        setTyped(text);
        onChange(read);
      }}
    />
  );
}
