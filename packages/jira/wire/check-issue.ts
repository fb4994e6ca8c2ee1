/**
 * Checks of issues, by hand: for 100,000 issues a schema library costs more than JSON.parse. Absent fields pass, since a
 * call names the fields it wants.
 */
import { WireError } from '../errors.ts';
import type {
  Maybe,
  WireChangeItem,
  WireHistory,
  WireIssue,
  WireIssueFields,
  WireLink,
  WireNamed,
  WireRelated,
  WireWorklog,
} from './issue.ts';

/** Returns the value as an issue. Throws WireError naming `where`, the issue's key and the key that failed. */
export function parseWireIssue(value: unknown, where = 'issue'): WireIssue {
  const issue = value as WireIssue;
  try {
    object(value, '');
    id(issue.id, 'id');
    text(issue.key, 'key');
    object(issue.fields, 'fields');
    for (const [name, key, checkField] of FIELD_CHECKS) checkField(issue.fields[name], key);
    maybeObject(issue.properties, 'properties');
    if (present(issue.changelog)) each(issue.changelog.histories, 'changelog.histories', history);
  } catch (error) {
    throw error instanceof SchemaIssue
      ? error.toWireError(`${where} ${nameOf(value)}`.trim())
      : error;
  }
  return issue;
}

/** The id of an issue that is not checked yet; null when it has none. */
export function rawIssueId(value: unknown): string | null {
  const found = isObject(value) ? value.id : null;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null;
}

/** Returns the value as one history entry. Throws WireError. */
export function parseWireHistory(value: unknown, where = 'history'): WireHistory {
  return checked(value as WireHistory, where, history);
}

/** Returns the value as a worklog. Throws WireError. */
export function parseWireWorklog(value: unknown, where = 'worklog'): WireWorklog {
  return checked(value as WireWorklog, where, worklog);
}

function checked<T>(value: T, where: string, checkValue: (value: T) => void): T {
  try {
    checkValue(value);
  } catch (error) {
    throw error instanceof SchemaIssue ? error.toWireError(where) : error;
  }
  return value;
}

/** A mismatch, before its place in the reply is known. */
class SchemaIssue {
  readonly key: string;
  readonly expected: string;
  readonly found: unknown;

  constructor(key: string, expected: string, found: unknown) {
    this.key = key;
    this.expected = expected;
    this.found = found;
  }

  toWireError(where: string): WireError {
    return new WireError(`${where} ${this.key}`.trim(), this.expected, this.found);
  }
}

function nameOf(value: unknown): string {
  if (!isObject(value)) return '';
  const name = value.key ?? value.id;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function present<T>(value: Maybe<T>): value is T {
  return value !== null && value !== undefined;
}

/** Throws SchemaIssue for a value of another shape. */
type Check<T = unknown> = (value: T, key: string) => void;

const check =
  (expected: string, isRight: (value: unknown) => boolean): Check =>
  (value, key) => {
    if (!isRight(value)) throw new SchemaIssue(key, expected, value);
  };

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const id = check('an id', value => isText(value) || isNumber(value));
const text = check('a text', isText);
const number = check('a number', isNumber);
const object = check('an object', isObject);
const maybeText = check('a text or nothing', value => !present(value) || isText(value));
const maybeNumber = check('a number or nothing', value => !present(value) || isNumber(value));
const maybeObject = check('an object or nothing', value => !present(value) || isObject(value));

/** An object with a name, or nothing. */
function maybeNamed(value: Maybe<WireNamed>, key: string): void {
  if (!present(value)) return;
  maybeObject(value, key);
  text(value.name, `${key}.name`);
}

/** An object with an id and a name, or nothing. */
function maybeIdentified(value: Maybe<WireNamed>, key: string): void {
  maybeNamed(value, key);
  if (present(value)) id(value.id, `${key}.id`);
}

function maybeProject(value: WireIssueFields['project'], key: string): void {
  maybeIdentified(value, key);
  if (present(value)) text(value.key, `${key}.key`);
}

function each<T>(values: readonly T[], key: string, checkItem: Check<T>): void {
  if (!Array.isArray(values)) throw new SchemaIssue(key, 'a list', values);
  for (let index = 0; index < values.length; index++) {
    try {
      checkItem(values[index] as T, '');
    } catch (error) {
      if (!(error instanceof SchemaIssue)) throw error;
      const inner = `${key}.${index}${error.key && `.${error.key}`}`;
      throw new SchemaIssue(inner, error.expected, error.found);
    }
  }
}

const maybeEach =
  <T>(checkItem: Check<T>): Check<Maybe<readonly T[]>> =>
  (values, key) => {
    if (present(values)) each(values, key, checkItem);
  };

const FIELD_CHECKS = (
  [
    [
      maybeText,
      ['summary', 'created', 'updated', 'resolutiondate', 'statuscategorychangedate', 'duedate'],
    ],
    [maybeNumber, ['timespent', 'timeestimate', 'timeoriginalestimate']],
    [maybeObject, ['assignee', 'reporter', 'creator', 'votes', 'watches']],
    [maybeObject, ['progress', 'aggregateprogress']],
    [maybeNamed, ['priority', 'resolution']],
    [maybeIdentified, ['issuetype', 'status']],
    [maybeProject, ['project']],
    [maybeEach(text), ['labels']],
    [maybeEach(named), ['components', 'fixVersions']],
    [maybeEach(link), ['issuelinks']],
    [maybeRelated, ['parent']],
    [maybeWorklogs, ['worklog']],
  ] as readonly (readonly [Check, readonly string[]])[]
).flatMap(([checkField, names]) =>
  names.map(name => [name, `fields.${name}`, checkField] as const),
);

function named(value: WireNamed): void {
  object(value, '');
  text(value.name, 'name');
}

function link(value: WireLink): void {
  object(value, '');
  object(value.type, 'type');
  maybeRelated(value.inwardIssue, 'inwardIssue');
  maybeRelated(value.outwardIssue, 'outwardIssue');
}

function maybeRelated(value: Maybe<WireRelated>, key: string): void {
  if (!present(value)) return;
  text(value.key, `${key}.key`);
  maybeObject(value.fields, `${key}.fields`);
  if (!present(value.fields)) return;
  maybeIdentified(value.fields.status, `${key}.fields.status`);
  maybeNamed(value.fields.issuetype, `${key}.fields.issuetype`);
}

function maybeWorklogs(value: WireIssueFields['worklog'], key: string): void {
  if (present(value)) each(value.worklogs, `${key}.worklogs`, worklog);
}

function worklog(value: WireWorklog): void {
  object(value, '');
  id(value.id, 'id');
  text(value.started, 'started');
  number(value.timeSpentSeconds, 'timeSpentSeconds');
  maybeObject(value.author, 'author');
}

function history(value: WireHistory): void {
  object(value, '');
  id(value.id, 'id');
  id(value.created, 'created');
  maybeObject(value.author, 'author');
  each(value.items, 'items', item);
}

function item(value: WireChangeItem): void {
  object(value, '');
  text(value.field, 'field');
  maybeText(value.fieldId, 'fieldId');
  maybeText(value.from, 'from');
  maybeText(value.to, 'to');
  maybeText(value.fromString, 'fromString');
}
