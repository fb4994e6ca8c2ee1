import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInstant } from './instant.ts';

test.each([
  ['2026-09-27T10:03:11.123+0200', Date.UTC(2026, 8, 27, 8, 3, 11, 123)],
  ['2026-09-27T10:03:11.123+02:00', Date.UTC(2026, 8, 27, 8, 3, 11, 123)],
  ['2026-09-27T10:03:11-0330', Date.UTC(2026, 8, 27, 13, 33, 11)],
  ['2026-09-27T10:03:11+02', Date.UTC(2026, 8, 27, 8, 3, 11)],
  ['2026-09-14T08:00:00.000Z', Date.UTC(2026, 8, 14, 8)],
  ['2026-09-14T08:00Z', Date.UTC(2026, 8, 14, 8)],
  ['2026-09-14T08:00:00.5Z', Date.UTC(2026, 8, 14, 8, 0, 0, 500)],
  ['2026-09-14T08:00:00.123456789Z', Date.UTC(2026, 8, 14, 8, 0, 0, 123)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
])('%s', (text, instant) => expect(parseInstant(text)).toBe(instant));

test.each([
  '',
  'yesterday',
  '2026-02-29',
  '2026-00-01',
  '2026-04-31',
  '2026-09-27T24:00:00Z',
  '2026-09-27T10:60:00Z',
  '2026-09-27T10:03:11',
  '2026-09-27T10:03:11.Z',
  '2026-09-27T10:03:11.123+0',
  '2026-09-27T10:03:11.123+02:0',
  '2026-09-27T10:03:11.123Zulu',
  '2026/09/27',
])("'%s' is no instant", text => expect(parseInstant(text)).toBeNaN());

test('agrees with Date.parse on every ISO text', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      date => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime());
        expect(parseInstant(date.toISOString().replace('Z', '-0930'))).toBe(
          date.getTime() + 9.5 * 3_600_000,
        );
      },
    ),
    { numRuns: 2000 },
  );
});
