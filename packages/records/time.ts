import { parseDay } from '@tallyboard/core/time/day.ts';
import { instantOfDay } from '@tallyboard/core/time/day-alone.ts';
import { parseInstant } from '@tallyboard/core/time/instant.ts';
import { isInstant } from './plain.ts';
import { EMPTIED, isEmpty, isText, numberIn, type Report } from './values.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

const TIMESTAMP =
  /^\d{4}-\d\d-\d\d(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?$/;

/** The problem with a time; null if it is valid. */
export function timeProblem(value: unknown): string | null {
  if (isEmpty(value) || value === '') return 'is missing';
  if (!isText(value)) return 'is not a timestamp';
  if (!Number.isNaN(parseInstant(value))) return null;
  if (TIMESTAMP.test(value)) return 'is not a calendar date';
  return /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(value)
    ? 'has no time zone, or is not a time'
    : 'is not a timestamp';
}

/** Formats an instant as Jira does; null outside Jira's range. */
function timestampOf(value: unknown): string | null {
  return isInstant(value) ? new Date(value).toISOString().replace('Z', '+0000') : null;
}

/** Seconds since 1970 of this century have nine or ten digits, milliseconds at least twelve. */
const MAX_SECONDS = 10_000_000_000;
const MIN_SECONDS = 946_684_800;

function ofNumber(number: number): ReadTime | null {
  const isSeconds = number >= MIN_SECONDS && number < MAX_SECONDS;
  const text = timestampOf(isSeconds ? number * 1000 : number);
  const done = `taken as ${isSeconds ? 'seconds' : 'milliseconds'}`;
  return text === null ? null : { text, what: 'is a number', done };
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Minutes. Names that mean several zones (IST, BST) are missing. */
const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  CET: 60,
  CEST: 120,
};

interface ReadTime {
  readonly text: string;
  readonly what: string;
  readonly done: string;
}

interface Parts {
  readonly year: string;
  readonly month: number;
  readonly day: string;
  readonly clock: string;
  readonly zone: string;
}

const two = (text: string | number) => String(text).padStart(2, '0');

function fromParts({ year, month, day, clock, zone }: Parts, what: string): ReadTime | null {
  const text = `${year}-${two(month)}-${two(day)}T${clock}${zone || 'Z'}`;
  if (Number.isNaN(parseInstant(text))) return null;
  return zone === ''
    ? { text, what: 'has no time zone', done: 'taken as UTC' }
    : { text, what, done: 'taken as a time' };
}

/** '02/Mar/26 9:00 AM', as the older resources of sprints write it. */
const DAY_MONTH_YEAR =
  /^(\d{1,2})[/ -]([a-z]{3})[a-z]*[/ -](\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap]m)?)?$/i;
/** 'Mon Mar 02 09:00:00 UTC 2026', Java's own text of a date. */
const JAVA_DATE =
  /^[a-z]{3} ([a-z]{3}) (\d{1,2}) (\d\d:\d\d:\d\d) (?:GMT)?([a-z]{1,5}|[+-]\d\d:?\d\d) (\d{4})$/i;
/** ISO without a zone, or with the name of one: '2026-03-02 09:00:00.0', '2026-03-02T09:00Z[UTC]'. */
const ISO_LIKE =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)([^[\]]*)(?:\[[^\]]*\])?$/i;

const monthOf = (name = '') => MONTHS.indexOf(name.toLowerCase()) + 1;

function ofDayMonthYear(text: string): ReadTime | null {
  const match = DAY_MONTH_YEAR.exec(text);
  if (!match) return null;
  const [, day = '', month, year = '', hours = '0', minutes = '00', seconds = '00', half] = match;
  const given = Number(hours);
  const isAfternoon = half?.toLowerCase() === 'pm';
  const hour = half ? (given % 12) + (isAfternoon ? 12 : 0) : given;
  if (half && (given < 1 || given > 12)) return null;
  const clock = `${two(hour)}:${minutes}:${seconds}`;
  const whole = year.length === 2 ? `20${year}` : year;
  return fromParts({ year: whole, month: monthOf(month), day, clock, zone: '' }, '');
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}

