/** Lists with a total of their own: the histories and the worklogs of an issue. */

import { readPerson } from './people.ts';
import { hasMorePages, isCount, isInstant, isPlainList, MAX_SECONDS } from './plain.ts';
import { type ReadStamp, readStamp } from './time.ts';
import {
  asObject,
  isEmpty,
  isId,
  isText,
  type JsonObject,
  jsonIn,
  LEFT_OUT,
  numberIn,
  objectIn,
  type Report,
  readText,
} from './values.ts';

/** Entries without an id get one by their time, the same at every reading. */
function idOf(entry: JsonObject, taken: ReadonlySet<string>): string {
  let id = Date.parse(String(entry.created ?? entry.started)) || 1;
  while (taken.has(String(id))) id += 1;
  return String(id);
}

export interface ReadList {
  readonly entries: readonly JsonObject[];
  readonly repeated: number;
  /** Entries that are left out. */
  readonly lost: number;
  /** A part of an entry is left out. */
  readonly isPartial: boolean;
}

type ReadEntry = (entry: JsonObject, field: string, report: Report) => string | JsonObject;

/** Each readable entry once, with an id. */
function readList(
  list: readonly unknown[],
  field: string,
  read: ReadEntry,
  report: Report,
): ReadList {
  const entries: JsonObject[] = [];
  const seen = new Set<string>();
  const ids = new Set<string>();
  let [repeated, lost, isPartial] = [0, 0, false];
  const noting = report.watch(({ isLoss }) => {
    isPartial ||= isLoss;
  });
  for (const element of list) {
    const given = asObject(element);
    const name = given && (isId(given.id) ? String(given.id) : JSON.stringify(given));
    if (name !== null && seen.has(name)) {
      repeated += 1;
      continue;
    }
    if (name !== null) seen.add(name);
    const entry = given ? read(given, field, noting) : 'has an entry that is not an object';
    if (typeof entry === 'string') {
      report.lost(field, entry, `the entry is ${LEFT_OUT}`);
      lost += 1;
      continue;
    }
    const whole = isId(entry.id) ? entry : { ...entry, id: idOf(entry, ids) };
    ids.add(String(whole.id));
    entries.push(whole);
  }
  if (repeated > 0) report.read(field, 'has an entry twice', 'it counts once');
  return { entries, repeated, lost, isPartial };
}

/** The number of entries at the source; null for more than there are here, but not how many. */
function totalOf(holder: JsonObject, count: number, read: ReadList): number | null {
  const distinct = read.entries.length + read.lost;
  if (read.isPartial || hasMorePages(holder) || holder.total === null) return null;
  if (holder.total === undefined) return distinct;
  const given = numberIn(holder.total);
  if (!isCount(given)) return null;
  if (given === count) return distinct;
  return given < distinct ? null : given;
}

function holderOf(member: string, what: string, read: ReadEntry) {
  return (value: unknown, field: string, report: Report): JsonObject | null => {
    const holder = objectIn(value);
    const list = holder?.[member];
    if (!holder || !Array.isArray(list)) {
      report.lost(field, 'cannot be read', `the ${what} as not received`);
      return null;
    }
    if (holder !== value) report.read(field, 'is a text', 'taken as JSON');
    const found = readList(list, field, read, report);
    const { entries } = found;
    const isSame =
      entries.length === list.length && entries.every((entry, at) => entry === list[at]);
    if (isSame && isPlainList(holder, list)) return holder;
    for (const name of ['total', 'startAt'])
      if (!isEmpty(holder[name]) && !isCount(numberIn(holder[name])))
        report.read(`${field}.${name}`, 'is no count', 'the list may lack entries');
    const { isLast: _, nextPage: __, nextPageToken: ___, startAt: ____, ...rest } = holder;
    return { ...rest, total: totalOf(holder, list.length, found), [member]: entries };
  };
}

function readAuthor(entry: JsonObject, field: string, report: Report): JsonObject {
  const { author } = entry;
  if (isEmpty(author)) return entry;
  const read = readPerson(author, `${field}.author`, report.unlost());
  return read === author ? entry : { ...entry, author: read };
}

