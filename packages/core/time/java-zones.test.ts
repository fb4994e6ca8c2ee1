import { expect, test } from 'vitest';
import { dayText } from './day.ts';
import { isZone, localDay } from './zone.ts';

const at = Date.parse('2026-03-02T23:30:00Z');

test.each(['GMT+01:00', 'GMT+1', 'GMT+0100', 'UTC+1'])('%s is an offset', zone => {
  expect(isZone(zone)).toBe(true);
  expect(dayText(localDay(at, zone))).toBe('2026-03-03');
});

test('GMT-8 is west of Greenwich, and a zone that does not exist is none', () => {
  expect(dayText(localDay(at, 'GMT-8'))).toBe('2026-03-02');
  expect(isZone('GMT+1:7')).toBe(false);
  expect(isZone('Mars/Olympus')).toBe(false);
});
