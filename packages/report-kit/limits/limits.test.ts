import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { expect, test } from 'vitest';
import { marksLabelBeside } from './limit-lines.ts';
import { freshSignal, signalTexts, usualRange, whyNoLimits } from './limit-text.ts';
import { limitsOf, type PeriodSeries } from './period-series.ts';
import { limitsJson } from './with-limits.ts';

/** Weeks 1, 2, ...; '?' has no value, a last value with '~' is of a running week. */
function weeks(text: string, more: Partial<PeriodSeries> = {}): PeriodSeries {
  const points = text.split(' ').map((word, at) => ({
    row: String(at + 1),
    key: `week:${at + 1}`,
    label: `W${at + 1}`,
    value: word === '?' ? null : Number(word.replace('~', '')),
    whole: !word.includes('~'),
  }));
  const series = { id: 'resolved', label: 'Resolved', period: 'week', counts: true as const };
  return { ...series, format: formatCount, say: value => `${value} resolved`, points, ...more };
}

// By hand: values 5 7 6 8 6 7 have mean 39/6, moving ranges 2 1 2 2 1 with mean 8/5.
const STEADY = '5 7 6 8 6 7';
const [MEAN, RANGE] = [39 / 6, 8 / 5];

test('limits are the mean ± 2.66 mean moving ranges of whole periods', () => {
  const { behaviour } = limitsOf(weeks(STEADY));
  expect(behaviour?.mean).toBeCloseTo(MEAN, 12);
  expect(behaviour?.lower).toBeCloseTo(MEAN - 2.66 * RANGE, 12);
  expect(behaviour?.upper).toBeCloseTo(MEAN + 2.66 * RANGE, 12);
  expect(usualRange(limitsOf(weeks(STEADY)))).toBe('3 to 10');
});

test('limits without a whole number between them are told with a decimal', () => {
  // Mean 4.5, one moving range of 1 in 11: 4.5 ± 2.66 / 11.
  const text = `${'4 '.repeat(6)}${'5 '.repeat(6)}`.trim();
  expect(usualRange(limitsOf(weeks(text)))).toBe('4.3 to 4.7');
  expect(usualRange(limitsOf(weeks('4 4 4 4 4 4')))).toBe('4');
});

test('an unfinished last period neither counts nor signals', () => {
  const running = limitsOf(weeks(`${STEADY} 99~`));
  expect(running.behaviour).toEqual(limitsOf(weeks(STEADY)).behaviour);
  expect(freshSignal(running)).toBeNull();
  expect(running.last).toBe(5);
});

test('a period without a value is left out, and signals name the period of their value', () => {
  const gap = limitsOf(weeks('5 7 ? 6 8 6 7 5 6 7 6 5 6 7 30'));
  expect(gap.behaviour?.signals).toContainEqual({ at: 14, rule: 'beyond-limit' });
  expect(freshSignal(gap)).toMatch(/^Week of W15: 30 resolved, above the usual \d+ to \d+\.$/);
});

test('below six whole periods there are no limits, and it says why', () => {
  const few = limitsOf(weeks('5 7 6 8 6 9~'));
  expect(few.behaviour).toBeNull();
  expect(whyNoLimits(few)).toBe(
    'Resolved: no process limits before 6 whole weeks; there are 5 weeks.',
  );
  expect(limitsJson(few)).toMatchObject({ periods: 5, why: whyNoLimits(few), signals: [] });
});

test('a measure that cannot be negative has no limit below 0, one that can has', () => {
  const wide = '0 9 0 9 0 9';
  expect(limitsOf(weeks(wide)).behaviour?.lower).toBe(0);
  expect(limitsOf(weeks(wide, { least: null })).behaviour?.lower).toBeCloseTo(4.5 - 2.66 * 9, 12);
});

test('a share has no limit above 100, and 100 is no signal', () => {
  const shares = limitsOf(weeks('80 95 85 100 90 100', { most: 100 }));
  expect(shares.behaviour?.upper).toBe(100);
  expect(shares.behaviour?.signals).toEqual([]);
});

/** Numbers of a plain linear congruential generator, 0 to 1. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test('a made change is found after it and never before it', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const next = random(seed);
    const noise = () => Math.floor(3 * next());
    const values = Array.from({ length: 40 }, (_, at) => (at < 30 ? 10 : 30) + noise());
    const upTo = (length: number) => limitsOf(weeks(values.slice(0, length).join(' ')));
    // The first value after the change lies far beyond what 10 to 12 allow.
    expect(freshSignal(upTo(31)), `seed ${seed}`).toMatch(/W31.*above the usual/);
    expect(upTo(30).behaviour?.upper, `seed ${seed}`).toBeLessThan(30);
    expect(signalTexts(upTo(30)).join(), `seed ${seed}`).not.toContain('W31');
  }
});

test('a period that the dates cut is not called unusual', () => {
  const cut = [{ index: 0, text: 'Partial: only Oct 31' }];
  const steady = limitsOf(weeks(STEADY));
  const changed = limitsOf(weeks(`${STEADY} 40`));
  expect(marksLabelBeside([steady, limitsOf(weeks('1 2'))], cut)).toBeUndefined();
  expect(marksLabelBeside([steady, changed], [])).toBe('Unusual');
  expect(marksLabelBeside([changed], cut)).toBe('Unusual, or part of a period');
});
