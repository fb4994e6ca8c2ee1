import { CHANGE_FIELDS } from '@tallyboard/core/model/change.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { ALL_PARTS, NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { isRecord } from '@tallyboard/core/unknown.ts';
import { invalidPayload } from '@tallyboard/replica/rest/errors.ts';

/** The checked requirement of a body; null where it is left out. Throws a 400. */
export function readRequirement(value: unknown): Requirement | null {
  if (value === undefined) return null;
  const { parts, customFields, history, worklogs, ...others } = membersOf(value);
  if (Object.keys(others).length > 0) throw invalidPayload();
  return {
    ...NO_REQUIREMENT,
    parts: readList(parts, isOneOf(ALL_PARTS)),
    customFields: readList(customFields, isFieldId),
    history: readList(history, isOneOf(CHANGE_FIELDS)),
    worklogs: readWorklogs(worklogs),
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw invalidPayload();
  return value;
}

function readList<T>(value: unknown, isValid: (each: unknown) => each is T): readonly T[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isValid)) throw invalidPayload();
  return value;
}

const isOneOf =
  <T extends string>(all: readonly T[]) =>
  (value: unknown): value is T =>
    all.includes(value as T);

const isFieldId = (value: unknown): value is FieldId => typeof value === 'string';

function readWorklogs(value: unknown): Requirement['worklogs'] {
  if (value === undefined || value === 'none') return 'none';
  if (value === 'all') return value;
  const { from, to } = membersOf(value);
  if (typeof from !== 'number' || typeof to !== 'number') throw invalidPayload();
  return { from, to };
}
