/** Quick checks of records of the right types: whether reports read them as they are. */

import { parseInstant } from '@tallyboard/core/time/instant.ts';
import { asObject, isEmpty, isId, isText, type JsonObject } from './values.ts';

export const MAX_SECONDS = 31_557_600_000;

/** Whether all entries have ids, and different ones: they mostly rise or fall. */
function haveOwnIds(list: readonly unknown[]): boolean {
  let isRising = true;
  let isFalling = true;
  let before = Number.NaN;
  for (let at = 0; at < list.length; at++) {
    const { id } = Object(list[at]) as { readonly id?: unknown };
    if (!isId(id)) return false;
    const number = Number(id);
    if (at > 0) {
      if (!(number > before)) isRising = false;
      if (!(number < before)) isFalling = false;
    }
    before = number;
  }
  if (isRising || isFalling) return true;
  return new Set(list.map(entry => String(asObject(entry)?.id))).size === list.length;
}

/** A number of entries: whole, from 0, and below 2^53. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** The list is one page of several. */
export const hasMorePages = ({ isLast, nextPage, nextPageToken, startAt }: JsonObject): boolean =>
  isLast === false ||
  Boolean(nextPage) ||
  Boolean(nextPageToken) ||
  (typeof startAt === 'number' && startAt !== 0);

/** Whether the list says how much of it there is, and no entry twice. */
export function isPlainList(holder: object, list: readonly unknown[]): boolean {
  const { total } = holder as JsonObject;
  const isTotal = total === undefined || (isCount(total) && total >= list.length);
  return isTotal && !hasMorePages(holder as JsonObject) && haveOwnIds(list);
}

/** No Jira is older than 2002, so that a smaller number is no time in milliseconds. Texts end in 2155. */
const EARLIEST = 946_684_800_000;
const LATEST = 5_869_584_000_000;

/** Milliseconds since 1970. */
export const isInstant = (value: unknown): value is number =>
  typeof value === 'number' && value >= EARLIEST && value < LATEST;

/** Jira's time stamps; a date alone is none. */
const hasTime = (text: string): boolean => text.length > 10 && !Number.isNaN(parseInstant(text));

const isPlainTime = (value: unknown): boolean =>
  isInstant(value) || (isText(value) && hasTime(value));

/** Whether reports read a history of the right types as it is. */
export const isPlainHistory = ({ created }: { readonly created: unknown }): boolean =>
  isPlainTime(created);

/** Whether reports read a worklog of the right types as it is. */
export const isPlainWorklog = (worklog: {
  readonly started: unknown;
  readonly timeSpentSeconds: number;
}): boolean => isPlainTime(worklog.started) && Math.abs(worklog.timeSpentSeconds) <= MAX_SECONDS;

const isTime = (value: unknown): boolean => isEmpty(value) || (isText(value) && hasTime(value));

/** Whether reports read the times and durations of an issue as they are. */
export function hasPlainTimes(fields: JsonObject): boolean {
  return (
    isTime(fields.created) &&
    isTime(fields.updated) &&
    isTime(fields.resolutiondate) &&
    isTime(fields.statuscategorychangedate) &&
    isDay(fields.duedate) &&
    (!Array.isArray(fields.fixVersions) ||
      fields.fixVersions.every(version => isDay(asObject(version)?.releaseDate))) &&
    isDuration(fields.timespent) &&
    isDuration(fields.timeestimate) &&
    isDuration(fields.timeoriginalestimate)
  );
}

const isDay = (value: unknown): boolean =>
  isEmpty(value) || (isText(value) && value.length === 10 && !Number.isNaN(parseInstant(value)));

const isDuration = (value: unknown): boolean =>
  isEmpty(value) || Math.abs(Number(value)) <= MAX_SECONDS;

/** Whether reports read the category as it is. */
export function isPlainCategory(value: unknown): boolean {
  if (isEmpty(value)) return true;
  const id = asObject(value)?.id;
  return typeof id === 'number' && id >= 1 && id <= 4 && Number.isInteger(id);
}
