import type { Codec, SettingOption } from '../settings/codec.ts';
import { parseLevel } from '../settings/group-codes.ts';

const GROUP = 'Levels';

/** Jira's name of the level above epics. */
const INITIATIVE = optionOf('Initiative');

/** The levels that a setting offers: that above epics, and the chosen one. None where it takes no levels. */
export function levelOptions(codec: Codec<unknown>, chosen: string): readonly SettingOption[] {
  if (codec.parse(INITIATIVE.name) === undefined) return [];
  const own = parseLevel(chosen);
  return own && chosen !== INITIATIVE.name ? [INITIATIVE, optionOf(own.level)] : [INITIATIVE];
}

function optionOf(level: string): SettingOption {
  return { name: `level:${level}`, label: level, group: GROUP };
}

/** The name of the issue type alone. */
export const levelCodec = (codec: Codec<unknown>): Codec<unknown> => ({
  parse: text => codec.parse(`level:${text}`),
  format: (value, settings) => parseLevel(codec.format(value, settings))?.level,
  shape: codec.shape,
});
