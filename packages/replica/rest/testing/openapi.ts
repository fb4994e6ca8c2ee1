import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

type Json = Record<string, unknown>;

/** The form of Atlassian's published documents. */
const folder = fileURLToPath(new URL('../../../../fixtures/openapi/', import.meta.url));
const files = {
  v3: 'jira-platform-v3.2026-03.json.gz',
  v2: 'jira-platform-v2.2024-10.json.gz',
  agile: 'jira-software-agile1.2024-10.json.gz',
};

/** Members of real replies that a schema lacks. */
const beyondTheDocuments: Record<string, string[]> = {
  FieldDetails: ['untranslatedName'],
  IssueTypeDetails: ['untranslatedName'],
  BulkIssueResults: ['expand', 'names', 'schema'],
  EntityProperty: ['self'],
  // In changes of a user.
  ChangeDetails: ['tmpFromAccountId', 'tmpToAccountId'],
  Filter: ['expand'],
  // Newer than the version 2 document.
  SearchAndReconcileResults: ['isLast'],
};

/** Schemas that are wrong in the document. */
const corrections: Record<string, Json> = {
  // Its members are named by their descriptions.
  DashboardGadgetPosition: {
    type: 'object',
    additionalProperties: false,
    required: ['row', 'column'],
    properties: { row: { type: 'integer' }, column: { type: 'integer' } },
  },
};

/** Validates replies by method, path and status, where a document describes the body. */
export class OpenApiCheck {
  private readonly ajv = createAjv();
  private readonly operations: Operation[] = [];
  private readonly checks = new Map<string, ValidateFunction>();
  /** Operations with a validated body. */
  readonly checked = new Set<string>();

  constructor() {
    for (const [name, file] of Object.entries(files)) {
      const text = gunzipSync(readFileSync(folder + file)).toString();
      const document = JSON.parse(text) as { paths: Record<string, Json>; components: Json };
      const schemas = document.components.schemas as Record<string, Json>;
      for (const [schemaName, schema] of Object.entries(schemas)) {
        schemas[schemaName] = corrections[schemaName] ?? adapt(schema, schemaName);
      }
      this.ajv.addSchema({ $id: name, components: { schemas } });
      this.operations.push(...readOperations(name, document.paths));
    }
    // A literal segment takes precedence over a parameter.
    this.operations.sort((a, b) => a.parameters - b.parameters);
  }

  /** Empty if the reply is valid, or if no document describes it. */
  problems(method: string, url: string, status: number, body: unknown): string[] {
    const path = new URL(url, 'http://any').pathname;
    const operation = this.operations.find(o => o.method === method && o.pattern.test(path));
    if (!operation) return [];
    const reply = operation.responses[String(status)];
    if (!reply) return status < 400 ? [`${method} ${path}: status ${status} is not described`] : [];
    const schema = bodySchema(reply);
    if (!schema) return [];
    const key = `${operation.document} ${method} ${operation.path} ${status}`;
    const check = this.checks.get(key) ?? this.compile(operation.document, schema);
    this.checks.set(key, check);
    this.checked.add(key);
    if (check(body)) return [];
    return (check.errors ?? []).map(
      e => `${key} ${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`,
    );
  }

  private compile(document: string, schema: Json): ValidateFunction {
    const adapted = JSON.stringify(adapt(schema, '')).replaceAll(
      '"#/components',
      `"${document}#/components`,
    );
    return this.ajv.compile(JSON.parse(adapted) as Json);
  }
}

interface Operation {
  document: string;
  method: string;
  path: string;
  pattern: RegExp;
  parameters: number;
  responses: Record<string, Json>;
}

function readOperations(document: string, paths: Record<string, Json>): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
      .map(([method, operation]) => ({
        document,
        method: method.toUpperCase(),
        path,
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
        parameters: (path.match(/\{/g) ?? []).length,
        responses: (operation as { responses: Record<string, Json> }).responses,
      })),
  );
}

function bodySchema(reply: Json): Json | null {
  const content = reply.content as Record<string, { schema?: Json }> | undefined;
  return content?.['application/json']?.schema ?? null;
}

function createAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  (formats as unknown as (ajv: Ajv) => void)(ajv);
  // Jira writes offsets without a colon, and numbers where the bulk changelog promises a time.
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/);
  return ajv;
}

/** OpenAPI 3.0 to JSON Schema. Optional properties may be null, since Jira writes null for empty values. */
function adapt(schema: Json, name: string): Json {
  const adapted: Json = { ...schema };
  for (const key of ['allOf', 'anyOf', 'oneOf'] as const) {
    if (Array.isArray(schema[key]))
      adapted[key] = (schema[key] as Json[]).map(part => adapt(part, ''));
  }
  if (isObject(schema.items)) adapted.items = adapt(schema.items, '');
  if (isObject(schema.additionalProperties)) {
    adapted.additionalProperties = adapt(schema.additionalProperties, '');
  }
  if (schema.nullable === true && typeof schema.type === 'string') {
    adapted.type = [schema.type, 'null'];
  }
  // Some generated schemas forbid the properties of their own alternatives.
  if (schema.anyOf && !schema.properties) delete adapted.additionalProperties;
  if (isObject(schema.properties)) adapted.properties = adaptProperties(schema, name);
  return adapted;
}

function adaptProperties(schema: Json, name: string): Json {
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const properties: Json = {};
  for (const [key, property] of Object.entries(schema.properties as Record<string, Json>)) {
    const adapted = adapt(property, '');
    const numeric = name === 'Changelog' && key === 'created' ? [{ type: 'integer' }] : [];
    properties[key] = required.has(key)
      ? adapted
      : { anyOf: [{ type: 'null' }, adapted, ...numeric] };
  }
  // The location of a board has other members on real sites.
  if ('projectKeyOrId' in properties) {
    for (const key of ['key', 'id', 'name', 'self']) properties[key] = {};
  }
  // An object in the older document, the name of the zone on real sites.
  if ('serverTimeZone' in properties) properties.serverTimeZone = { type: 'string' };
  for (const key of beyondTheDocuments[name] ?? []) properties[key] ??= {};
  return properties;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
