import { describe, expect, it } from 'vitest';
import { randomFrom } from '../bench/samples.ts';
import {
  boundedPoisson,
  dividedChances,
  finishesInTurn,
  type OpenPart,
  PartRace,
  partChance,
} from './part-race.ts';
import { ThroughputLaw } from './throughput-law.ts';

/** One finish a day: working days are finishes. */
const ONE = new ThroughputLaw([1]);

it('a part has the pace of its finishes, or of its share', () => {
  // FLOW: no finish and a quarter of the open issues; 3 of the last 13 finishes and a fifth.
  expect(partChance({ own: 0, all: 0, share: 0.25 })).toBeCloseTo(1 / 4);
  expect(partChance({ own: 3, all: 13, share: 0.2 })).toBeCloseTo(4 / 18);
  expect(dividedChances([0.5, 0.2])).toEqual([0.5, 0.2]);
  expect(dividedChances([0.8, 0.8])).toEqual([0.5, 0.5]);
});

it('a drawn finish goes to at most one part, and a part that is over gives its chance back', () => {
  const race = new PartRace([
    { open: 1, chance: 0.25 },
    { open: 3, chance: 0.75 },
  ]);
  // By hand: 1 - (3/4)^n, until the other part is over.
  const within = [1, 2, 3, 4].map(n => race.until(0).chanceWithin(n, ONE));
  [1 / 4, 7 / 16, 37 / 64, 1].forEach((chance, at) => {
    expect(Math.abs(within[at]! - chance)).toBeLessThan(0.005);
  });
});

it('alone with all finishes, a part takes as many as it has open issues', () => {
  const needed = new PartRace([{ open: 25, chance: 1 }]).until(0);
  expect(needed.chanceWithin(24, ONE)).toBeCloseTo(0);
  expect(needed.chanceWithin(25, ONE)).toBeCloseTo(1);
});

describe('is what trials approach', () => {
  const random = randomFrom(7);
  const sample = [0, 0, 1, 1, 1, 2, 5];
  const CASES: readonly (readonly OpenPart[])[] = [
    [{ open: 1, chance: 0.1 }],
    [{ open: 5, chance: 0.3 }],
    Array.from({ length: 4 }, () => ({ open: 25, chance: 0.25 })),
    [
      { open: 40, chance: 0.05 },
      { open: 2, chance: 0.3 },
      { open: 10, chance: 0.6 },
    ],
    [
      { open: 3, chance: 0.2 },
      { open: 300, chance: 0.8 },
    ],
    Array.from({ length: 12 }, (_, at) => ({ open: 1 + at, chance: 0.07 })),
  ];
  it.each(CASES)('case %#', (...parts) => {
    const trials = Array.from({ length: 4000 }, () => daysOfTrial(parts, sample, random));
    const law = new ThroughputLaw(sample);
    parts.forEach((_, part) => {
      const needed = new PartRace(parts).until(part);
      const days = trials.map(each => each[part]!).sort((a, b) => a - b);
      for (const level of [0.5, 0.7, 0.85, 0.95]) {
        const day = days[Math.ceil(level * days.length) - 1]!;
        const reached = days.filter(each => each <= day).length / days.length;
        expect(Math.abs(needed.chanceWithin(day, law) - reached)).toBeLessThan(0.025);
      }
    });
  });
});

/** The working days until each part is over, by the words of FLOW. */
function daysOfTrial(
  parts: readonly OpenPart[],
  sample: readonly number[],
  random: () => number,
): readonly number[] {
  const left = parts.map(({ open }) => open);
  const over = parts.map(() => 0);
  for (let day = 1; left.some(each => each > 0); day++) {
    const finishes = sample[Math.floor(random() * sample.length)]!;
    for (let n = 0; n < finishes; n++) {
      const kept = parts.reduce(
        (all, { chance }, at) => all * (left[at] === 0 ? 1 - chance : 1),
        1,
      );
      let place = random() * kept;
      for (let at = 0; at < parts.length; at++) {
        if (left[at] === 0) continue;
        place -= parts[at]!.chance;
        if (place >= 0) continue;
        if (--left[at]! === 0) over[at] = day;
        break;
      }
    }
  }
  return over;
}

it('one after another, finishes go to the first open parts in turn', () => {
  expect(finishesInTurn([3, 1, 2], 1)).toEqual([3, 4, 6]);
  // 1 2 1 3 1 3
  expect(finishesInTurn([3, 1, 2], 2)).toEqual([5, 2, 6]);
  expect(finishesInTurn([2, 2, 2], 3)).toEqual([4, 5, 6]);
  expect(finishesInTurn([0, 2], 1)).toEqual([0, 2]);
  // 1 3 1 3 1 2, and 3 3 2 1 1 1
  expect(finishesInTurn([3, 1, 2], 2, [[], [2], []])).toEqual([5, 6, 4]);
  expect(finishesInTurn([3, 1, 2], 1, [[1], [2], []])).toEqual([6, 3, 2]);
  // Each waits for the other: as if none did.
  expect(finishesInTurn([3, 1], 1, [[1], [0]])).toEqual([3, 4]);
  // A blocker that is over blocks nothing.
  expect(finishesInTurn([3, 0], 1, [[1], []])).toEqual([3, 0]);
});

it('a bounded Poisson count has the moments of its chances', () => {
  for (const [rate, bound] of [
    [0.3, 1],
    [4, 3],
    [20, 22],
    [900, 905],
  ] as const) {
    let [mean, square, chance] = [0, 0, Math.exp(-Math.min(rate, 700))];
    if (rate > 700) {
      // By logarithms.
      let log = -rate;
      for (let count = 0; count < 2000; count++) {
        const value = Math.min(count, bound);
        mean += value * Math.exp(log);
        square += value ** 2 * Math.exp(log);
        log += Math.log(rate / (count + 1));
      }
    } else
      for (let count = 0; count < 200; count++) {
        const value = Math.min(count, bound);
        mean += value * chance;
        square += value ** 2 * chance;
        chance *= rate / (count + 1);
      }
    const found = boundedPoisson(rate, bound);
    expect(found.mean / mean).toBeCloseTo(1, 3);
    expect(Math.abs(found.variance - (square - mean ** 2))).toBeLessThan(0.01 * rate);
  }
});
