/** The settings of a report as one table, which defines their types and how they are stored. */

import { isRecord, recordOf } from '@tallyboard/core/unknown.ts';
import type { Codec, Shape } from './codec.ts';
import { describeValue, hintFor, limitText, showValue } from './describe.ts';
import type { AnySetting, Setting, SettingsProblem, SettingsSchema, Stored } from './schema.ts';

const VERSION = 1;

/** A setting without a key is stored under its name. */
type Table<Settings> = {
  readonly [Name in keyof Settings]: Omit<Setting<Settings[Name]>, 'key'> & {
    readonly key?: string;
  };
};

interface TableOptions<Settings> {
  /** A key that only gadgets store: settings with it have the defaults of a gadget. */
  readonly gadgetKey?: string;
  /** Further keys that other parts store in the same object. */
  readonly foreignKeys?: readonly string[];
  readonly check?: (settings: Settings) => readonly SettingsProblem[];
}

export type SettingsOf<Schema> = Schema extends SettingsSchema<infer Settings> ? Settings : never;

export function settingsTable<Settings extends object>(
  table: Table<Settings>,
  { gadgetKey, foreignKeys = [], check }: TableOptions<NoInfer<Readonly<Settings>>> = {},
): SettingsSchema<Readonly<Settings>> {
  const list = Object.entries<Omit<AnySetting, 'name' | 'key'>>(table).map(
    ([name, setting]): AnySetting => ({ key: name, ...setting, name }),
  );
  const collect = (read: (setting: AnySetting) => unknown) =>
    Object.fromEntries(list.map(setting => [setting.name, read(setting)])) as Settings;
  const gadgetDefault = (setting: AnySetting): unknown =>
    setting.gadgetDefault === undefined ? setting.default : setting.gadgetDefault;

  return {
    list,
    foreignKeys,
    check: settings => [...limitProblems(list, settings), ...(check?.(settings) ?? [])],
    defaults: collect(setting => setting.default),
    gadgetDefaults: collect(gadgetDefault),
    parse(raw) {
      const problems: SettingsProblem[] = [];
      const stored: Stored = recordOf(raw);
      if (!isRecord(raw) && raw !== undefined && raw !== null)
        problems.push({ path: '', text: 'The settings are not an object; defaults are used.' });
      const ofGadget = gadgetKey !== undefined && Object.hasOwn(stored, gadgetKey);
      const readKey = (key: string, codec: Codec<unknown>, usual: string) => {
        const own = Object.hasOwn(stored, key) ? stored[key] : undefined;
        // Old gadgets store null for nothing chosen.
        if (own === undefined || own === null) return undefined;
        const value = codec.parse(own);
        if (value === undefined)
          problems.push({ path: key, text: problemText(own, codec.shape, usual) });
        return value;
      };
      const value = collect(setting => {
        const { key, codec, beside = [], resolve } = setting;
        const usual: unknown = ofGadget ? gadgetDefault(setting) : setting.default;
        const words = describeValue(codec, usual);
        const given = readKey(key, codec, words);
        for (const each of beside) readKey(each.key, each.codec, words);
        const resolved: unknown = resolve ? resolve(given, stored) : given;
        return resolved === undefined ? usual : resolved;
      });
      return { value, problems };
    },
    rename(settings, rename) {
      const members = recordOf(settings);
      return collect(({ name, rename: renamed }) =>
        renamed ? renamed(members[name], rename) : members[name],
      );
    },
    serialize(settings) {
      const stored: Record<string, unknown> = { version: VERSION };
      const members = recordOf(settings);
      for (const { key, name, codec, beside = [] } of list) {
        const member: unknown = members[name];
        const value: unknown = codec.format(member, members);
        if (value !== undefined) stored[key] = value;
        for (const each of beside) {
          const other: unknown = each.from?.(member);
          if (other !== undefined) stored[each.key] = each.codec.format(other, {});
        }
      }
      return stored;
    },
  };
}

/** Numbers beyond their limits: a form keeps them as typed. */
function limitProblems<Settings>(list: readonly AnySetting[], settings: Settings) {
  return list.flatMap(({ key, name, codec }): SettingsProblem[] => {
    const text = limitText(codec.shape);
    const isGood = codec.parse(recordOf(settings)[name]) !== undefined;
    return text === null || isGood ? [] : [{ path: key, text }];
  });
}

/** In short: doors for programs say what the setting takes, see `refusalOf`. */
function problemText(raw: unknown, shape: Shape, usual: string): string {
  const names = shape.kind === 'choice' ? shape.choices.map(({ name }) => name) : [];
  const hint = typeof raw === 'string' ? hintFor(raw, names) : '';
  return `${showValue(raw)} cannot be used.${hint} The default is ${usual}.`;
}
