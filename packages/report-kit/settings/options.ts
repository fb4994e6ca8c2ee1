/** The choices of a setting as options of a select or a switch, by the names that its codec reads. */

import type { Codec, Shape } from './codec.ts';

export interface SettingOption {
  readonly name: string;
  readonly label: string;
  readonly group?: string;
}

export function optionsOf(shape: Shape): readonly SettingOption[] {
  if (shape.kind === 'choice') return shape.choices;
  if (shape.kind !== 'flags') return [];
  return Object.entries(shape.labels).map(([name, label]) => ({ name, label }));
}

/** The name of the option with this value; else the stored value, such as the id of a field. */
export function optionName(
  codec: Codec<unknown>,
  value: unknown,
  options: readonly SettingOption[],
): string {
  const text = JSON.stringify(value);
  const found = options.find(({ name }) => JSON.stringify(codec.parse(name)) === text);
  return found?.name ?? String(codec.format(value, {}));
}
