import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import type { Shape } from '@tallyboard/report-kit/settings/codec.ts';
import { describeValue } from '@tallyboard/report-kit/settings/describe.ts';
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

function describeSetting(setting: AnySetting): string {
  const { key, name, codec, label, beside = [] } = setting;
  const usual = describeValue(codec, setting.default);
  const ofGadget =
    setting.gadgetDefault === undefined ? usual : describeValue(codec, setting.gadgetDefault);
  const lines = [
    `  ${key}${name === key ? '' : ` (${name})`}: ${label}`,
    `      ${takes(codec.shape)}default ${usual}${ofGadget === usual ? '' : `, in a gadget ${ofGadget}`}`,
    ...choicesOf(codec.shape).map(text => `        ${text}`),
    ...beside.flatMap(each => [
      `  ${each.key}: older form or part of ${key}`,
      ...choicesOf(each.codec.shape).map(text => `        ${text}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function takes(shape: Shape): string {
  switch (shape.kind) {
    case 'choice':
      return '';
    case 'flag':
      return 'true or false; ';
    case 'whole':
      return `a whole number from ${shape.min} to ${shape.max}; `;
    case 'text':
      return `a text of at most ${shape.maxLength} characters; `;
    case 'flags':
      return 'a list of the names that are on, or of {"name", "checked"}; ';
    default:
      return `${shape.text}; `;
  }
}

function choicesOf(shape: Shape): readonly string[] {
  if (shape.kind === 'flags')
    return Object.entries(shape.labels).map(([name, label]) => `${name}: ${label}`);
  if (shape.kind !== 'choice') return [];
  const listed = shape.choices.map(({ code, name, label }) =>
    code === name ? `${name}: ${label}` : `${code}, ${name}: ${label}`,
  );
  return shape.others === undefined ? listed : [...listed, `or ${shape.others}`];
}

/** The last choice of the first setting that has some. */
function example(list: readonly AnySetting[]): string {
  for (const { key, codec } of list) {
    const choice = codec.shape.kind === 'choice' ? codec.shape.choices.at(-1) : undefined;
    if (choice) return JSON.stringify({ [key]: choice.name });
  }
  return '{}';
}
