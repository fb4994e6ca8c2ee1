import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { AnySetting } from '@tallyboard/report-kit/settings/schema.ts';

/** The settings whose values differ, in the order of their definition. */
export function differingSettings(
  { settings: { list } }: Pick<AnyReport, 'settings'>,
  before: unknown,
  after: unknown,
): readonly AnySetting[] {
  const stored = ({ codec, name }: AnySetting, settings: Values) =>
    JSON.stringify(codec.format(settings[name], settings));
  const [a, b] = [before as Values, after as Values];
  return list.filter(setting => stored(setting, a) !== stored(setting, b));
}

type Values = Readonly<Record<string, unknown>>;
