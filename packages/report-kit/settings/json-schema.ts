/** Settings as JSON Schema (2020-12), for programs. */

import { recordOf } from '@tallyboard/core/unknown.ts';
import type { Codec, Shape } from './codec.ts';
import { describeValue } from './describe.ts';
import type { AnySetting, SettingsSchema } from './schema.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The settings of a report, by their names. */
export const settingsJsonSchema = ({
  list,
}: Pick<SettingsSchema<unknown>, 'list'>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(list.map(setting => [setting.name, settingJsonSchema(setting)])),
  additionalProperties: false,
});

function settingJsonSchema({ codec, default: usual, label, help }: AnySetting): JsonSchema {
  const value = defaultOf(codec, usual);
  return {
    title: label,
    ...valuesOf(codec.shape, help),
    ...(value !== undefined && value !== null && { default: value }),
  };
}

function defaultOf(codec: Codec<unknown>, usual: unknown): unknown {
  const { shape } = codec;
  if (shape.kind === 'choice') return describeValue(codec, usual);
  if (shape.kind !== 'flags') return codec.format(usual, {});
  return Object.keys(shape.labels).filter(name => recordOf(usual)[name] === true);
}

function valuesOf(shape: Shape, help: string | undefined): JsonSchema {
  const described = (...texts: readonly (string | undefined)[]) => {
    const description = [...texts, help].filter(text => text !== undefined).join('. ');
    return description === '' ? {} : { description };
  };
  switch (shape.kind) {
    case 'flag':
      return { type: 'boolean', ...described() };
    case 'whole':
      return { type: 'integer', minimum: shape.min, maximum: shape.max, ...described() };
    case 'text':
      return { type: 'string', maxLength: shape.maxLength, ...described() };
    case 'flags': {
      const names = Object.keys(shape.labels);
      return { type: 'array', items: { type: 'string', enum: names }, ...described() };
    }
    case 'choice': {
      const { choices, others } = shape;
      const named = {
        type: 'string',
        enum: choices.map(({ name }) => name),
        'x-labels': choices.map(({ label }) => label),
        'x-codes': choices.map(({ code }) => code),
      };
      if (others === undefined) return { ...named, ...described() };
      return { anyOf: [named, { type: 'string', description: others }], ...described() };
    }
    default:
      return described(shape.text);
  }
}
