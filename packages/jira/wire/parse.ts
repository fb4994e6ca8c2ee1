import * as v from 'valibot';
import { WireError } from '../errors.ts';

/** Checks a reply against a schema and returns it typed. Throws WireError with the key that failed under `where`. */
export function parseWire<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  where: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const key = v.getDotPath(issue);
  throw new WireError(
    key === null ? where : `${where} ${key}`,
    issue.expected ?? issue.message,
    issue.input,
  );
}

/** Absent, null or a value: hosts use all three for 'nothing'. */
export function maybe<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.nullish(schema);
}

/** Ids are strings in most resources and numbers in a few; we keep them as strings. */
export const textId = <Id extends string = string>() =>
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(id => String(id) as Id),
  );

/** Ids of boards and sprints. */
export const numberId = <Id extends number = number>() =>
  v.pipe(
    v.union([v.number(), v.string()]),
    v.transform(Number),
    v.integer(),
    v.transform(id => id as Id),
  );
