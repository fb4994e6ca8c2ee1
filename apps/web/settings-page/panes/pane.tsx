/** What every pane of the page gets, and the fields that panes share. */

import type { Instant } from '@tallyboard/core/time/units.ts';
import type { Stored } from '@tallyboard/engine/site/global-settings.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { SettingsSchema } from '@tallyboard/report-kit/contract.ts';
import { CheckGroup } from '@tallyboard/report-kit/settings/check-group.tsx';
import type { SectionKey } from '@tallyboard/reports/catalogue/reports.ts';
import { NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { editSection, readSection, type SectionProblem, sectionOf, withKeys } from '../section.ts';

export interface PaneProps {
  readonly document: Stored;
  readonly problems: readonly SectionProblem[];
  readonly onChange: (document: Stored) => void;
  readonly site: Site;
  readonly now: Instant;
}

/** What to say beside the field of a stored key. */
export function problemOf(
  { problems }: PaneProps,
  section: string,
  key: string,
): string | undefined {
  return problems.find(each => each.typed && each.section === section && each.key === key)?.text;
}

/** A section as its report reads it, and how to change it. */
export function sectionTools<Settings>(
  props: PaneProps,
  section: SectionKey,
  schema: SettingsSchema<Settings>,
) {
  const { document, onChange } = props;
  return {
    value: readSection(document, section, schema),
    set: (change: Partial<Settings>) => onChange(editSection(document, section, schema, change)),
  };
}

export interface NumberSettingProps {
  readonly pane: PaneProps;
  readonly section: SectionKey;
  /** The stored key. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** What holds while nothing is stored. */
  readonly usual: number;
  readonly most: number;
}

/** A number that is kept as it is typed, good or not. */
export function NumberSetting(props: NumberSettingProps) {
  const { pane, section, name, label, help, usual, most } = props;
  const raw = sectionOf(pane.document, section)[name] ?? usual;
  const number = raw === '' ? Number.NaN : Number(raw);
  return (
    <NumberField
      label={label}
      help={help}
      min={1}
      max={most}
      value={Number.isNaN(number) ? null : number}
      error={problemOf(pane, section, name)}
      onChange={next => pane.onChange(withKeys(pane.document, section, { [name]: next ?? '' }))}
    />
  );
}

export interface FlagsProps<Id extends string> {
  readonly label: string;
  readonly ids: readonly Id[];
  readonly names: Readonly<Record<Id, string>>;
  readonly value: Readonly<Record<Id, boolean>>;
  readonly onChange: (value: Readonly<Record<Id, boolean>>) => void;
}

/** Boxes to tick, each with its name. */
export function Flags<Id extends string>({ label, ids, names, value, onChange }: FlagsProps<Id>) {
  return (
    <CheckGroup label={label}>
      {ids.map(id => (
        <Checkbox
          key={id}
          label={names[id]}
          checked={value[id]}
          onChange={checked => onChange({ ...value, [id]: checked })}
        />
      ))}
    </CheckGroup>
  );
}

export const DURATION_CHOICES = [
  { value: 'weeks', label: 'Weeks, days, hours, minutes' },
  { value: 'days', label: 'Days, hours, minutes' },
  { value: 'hours', label: 'Hours and minutes' },
  { value: 'minutes', label: 'Minutes' },
  { value: 'seconds', label: 'Seconds' },
  { value: 'decimal-hours', label: 'Decimal hours' },
] as const;
