/** A schema as JSON Schema (2020-12), for OpenAPI and assistants. */
import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';

/** What is read of a schema of valibot. */
interface Described {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Described>>;
  readonly item?: Described;
  readonly wrapped?: Described;
  readonly options?: readonly unknown[];
  readonly value?: Described;
  readonly pipe?: readonly { readonly type: string; readonly description?: string }[];
}

/** `named`: schemas that are referred to by a name. Throws for a kind of schema that it does not know. */
export function jsonSchemaOf(
  schema: object,
  named: ReadonlyMap<object, string> = new Map(),
): JsonSchema {
  const name = named.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  const own = schema as Described;
  const description = own.pipe?.find(each => each.type === 'description')?.description;
  return { ...shapeOf(own, named), ...(description !== undefined && { description }) };
}

function shapeOf(schema: Described, named: ReadonlyMap<object, string>): JsonSchema {
  const inner = (each: object = {}) => jsonSchemaOf(each, named);
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: schema.type };
    case 'unknown':
      return {};
    case 'picklist':
      return { type: 'string', enum: [...(schema.options ?? [])] };
    case 'array':
      return { type: 'array', items: inner(schema.item) };
    case 'optional':
      return inner(schema.wrapped);
    case 'nullable':
      return { anyOf: [inner(schema.wrapped), { type: 'null' }] };
    case 'union':
      return { anyOf: (schema.options ?? []).map(each => inner(each as object)) };
    case 'record':
      return { type: 'object', additionalProperties: true };
    case 'object':
    case 'loose_object': {
      const entries = Object.entries(schema.entries ?? {});
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([key, each]) => [key, inner(each)])),
        required: entries.flatMap(([key, each]) => (each.type === 'optional' ? [] : key)),
      };
    }
    default:
      throw new Error(`There is no JSON Schema for '${schema.type}'.`);
  }
}
