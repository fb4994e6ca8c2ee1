import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { describeSetting } from '@tallyboard/report-kit/settings/describe.ts';
import type { AnySetting } from '@tallyboard/report-kit/settings/schema.ts';

/** Lists the keys of a report's settings with their choices, limits and defaults. */
export function settingsHelp({ id, title, tips, settings }: AnyReport): string {
  return `Usage: tallyboard report ${id} --jql QUERY --settings JSON [more]

${title(settings.defaults)}. ${tips}

--settings is an object with these keys, or the names in brackets. A choice is its code or its name.

${settings.list.map(describeSetting).join('\n')}
tallyboard report --help lists the other options.

Examples:
  tallyboard report ${id} --jql "project = WEB" --settings '${example(settings.list)}'
`;
}

/** The last choice of the first setting that has some. */
function example(list: readonly AnySetting[]): string {
  for (const { key, codec } of list) {
    const choice = codec.shape.kind === 'choice' ? codec.shape.choices.at(-1) : undefined;
    if (choice) return JSON.stringify({ [key]: choice.name });
  }
  return '{}';
}