/** Milliseconds are Jira's own. */
function reportTime(
  { what, done }: ReadStamp,
  name: 'start' | 'time',
  given: unknown,
  field: string,
  report: Report,
): void {
  if (what === null || isInstant(given)) return;
  report.read(field, `has an entry whose ${name} '${String(given)}' ${what}`, done);
}

function readWorklog(worklog: JsonObject, field: string, report: Report): string | JsonObject {
  const time = readStamp(worklog.started);
  if (typeof time === 'string') return `has an entry whose start ${time}`;
  reportTime(time, 'start', worklog.started, field, report);
  const started = time.text;
  const { timeSpentSeconds: given } = worklog;
  const seconds = numberIn(given);
  if (seconds === null)
    return isEmpty(given)
      ? 'has an entry without timeSpentSeconds'
      : 'has an entry whose timeSpentSeconds is not a number';
  if (Math.abs(seconds) > MAX_SECONDS) return 'has an entry of more than 1,000 years';
  if (seconds < 0) report.read(`${field}.timeSpentSeconds`, 'is negative', 'it is subtracted');
  if (seconds !== given) report.read(`${field}.timeSpentSeconds`, 'is a text', 'taken as a number');
  const isSame = started === worklog.started && seconds === given;
  const whole = isSame ? worklog : { ...worklog, started, timeSpentSeconds: Math.round(seconds) };
  return readAuthor(whole, field, report);
}

/** The items of a history, also of a JSON text; null for anything else. */
function itemsOf(items: unknown): unknown[] | null {
  const read = jsonIn(items);
  return Array.isArray(read) ? read : null;
}

function readHistory(history: JsonObject, field: string, report: Report): string | JsonObject {
  const time = readStamp(history.created);
  if (typeof time === 'string') return `has an entry whose time ${time}`;
  reportTime(time, 'time', history.created, field, report);
  const created = time.text;
  const items = itemsOf(history.items);
  if (items === null)
    return `has an entry whose items ${isEmpty(history.items) ? 'are missing' : 'cannot be read'}`;
  if (items !== history.items) report.read(`${field}.items`, 'is a text', 'taken as JSON');
  const read = items.every(isItem)
    ? items
    : items.flatMap(item => changeItem(item, field, report) ?? []);
  const whole =
    created === history.created && read === history.items
      ? history
      : { ...history, created, items: read };
  return readAuthor(whole, field, report);
}

const ITEM_TEXTS = ['fieldId', 'from', 'fromString', 'to', 'toString'];

const isTextOrEmpty = (value: unknown): boolean => isText(value) || isEmpty(value);

function isItem(value: unknown): boolean {
  const item = asObject(value);
  if (!item || !isText(item.field)) return false;
  const { fieldId, from, fromString, to } = item;
  return (
    isTextOrEmpty(fieldId) &&
    isTextOrEmpty(from) &&
    isTextOrEmpty(fromString) &&
    isTextOrEmpty(to) &&
    (isTextOrEmpty(item.toString) || !Object.hasOwn(item, 'toString'))
  );
}

function changeItem(value: unknown, field: string, report: Report): JsonObject | null {
  const item = asObject(value);
  if (!item || !isText(item.field)) {
    report.lost(field, 'has a change without a field', `the change is ${LEFT_OUT}`);
    return null;
  }
  const repaired = { ...item };
  for (const name of ITEM_TEXTS) {
    if (!Object.hasOwn(item, name) || isTextOrEmpty(item[name])) continue;
    repaired[name] = readText(item[name], `${field}.${name}`, report);
  }
  return repaired;
}

export const readHistories = holderOf('histories', 'history counts', readHistory);
export const readWorklogs = holderOf('worklogs', 'worklogs count', readWorklog);

/** Histories of a call of their own. */
export const readHistoryList = (list: readonly unknown[], report: Report): ReadList =>
  readList(list, 'changelog', readHistory, report);

/** Worklogs of a call of their own. */
export const readWorklogList = (list: readonly unknown[], report: Report): ReadList =>
  readList(list, 'worklog', readWorklog, report);
