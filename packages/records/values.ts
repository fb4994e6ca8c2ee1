/** Readers of single values of Jira's records. Null if the type does not fit. */

import { isRecord } from '@tallyboard/core/unknown.ts';

export type JsonObject = Record<string, unknown>;

export function asObject(value: unknown): JsonObject | null {
  return isRecord(value) ? value : null;
}

/** The value, or the one that a JSON text of an object or a list holds. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** An object, also as JSON text. */
export const objectIn = (value: unknown): JsonObject | null => asObject(jsonIn(value));

export const isEmpty = (value: unknown): value is null | undefined =>
  value === null || value === undefined;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** A text that says something. */
export const isName = (value: unknown): value is string => isText(value) && value.trim() !== '';

export const isId = (value: unknown): value is string | number =>
  isName(value) || Number.isSafeInteger(value);

/** Records that have a reader. */
export type RecordKind =
  | ('field' | 'status' | 'sprint' | 'board' | 'boardConfiguration' | 'version' | 'project')
  | ('component' | 'priority' | 'resolution' | 'issueType' | 'filter' | 'user')
  | ('role' | 'permissionScheme' | 'securityScheme' | 'projectAccess');

/** A change of a record. */
export interface Repair {
  /** Path within `fields` of an issue, else within the record. */
  readonly field: string;
  readonly what: string;
  readonly done: string;
  /** Something that the record said is gone, so that figures may miss it. */
  readonly isLoss: boolean;
}

export type OnRepair = (repair: Repair) => void;

/** Reports the repairs of one record. */
export class Report {
  readonly #onRepair: OnRepair;

  constructor(onRepair: OnRepair) {
    this.#onRepair = onRepair;
  }

  /** The value is read in another form. */
  read(field: string, what: string, done: string): void {
    this.#onRepair({ field, what, done, isLoss: false });
  }

  lost(field: string, what: string, done: string): void {
    this.#onRepair({ field, what, done, isLoss: true });
  }

  /** The same, seen by another listener too. */
  watch(also: OnRepair): Report {
    return new Report(repair => {
      also(repair);
      this.#onRepair(repair);
    });
  }

  /** For values without which no figure changes. */
  unlost(): Report {
    return new Report(repair => this.#onRepair({ ...repair, isLoss: false }));
  }

  /** Reports what a part of the record needed, under a path. */
  part(path: string): Report {
    return new Report(repair => this.#onRepair({ ...repair, field: `${path}${repair.field}` }));
  }
}

export const EMPTIED = 'left empty';
export const LEFT_OUT = 'left out';

export const problemOf = (value: unknown): string =>
  isEmpty(value) ? 'is missing' : 'cannot be read';

export function emptied(field: string, report: Report): null {
  report.lost(field, 'cannot be read', EMPTIED);
  return null;
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
/** Three decimals may as well be thousands. */
const DECIMAL_COMMA = /^[-+]?\d+,(?:\d{1,2}|\d{4,})$/;

/** A finite number, or a text that is one; null for anything else. */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (!isText(value)) return null;
  const text = value.trim();
  const isNumber = NUMBER.test(text) || DECIMAL_COMMA.test(text);
  const number = isNumber ? Number(text.replace(',', '.')) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** A number, also of a text; anything else is left empty. */
export function readNumber(value: unknown, field: string, report: Report): number | null {
  const number = numberIn(value);
  if (number === null) report.lost(field, 'is not a number', EMPTIED);
  else if (isText(value)) report.read(field, 'is a text', 'taken as a number');
  return number;
}

export function readText(value: unknown, field: string, report: Report): string | null {
  if (isText(value)) return value;
  if (typeof value !== 'number') return emptied(field, report);
  report.read(field, 'is a number', 'taken as text');
  return String(value);
}

/** The object without the member. */
export function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = object;
  return rest;
}

/** An object with a name, as a priority or a component; a text is its name. Null without a name and an id. */
export function readNamed(value: unknown, field: string, report: Report): JsonObject | null {
  if (isName(value)) {
    report.read(field, 'is a text', 'taken as its name');
    return { name: value };
  }
  let object = asObject(value);
  if (!object) return null;
  const { id, name } = object;
  const hasName = isName(name);
  if (!isEmpty(id) && !isId(id)) {
    if (!hasName) return null;
    report.read(`${field}.id`, 'cannot be read', LEFT_OUT);
    object = without(object, 'id');
  }
  if (hasName) return object;
  if (typeof name === 'number') report.read(`${field}.name`, 'is a number', 'taken as text');
  else if (isEmpty(id)) return null;
  else report.read(`${field}.name`, problemOf(name), 'the id is taken');
  return { ...object, name: String(typeof name === 'number' ? name : id) };
}

export type Reader = (value: unknown, field: string, report: Report) => unknown;

/** Keeps the readable elements of a list. */
export function listOf(read: Reader): Reader {
  return (value, field, report) => {
    if (!Array.isArray(value)) {
      report.lost(field, 'is not a list', EMPTIED);
      return [];
    }
    return value.flatMap(element => {
      const one = read(element, field, report);
      if (one === null)
        report.lost(field, 'has an element that cannot be read', `${LEFT_OUT} of the list`);
      return one ?? [];
    });
  };
}
