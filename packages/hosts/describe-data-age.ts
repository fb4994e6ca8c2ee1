import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { type DataAge, isOld } from './data-age.ts';

const HALF_DAY_MS = 12 * 3_600_000;

/** The age of the data in words. */
export function describeDataAge(age: DataAge, zone: ZoneId, now: Instant): string {
  const count = (n: number) => n.toLocaleString('en-US');
  if (age.asOf === null) {
    const of = age.expected === null ? '' : ` of ${count(age.expected)}`;
    return `The first copy is under way: ${count(age.issues)}${of} issues are here.${why(age)}`;
  }
  const isToday = now - age.asOf < HALF_DAY_MS;
  const time = formatInstant(age.asOf, zone, isToday ? 'HH:mm' : 'MMM D, YYYY HH:mm');
  const hidden =
    age.hidden === 0
      ? ''
      : ` ${count(age.issues)} of ${count(age.issues + age.hidden)} issues: ${count(age.hidden)} you may not see in Jira.`;
  return `Data as of ${time}${isOld(age) ? '; figures are of that time' : ''}.${hidden}${why(age)}`;
}

const why = ({ trouble }: DataAge): string => (trouble ? ` ${trouble}` : '');
