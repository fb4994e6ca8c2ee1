import { expect, test } from 'vitest';
import { lastInstant, nextInstant, scheduleProblem, scheduleText } from './schedule.ts';

/** The next instants of a schedule, in UTC. */
function instants(cron: string, zone: string, after: string, count: number): string[] {
  const found: string[] = [];
  let at: number | null = Date.parse(after);
  while (found.length < count) {
    at = nextInstant({ cron, zone }, at);
    if (at === null) break;
    found.push(new Date(at).toISOString().replace(':00.000Z', 'Z'));
  }
  return found;
}

test.each([
  // 02:00 to 03:00 is skipped on 29 March: the run is at 03:00 of the clock.
  [
    '30 2 * * *',
    'Europe/Prague',
    '2026-03-27T12:00:00Z',
    '2026-03-28T01:30Z 2026-03-29T01:00Z 2026-03-30T00:30Z',
  ],
  // 02:00 to 03:00 comes twice on 25 October: the first one.
  ['30 2 * * *', 'Europe/Prague', '2026-10-24T12:00:00Z', '2026-10-25T00:30Z 2026-10-26T01:30Z'],
  ['0 8 * * MON', 'Europe/Prague', '2026-03-22T12:00:00Z', '2026-03-23T07:00Z 2026-03-30T06:00Z'],
  // Each hour of the clock, none twice.
  [
    '0 * * * *',
    'Europe/Prague',
    '2026-03-28T23:30:00Z',
    '2026-03-29T00:00Z 2026-03-29T01:00Z 2026-03-29T02:00Z',
  ],
  ['0 * * * *', 'Europe/Prague', '2026-10-24T23:30:00Z', '2026-10-25T00:00Z 2026-10-25T02:00Z'],
  ['30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', '2026-03-08T07:00Z 2026-03-09T06:30Z'],
  ['30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', '2026-11-01T05:30Z 2026-11-02T06:30Z'],
  ['0 8 1 * *', 'America/New_York', '2026-02-15T00:00:00Z', '2026-03-01T13:00Z 2026-04-01T12:00Z'],
  // Half an hour: 02:00 to 02:30 is skipped on 4 October, 01:30 to 02:00 comes twice on 5 April.
  [
    '15 2 * * *',
    'Australia/Lord_Howe',
    '2026-10-02T16:00:00Z',
    '2026-10-03T15:30Z 2026-10-04T15:15Z',
  ],
  [
    '45 1 * * *',
    'Australia/Lord_Howe',
    '2026-04-03T15:00:00Z',
    '2026-04-04T14:45Z 2026-04-05T15:15Z',
  ],
  [
    '0 9 L * *',
    'Australia/Lord_Howe',
    '2026-02-01T00:00:00Z',
    '2026-02-27T22:00Z 2026-03-30T22:00Z',
  ],
] as const)('%s in %s after %s', (cron, zone, after, expected) => {
  const all = expected.split(' ');
  expect(instants(cron, zone, after, all.length)).toEqual(all);
});

test('of missed instants the last one is found, also after a year', () => {
  const at = (text: string) => Date.parse(text);
  const weekly = { cron: '0 8 * * MON', zone: 'Europe/Prague' };
  const first = at('2025-03-03T07:00:00Z');
  expect(lastInstant(weekly, first, first)).toBe(first);
  expect(lastInstant(weekly, first, at('2025-03-10T06:59:59Z'))).toBe(first);
  expect(lastInstant(weekly, first, at('2025-03-18T12:00:00Z'))).toBe(at('2025-03-17T07:00:00Z'));
  expect(lastInstant(weekly, first, at('2026-04-01T00:00:00Z'))).toBe(at('2026-03-30T06:00:00Z'));
});

test('a schedule of each minute is as quick, also after a year', () => {
  const at = Date.parse('2026-10-25T00:30:30Z');
  for (const zone of ['Europe/Prague', 'Australia/Lord_Howe', 'Pacific/Apia']) {
    const minutely = { cron: '* * * * *', zone };
    // Of the hour that Prague has twice, the first one.
    expect(lastInstant(minutely, at - 365 * 86_400_000, at)).toBe(at - 30_000);
    expect(nextInstant(minutely, at)).toBe(at + 30_000);
  }
});

test('schedules that cannot be say why, others are in words', () => {
  for (const cron of ['', '* * * *', '0 0 8 * * MON', '0 25 * * *', 'monday', '0 0 31 2 *'])
    expect(scheduleProblem({ cron, zone: 'UTC' }), cron).toContain(`'${cron}'`);
  expect(scheduleProblem({ cron: '0 8 * * *', zone: 'Europe/Nowhere' })).toContain('time zone');
  expect(scheduleText({ cron: '0 8 * * MON', zone: 'UTC' })).toBe('Mondays at 08:00 (UTC)');
  expect(scheduleText({ cron: '5 17 * * 1-5', zone: 'UTC' })).toBe(
    'Monday to Friday at 17:05 (UTC)',
  );
  expect(scheduleText({ cron: '*/5 * * * *', zone: 'UTC' })).toBe('Cron */5 * * * * (UTC)');
});