function ofJavaDate(text: string): ReadTime | null {
  const match = JAVA_DATE.exec(text);
  if (!match) return null;
  const [, month, day = '', clock = '', named = '', year = ''] = match;
  const minutes = ZONES[named.toUpperCase()];
  const zone = /^[+-]/.test(named) ? named : minutes === undefined ? null : offsetText(minutes);
  if (zone === null) return null;
  return fromParts({ year, month: monthOf(month), day, clock, zone }, 'is a text of Java');
}

function ofIsoLike(text: string): ReadTime | null {
  const match = ISO_LIKE.exec(text);
  if (!match) return null;
  const [, date = '', clock = '', zone = ''] = match;
  const [year = '', month, day = ''] = date.split('-');
  return fromParts({ year, month: Number(month), day, clock, zone }, 'has the name of a zone');
}

/** '+002026-03-02T08:00:00Z' of Java, and a zone behind another: '2026-03-02T12:31:24.000+0000-0800'. */
function ofOtherIso(text: string): ReadTime | null {
  const read = text.replace(/^[+]00(?=\d{4}-)/, '').replace(/[+-]0000(?=[+-]\d\d:?\d\d$)/, '');
  if (read === text || timeProblem(read) !== null) return null;
  return { text: read, what: 'is not in a form of Jira', done: 'taken as a time' };
}

function ofText(text: string): ReadTime | null {
  const number = numberIn(text);
  if (number !== null) return ofNumber(number);
  return ofDayMonthYear(text) ?? ofJavaDate(text) ?? ofIsoLike(text) ?? ofOtherIso(text);
}

/** The time of an issue, a history or a worklog. `what`: what is odd; null for nothing. Or the problem, if it cannot be read. */
export function readStamp(value: unknown): ReadStamp | string {
  if (isText(value) && DAY.test(value) && timeProblem(value) === null) {
    const text = String(timestampOf(instantOfDay(parseDay(value) as number)));
    return { text, what: 'is a day without a time', done: 'kept as that day' };
  }
  const problem = timeProblem(value);
  if (problem === null) return { text: String(value), what: null, done: '' };
  return ofAny(value) ?? problem;
}

export type ReadStamp = Omit<ReadTime, 'what'> & { readonly what: string | null };

const ofAny = (value: unknown): ReadTime | null =>
  typeof value === 'number' ? ofNumber(value) : isText(value) ? ofText(value.trim()) : null;

/** A time in any of the forms that Jira has written for sprints, in the form of today; null for none. */
export function readTime(value: unknown, field: string, report: Report): string | null {
  if (isEmpty(value) || value === '' || value === '<null>') return null;
  if (timeProblem(value) === null) return String(value);
  const read = ofAny(value);
  if (read === null) {
    report.lost(field, timeProblem(value) ?? 'cannot be read', EMPTIED);
    return null;
  }
  report.read(field, read.what, read.done);
  return read.text;
}

/** A day, of a time stamp the day as written. */
export function readDay(value: unknown, field: string, report: Report): string | null {
  const given = typeof value === 'number' ? (ofNumber(value)?.text ?? value) : value;
  if (given === '') return null;
  const problem = timeProblem(given);
  const day = isText(given) ? given.slice(0, 10) : '';
  const isStampWithoutZone =
    problem !== null && timeProblem(day) === null && /^[T ]\d\d:/i.test(String(given).slice(10));
  if (problem !== null && !isStampWithoutZone) {
    report.lost(field, problem, EMPTIED);
    return null;
  }
  if (!DAY.test(String(value))) {
    const what = typeof value === 'number' ? 'is a number' : 'is a time stamp';
    report.read(field, what, 'taken as the day');
  }
  return day;
}
