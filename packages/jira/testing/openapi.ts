import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { HttpRequest } from '../http.ts';
import { readFixture } from './fixtures.ts';

const OPENAPI_FILES = [
  'openapi/jira-platform-v3.2026-03.json.gz',
  'openapi/jira-platform-v2.2024-10.json.gz',
  'openapi/jira-software-agile1.2024-10.json.gz',
] as const;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface OpenApi {
  /** What is wrong with a request by the documents; null for a path that none of them has. */
  problems(request: HttpRequest): readonly string[] | null;
  /** The document's own example of a reply to it, as JSON; null when there is none. */
  example(request: HttpRequest): unknown;
}

/** Loads Atlassian's published documents. */
export function loadOpenApi(): OpenApi {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const documents = OPENAPI_FILES.map(file => {
    const document = toJsonSchema(JSON.parse(readFixture(file))) as Document;
    ajv.addSchema(document, file);
    return { file, document };
  });

  function find(request: HttpRequest) {
    for (const { file, document } of documents) {
      for (const [template, operations] of Object.entries(document.paths)) {
        const operation = operations[request.method.toLowerCase()];
        if (operation && fits(template, request.path)) return { file, template, operation };
      }
    }
    return null;
  }

  return {
    problems(request) {
      const found = find(request);
      if (found === null) return null;
      const { file, template, operation } = found;
      const problems = queryProblems(request, operation);
      const schema = operation.requestBody?.content['application/json'];
      if (request.body === undefined) {
        if (schema) problems.push('a body is missing');
        return problems;
      }
      if (!schema) return [...problems, 'no body is expected'];
      const pointer = ['paths', template, request.method.toLowerCase(), 'requestBody', 'content'];
      const ref = [...pointer, 'application/json', 'schema'].map(escapePointer).join('/');
      const check = ajv.compile({ $ref: `${file}#/${ref}` });
      if (!check(JSON.parse(JSON.stringify(request.body)))) {
        problems.push(
          ...(check.errors ?? []).map(each => `body${each.instancePath} ${each.message}`),
        );
      }
      return problems;
    },
    example(request) {
      const operation = find(request)?.operation;
      const success = Object.entries(operation?.responses ?? {}).find(
        ([status]) => status[0] === '2',
      );
      const example = success?.[1].content?.['application/json']?.example;
      return typeof example === 'string' ? JSON.parse(example) : (example ?? null);
    },
  };
}

function fits(template: string, path: string): boolean {
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

function queryProblems(request: HttpRequest, operation: Operation): string[] {
  const known = (operation.parameters ?? []).filter(parameter => parameter.in === 'query');
  const names = Object.entries(request.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  return [
    ...names
      .filter(name => !known.some(each => each.name === name))
      .map(name => `no parameter ${name}`),
    ...known
      .filter(each => each.required && !names.includes(each.name))
      .map(each => `${each.name} is missing`),
  ];
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** OpenAPI 3.0 schemas as JSON Schema: what may be null says so in its type. */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, toJsonSchema(each)] as const);
  const schema: Record<string, unknown> = Object.fromEntries(entries);
  if (schema.nullable === true && typeof schema.type === 'string')
    schema.type = [schema.type, 'null'];
  for (const limit of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (typeof schema[limit] === 'boolean') delete schema[limit];
  }
  return schema;
}
