/**
 * Issues are checked by hand: they come by the hundred thousand, and a schema library costs more than reading the text.
 * What is absent passes, since a call names the fields it wants; what is there must have the shape that we use.
 */
import { WireError } from '../errors.ts';
import type {
  Maybe,
  WireChangeItem,
  WireHistory,
  WireIssue,
  WireIssueFields,
  WireIssueStatus,
  WireLink,
  WireNamed,
  WireRelated,
  WireWorklog,
} from './issue.ts';

/** Returns the value as an issue. Throws WireError naming `where`, the issue's key and the key that failed. */
export function parseWireIssue(value: unknown, where = 'issue'): WireIssue {
  const issue = value as WireIssue;
  try {
    if (!isObject(value)) throw new Misfit('', 'an object', value);
    id(issue.id, 'id');
    text(issue.key, 'key');
    if (!isObject(issue.fields)) throw new Misfit('fields', 'an object', issue.fields);
    checkFields(issue.fields);
    maybeObject(issue.properties, 'properties');
    if (present(issue.changelog)) each(issue.changelog.histories, 'changelog.histories', history);
  } catch (error) {
    throw error instanceof Misfit ? error.toWireError(`${where} ${nameOf(value)}`.trim()) : error;
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

function checked<T>(value: T, where: string, check: (value: T) => void): T {
  try {
    check(value);
  } catch (error) {
    throw error instanceof Misfit ? error.toWireError(where) : error;
  }
  return value;
}

/** A mismatch, before its place in the reply is known. */
class Misfit {
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

function id(value: unknown, key: string): void {
  if (typeof value !== 'string' && typeof value !== 'number') throw new Misfit(key, 'an id', value);
}

function text(value: unknown, key: string): void {
  if (typeof value !== 'string') throw new Misfit(key, 'a text', value);
}

function maybeText(value: unknown, key: string): void {
  if (typeof value !== 'string' && value !== null && value !== undefined) {
    throw new Misfit(key, 'a text or nothing', value);
  }
}

function maybeNumber(value: unknown, key: string): void {
  if (typeof value !== 'number' && value !== null && value !== undefined) {
    throw new Misfit(key, 'a number or nothing', value);
  }
}

function maybeObject(value: unknown, key: string): void {
  if (typeof value !== 'object' && value !== undefined) {
    throw new Misfit(key, 'an object or nothing', value);
  }
}

/** An object with a name, or nothing. */
function maybeNamed(value: Maybe<WireNamed>, key: string): void {
  if (!present(value)) return;
  maybeObject(value, key);
  if (typeof value.name !== 'string') throw new Misfit(`${key}.name`, 'a text', value.name);
}

function each<T>(values: readonly T[], key: string, check: (value: T) => void): void {
  if (!Array.isArray(values)) throw new Misfit(key, 'a list', values);
  for (let index = 0; index < values.length; index++) {
    try {
      check(values[index] as T);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      throw new Misfit(
        `${key}.${index}${error.key && `.${error.key}`}`,
        error.expected,
        error.found,
      );
    }
  }
}

function checkFields(fields: WireIssueFields): void {
  const { project, issuetype, labels, components, fixVersions, issuelinks, parent } = fields;
  maybeText(fields.summary, 'fields.summary');
  maybeNamed(project, 'fields.project');
  if (present(project)) {
    id(project.id, 'fields.project.id');
    text(project.key, 'fields.project.key');
  }
  maybeNamed(issuetype, 'fields.issuetype');
  if (present(issuetype)) id(issuetype.id, 'fields.issuetype.id');
  maybeStatus(fields.status, 'fields.status');
  maybeNamed(fields.priority, 'fields.priority');
  maybeNamed(fields.resolution, 'fields.resolution');
  maybeObject(fields.assignee, 'fields.assignee');
  maybeObject(fields.reporter, 'fields.reporter');
  maybeObject(fields.creator, 'fields.creator');
  maybeText(fields.created, 'fields.created');
  maybeText(fields.updated, 'fields.updated');
  maybeText(fields.resolutiondate, 'fields.resolutiondate');
  maybeText(fields.statuscategorychangedate, 'fields.statuscategorychangedate');
  maybeText(fields.duedate, 'fields.duedate');
  maybeNumber(fields.timespent, 'fields.timespent');
  maybeNumber(fields.timeestimate, 'fields.timeestimate');
  maybeNumber(fields.timeoriginalestimate, 'fields.timeoriginalestimate');
  maybeObject(fields.votes, 'fields.votes');
  maybeObject(fields.watches, 'fields.watches');
  maybeObject(fields.progress, 'fields.progress');
  maybeObject(fields.aggregateprogress, 'fields.aggregateprogress');
  if (present(labels)) each(labels, 'fields.labels', label);
  if (present(components)) each(components, 'fields.components', named);
  if (present(fixVersions)) each(fixVersions, 'fields.fixVersions', named);
  if (present(issuelinks)) each(issuelinks, 'fields.issuelinks', link);
  if (present(parent)) related(parent, 'fields.parent');
  if (present(fields.worklog)) each(fields.worklog.worklogs, 'fields.worklog.worklogs', worklog);
}

function maybeStatus(status: Maybe<WireIssueStatus>, key: string): void {
  maybeNamed(status, key);
  if (present(status)) id(status.id, `${key}.id`);
}

function label(value: string): void {
  text(value, '');
}

function named(value: WireNamed): void {
  if (!present(value)) throw new Misfit('', 'an object', value);
  text(value.name, 'name');
}

function link(value: WireLink): void {
  if (!isObject(value) || !isObject(value.type)) throw new Misfit('type', 'an object', value);
  if (present(value.inwardIssue)) related(value.inwardIssue, 'inwardIssue');
  if (present(value.outwardIssue)) related(value.outwardIssue, 'outwardIssue');
}

function related(value: WireRelated, key: string): void {
  if (typeof value.key !== 'string') throw new Misfit(`${key}.key`, 'a text', value.key);
  maybeObject(value.fields, `${key}.fields`);
  if (!present(value.fields)) return;
  maybeStatus(value.fields.status, `${key}.fields.status`);
  maybeNamed(value.fields.issuetype, `${key}.fields.issuetype`);
}

function worklog(value: WireWorklog): void {
  if (!isObject(value)) throw new Misfit('', 'an object', value);
  id(value.id, 'id');
  text(value.started, 'started');
  if (typeof value.timeSpentSeconds !== 'number') {
    throw new Misfit('timeSpentSeconds', 'a number', value.timeSpentSeconds);
  }
  maybeObject(value.author, 'author');
}

function history(value: WireHistory): void {
  if (!isObject(value)) throw new Misfit('', 'an object', value);
  id(value.id, 'id');
  id(value.created, 'created');
  maybeObject(value.author, 'author');
  each(value.items, 'items', item);
}

function item(value: WireChangeItem): void {
  if (!isObject(value)) throw new Misfit('', 'an object', value);
  text(value.field, 'field');
  maybeText(value.fieldId, 'fieldId');
  maybeText(value.from, 'from');
  maybeText(value.to, 'to');
  maybeText(value.fromString, 'fromString');
}
