import { hintFor, showValue } from '@tallyboard/report-kit/settings/describe.ts';
import { ToolError } from './host.ts';
import type { Tool } from './tools.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Property {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'object';
  readonly minimum?: number;
  readonly description: string;
}

/** These have readers of their own, whose words are those of the other interfaces. */
const READ_LATER: ReadonlySet<string> = new Set([
  'settings',
  'asOf',
  'since',
  'against',
  'expected',
]);

/** The arguments of a call without those that are null. Throws ToolError for what the tool does not take. */
export function readArguments(
  tool: Pick<Tool, 'name' | 'properties' | 'required'>,
  sent: Arguments,
) {
  const { name, required = [] } = tool;
  const properties = tool.properties as Readonly<Record<string, Property>>;
  // Assistants send null for what is optional.
  const given = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined);
  const known = Object.keys(properties);
  for (const [each, value] of given) {
    const property = Object.hasOwn(properties, each) ? properties[each] : undefined;
    if (!property)
      throw new ToolError(
        `${name} takes no '${each}'.${hintFor(each, known)} It takes: ${known.join(', ')}.`,
      );
    if (!READ_LATER.has(each) && !isOf(property, value))
      throw new ToolError(
        `${each}: ${showValue(value)} is no ${NOUNS[property.type]}. Give: ${property.description}.`,
      );
  }
  for (const each of required)
    if (!given.some(([own]) => own === each))
      throw new ToolError(`${each}: ${name} needs it. Give: ${properties[each]?.description}.`);
  return Object.fromEntries(given);
}

const NOUNS: Readonly<Record<Property['type'], string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number from 0',
  boolean: 'true or false',
  object: 'object',
};

function isOf({ type, minimum }: Property, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value) && Number(value) >= (minimum ?? 0);
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
  return typeof value === type;
}
