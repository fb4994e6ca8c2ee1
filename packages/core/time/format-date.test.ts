/** Stored patterns were written for Moment, and read by Day.js before. */
import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import isoWeek from 'dayjs/plugin/isoWeek.js';
import localizedFormat from 'dayjs/plugin/localizedFormat.js';
import utc from 'dayjs/plugin/utc.js';
import weekOfYear from 'dayjs/plugin/weekOfYear.js';
import weekYear from 'dayjs/plugin/weekYear.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatWall } from './format-date.ts';
import { DAY } from './units.ts';

for (const plugin of [utc, isoWeek, weekOfYear, weekYear, advancedFormat, localizedFormat])
  dayjs.extend(plugin);

const TOKENS =
  'Y YY YYYY Q M MM MMM MMMM Do D DD d dd ddd dddd w wo ww W WW gggg GGGG H HH h hh k kk m mm s ss SSS a A X x Z ZZ LT LTS L LL LLL LLLL l ll lll llll';
/** Without a bracket that is not closed: Day.js closes it at the next ordinal. */
const piece = fc.oneof(
  fc.constantFrom(...TOKENS.split(' ')),
  fc.constantFrom(' ', ', ', '/', '-', '.', ':', ']', '[W]', '[of D]', 'T', 'e', 'o', 'é'),
);
const pattern = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''));
const wall = fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9998, 11, 31) });

test('any pattern gives what Day.js gives', () => {
  fc.assert(
    fc.property(wall, pattern, (at, pattern) => {
      expect(formatWall(at, pattern)).toBe(dayjs.utc(at).format(pattern));
    }),
    { numRuns: 5_000 },
  );
});

test('weeks and their years, on each day around the turn of the year', () => {
  const all = 'YYYY-MM-DD d w wo ww gggg W WW GGGG Do Q';
  for (let year = 1970; year < 2100; year++)
    for (let day = -10; day < 10; day++) {
      const at = Date.UTC(year, 0, 1) + day * DAY;
      expect(formatWall(at, all)).toBe(dayjs.utc(at).format(all));
    }
  expect(formatWall(Number.NaN, all)).toBe('Invalid Date');
});
