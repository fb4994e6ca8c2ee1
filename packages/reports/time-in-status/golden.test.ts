/**
 * Time in status of real issues against times that are worked here, plainly, from the raw records: with the rules of the
 * zones written out by hand, and a day at a time.
 */

import { context } from '@tallyboard/core/testing/builders.ts';
import { describe, expect, it } from 'vitest';
import {
  type RawStatusIssue,
  readStatusHistories,
  statusDataset,
} from '../testing/status-histories.ts';
import computeTimeInStatus from './compute.ts';
import { timeInStatusSettings } from './settings.ts';
import { issueTimes } from './table.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The n-th Sunday of a month (0 January), as midnight UTC. */
function sunday(year: number, month: number, n: number): number {
  const first = Date.UTC(year, month, 1);
  return first + (((7 - new Date(first).getUTCDay()) % 7) + (n - 1) * 7) * DAY;
}

/** New York since 2007: summer time from the second Sunday of March, 2:00, to the first of November, 2:00. */
function newYork(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const summer = at >= sunday(year, 2, 2) + 7 * HOUR && at < sunday(year, 10, 1) + 6 * HOUR;
  return (summer ? -4 : -5) * HOUR;
}

const shanghai = () => 8 * HOUR;

/** Working hours 9-12 and 13-17 from Monday to Friday, day by day; none of them is near a change of clocks. */
function working(from: number, to: number, offset: (at: number) => number): number {
  let sum = 0;
  const first = Math.floor((from + offset(from)) / DAY) - 1;
  const last = Math.floor((to + offset(to)) / DAY) + 1;
  for (let day = first; day <= last; day++) {
    const weekday = new Date(day * DAY).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    for (const [start, end] of [
      [9, 12],
      [13, 17],
    ] as const) {
      const noon = day * DAY + 12 * HOUR;
      const shift = offset(noon - offset(noon));
      const opens = day * DAY + start * HOUR - shift;
      const closes = day * DAY + end * HOUR - shift;
      sum += Math.max(0, Math.min(to, closes) - Math.max(from, opens));
    }
  }
  return sum;
}

/** Milliseconds by status id of one issue. */
function tally(raw: RawStatusIssue, asOf: number, length: (from: number, to: number) => number) {
  const moves = (raw.changelog?.histories ?? [])
    .flatMap(({ created, items }) => items.map(item => ({ ...item, at: Date.parse(created) })))
    .filter(item => item.field === 'status')
    .sort((a, b) => a.at - b.at);
  const times = new Map<string, number>();
  let at = Date.parse(raw.fields.created);
  let entered = at;
  let status = moves[0]?.from ?? raw.fields.status.id;
  for (const move of [...moves, { at: asOf, to: null }]) {
    const until = Math.min(move.at, asOf);
    // Entered and left in one instant: there, for no time.
    const passed = move.to !== null && move.at === at && entered === at && at < asOf;
    if (until > at || passed) times.set(status, (times.get(status) ?? 0) + length(at, until));
    at = Math.max(at, until);
    entered = move.at;
    status = move.to ?? status;
  }
  return times;
}

const CALENDAR_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const calendar = (timezone: string) =>
  JSON.stringify({
    timezone,
    days: Object.fromEntries(CALENDAR_DAYS.map(day => [day, ['09:00-12:00', '13:00-17:00']])),
  });

describe.each([
  { set: 'aea', count: 673, zone: 'America/New_York', offset: newYork, asOf: '2025-06-01' },
  { set: 'aerogear', count: 200, zone: 'America/New_York', offset: newYork, asOf: '2014-01-01' },
  { set: 'devlake', count: 33, zone: 'Asia/Shanghai', offset: shanghai, asOf: '2021-06-01' },
] as const)('$set', ({ set, count, zone, offset, asOf: day }) => {
  const raw = readStatusHistories(set);
  const asOf = Date.parse(`${day}T00:00:00Z`);

  it.each([true, false])('with a calendar: %s', useCalendar => {
    const issues = raw;
    expect(issues).toHaveLength(count);
    const data = statusDataset(issues);
    const { result } = computeTimeInStatus(
      data,
      {
        ...timeInStatusSettings.defaults,
        statusBy: 'status',
        useCalendar,
        calendarSource: 'own',
        calendar: calendar(zone),
      },
      context({ asOf, zone }),
    );
    const length = useCalendar
      ? (from: number, to: number) => working(from, to, offset)
      : (from: number, to: number) => to - from;
    const names = new Map([...data.statuses].map(([id, status]) => [id as string, status.name]));
    const columns = result.columns.map(column => ({
      label: column.label,
      timeOf: issueTimes(column),
    }));
    issues.forEach((each, row) => {
      const expected = new Map<string, number>();
      for (const [id, time] of tally(each, asOf, length)) {
        const name = names.get(id) ?? 'Unknown status';
        expected.set(name, (expected.get(name) ?? 0) + time);
      }
      for (const { label, timeOf } of columns)
        expect([each.key, label, timeOf(row)]).toEqual([
          each.key,
          label,
          expected.get(label) ?? null,
        ]);
    });
  });
});
