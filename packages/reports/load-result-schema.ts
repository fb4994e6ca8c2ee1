import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';

/** The JSON Schema of a report's result as programs get it, without lists of issues: see result-schemas.test.ts. */
export const loadResultSchema = async (id: string): Promise<JsonSchema> =>
  (await import(`./${id}/result-schema.json`, { with: { type: 'json' } })).default;
