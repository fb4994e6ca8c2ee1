import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ForecastCorrection } from './correction.ts';
import { LEVELS, pinballLoss } from './levels.ts';
import {
  type FinishHistory,
  type ForecastOptions,
  type ForecastQuestion,
  ForecastRoller,
  NEVER,
  type PastForecast,
} from './rolled-forecast.ts';

const OPTIONS = { historyDays: 90, seed: 1, calibrate: false } as const;

const rolled = (history: FinishHistory, question: ForecastQuestion, options: ForecastOptions) =>
  new ForecastRoller(history, question, options).rolled();

function historyOf(counts: readonly number[]): FinishHistory {
  const finished = counts.flatMap((count, day) => new Array<number>(count).fill(day));
  return {
    present: counts.length,
    finished: Int32Array.from(finished),
    reopened: new Int32Array(finished.length).fill(NEVER),
    isWorking: () => true,
  };
}

/** Pseudo-random counts whose rate drifts. */
function drifting(days: number): number[] {
  let state = 7;
  const next = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  let rate = 1;
  return Array.from({ length: days }, () => {
    rate = Math.min(4, Math.max(0.2, rate * Math.exp(0.15 * (next() - 0.5))));
    let count = 0;
    for (let chance = next(); chance > Math.exp(-rate); chance *= next()) count++;
    return count;
  });
}

it('draws totals from the sample', () => {
  // Half of the days have 2: 10 days have Binomial(10, 1/2) times 2.
  const counts = Array.from({ length: 90 }, (_, day) => 2 * (day % 2));
  const { current, past } = rolled(historyOf(counts), { kind: 'how-many', days: 10 }, OPTIONS);
  expect(current?.forecast.plain).toEqual([10, 8, 6, 4]);
  expect(past.map(({ actual }) => actual)).toEqual(past.map(() => 10));
  const chance = current?.chanceOf('plain', 10, 8);
  expect(chance).toBeCloseTo(1 - (1 + 10 + 45 + 120) / 1024, 3);
});

it('counts the days until items are done', () => {
  const counts = new Array<number>(90).fill(1);
  const asked = { kind: 'when', itemsAt: () => 12 } as const;
  const { current, past } = rolled(historyOf(counts), asked, OPTIONS);
  expect(current?.forecast.plain).toEqual([12, 12, 12, 12]);
  expect(new Set(past.map(({ actual }) => actual))).toEqual(new Set([12]));
});

it('knows a finish until it ended', () => {
  const counts = new Array<number>(90).fill(1);
  const history = historyOf(counts);
  const reopened = history.reopened.slice();
  reopened[60] = 80;
  const { past } = rolled({ ...history, reopened }, { kind: 'how-many', days: 14 }, OPTIONS);
  // The finish of day 60 ended on day 80: forecasts whose days end before have it, later ones do not.
  expect(past.map(({ at, actual }) => [at, actual])).toContainEqual([55, 14]);
  const later = rolled({ ...history, reopened }, { kind: 'how-many', days: 28 }, OPTIONS).past;
  expect(later.map(({ at, actual }) => [at, actual])).toContainEqual([55, 27]);
});

const lossOf = (past: readonly PastForecast[], kind: 'how-many' | 'when') => {
  const of = (values: 'plain' | 'corrected') =>
    past.reduce((sum, each) => sum + pinballLoss(kind, each[values], each.actual ?? 0), 0);
  return of('corrected') / of('plain');
};

it.each([14, 30, 90])(
  'forecasts of a drifting pace over %i days hold as often as they say',
  days => {
    const { past } = rolled(historyOf(drifting(2000)), { kind: 'how-many', days }, OPTIONS);
    const gap = (of: 'plain' | 'corrected') =>
      LEVELS.reduce((sum, level, at) => {
        const held = past.filter(each => (each.actual ?? 0) >= (each[of][at] ?? 0)).length;
        return sum + Math.abs((100 * held) / past.length - level) / LEVELS.length;
      }, 0);
    expect(past.length).toBeGreaterThan(200);
    expect(gap('corrected')).toBeLessThan(days === 90 ? 6 : 3);
    expect(gap('corrected')).toBeLessThan(gap('plain'));
    expect(lossOf(past, 'how-many')).toBeLessThan(1);
  },
);

it('a pace that goes back and forth does not put off the day on which items are done', () => {
  const counts = Array.from({ length: 2000 }, (_, day) => (day % 200 < 100 ? 4 : 1));
  const asked = { kind: 'when', itemsAt: () => 120 } as const;
  const { past } = rolled(historyOf(counts), asked, OPTIONS);
  const known = past.filter(({ actual }) => actual !== null);
  expect(known.length).toBeGreaterThan(200);
  expect(lossOf(known, 'when')).toBeLessThan(1);
});

it('levels never cross', () => {
  const correction = new ForecastCorrection();
  for (let week = 0; week < 200; week++) correction.learnLevel(null, 0, week % 3 === 0);
  const scores = correction.levelScores(null);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

it('levels and spread follow the outcomes', () => {
  const correction = new ForecastCorrection();
  const [half, , , most = 0] = correction.levelScores(null);
  expect(half).toBeCloseTo(0, 3);
  expect(most).toBeCloseTo(-1.645, 3);
  for (let week = 0; week < 100; week++) correction.learnLevel(null, 3, week % 10 > 0);
  expect(correction.levelScores(null)[3]).toBeLessThan(most - 0.5);
  const paces = [1, 1, 1, 1, 1];
  const estimate = correction.estimate(paces, null);
  const prospect = { law: { deviation: 1 }, span: 7, days: 7, estimate, items: null };
  for (let week = 0; week < 100; week++) correction.learnCount(prospect, 7);
  expect(correction.estimate(paces, null).spread).toBeLessThan(estimate.spread);
  for (let week = 0; week < 100; week++) correction.learnCount(prospect, 14 * (week % 2));
  expect(correction.estimate(paces, null).spread).toBeGreaterThan(estimate.spread);
});

it('what was learnt on other sizes is not applied', () => {
  const correction = new ForecastCorrection();
  const [untaught] = correction.levelScores(40);
  for (let week = 0; week < 100; week++) correction.learnLevel(2, 0, true);
  expect(correction.levelScores(40)[0]).toBe(untaught);
  expect(correction.levelScores(5)[0]).toBeGreaterThan(untaught as number);
});

it('the line that lost less in the past is shown', () => {
  const steady = { ...OPTIONS, calibrate: true };
  const asked = { kind: 'how-many', days: 30 } as const;
  const wild = rolled(historyOf(drifting(2000)), asked, steady);
  expect(wild.current?.known.line).toBe('corrected');
  // Each day of one Poisson law: plain trials are right, and the correction only widens them.
  let state = 11;
  const next = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const counts = Array.from({ length: 1500 }, () => {
    let count = 0;
    for (let chance = next(); chance > Math.exp(-2); chance *= next()) count++;
    return count;
  });
  const plain = rolled(historyOf(counts), asked, steady);
  const loss = (of: 'plain' | 'corrected' | 'line') =>
    plain.past.reduce(
      (sum, each) =>
        sum + pinballLoss('how-many', each[of === 'line' ? each.line : of], each.actual ?? 0),
      0,
    );
  expect(loss('plain')).toBeLessThan(loss('corrected'));
  expect(loss('line')).toBeLessThan(loss('corrected'));
  expect(plain.current?.known.line).toBe('plain');
  expect(plain.past.slice(0, 20).every(({ line }) => line === 'corrected')).toBe(true);
  for (const { past } of [wild, plain]) expect(past.length).toBeGreaterThan(100);
});

const STORIES = fc
  .array(fc.integer({ min: 0, max: 6 }), { minLength: 2, maxLength: 12 })
  .map(rates =>
    Array.from({ length: 280 }, (_, day) => {
      const rate = rates[Math.floor((day * rates.length) / 280)] ?? 0;
      return (day * 7919) % 5 < 3 ? rate : 0;
    }),
  );
const QUESTIONS = fc.constantFrom(
  { kind: 'how-many', days: 14 } as const,
  { kind: 'how-many', days: 90 } as const,
  { kind: 'when', itemsAt: (day: number) => 5 + (day % 40) } as const,
);

it('forecasts are whole numbers in the order of their chances, and rest on their seed', () => {
  fc.assert(
    fc.property(STORIES, QUESTIONS, (counts, question) => {
      const again = () => rolled(historyOf(counts), question, OPTIONS);
      const { past, current } = again();
      for (const { plain, corrected } of [...past, ...(current ? [current.forecast] : [])])
        for (const values of [plain, corrected]) {
          const sign = question.kind === 'when' ? 1 : -1;
          expect(values).toEqual([...values].sort((a, b) => sign * (a - b)));
          for (const value of values) expect(Number.isInteger(value) && value >= 0).toBe(true);
        }
      expect(again().past).toEqual(past);
    }),
    { numRuns: 40 },
  );
});

it('a past forecast knows nothing of the days after it', () => {
  fc.assert(
    fc.property(STORIES, QUESTIONS, fc.integer({ min: 5, max: 39 }), (counts, question, week) => {
      const at = 7 * week;
      const then = rolled(historyOf(counts.slice(0, at)), question, OPTIONS).current;
      const one = rolled(historyOf(counts), question, OPTIONS).past.find(each => each.at === at);
      if (one) expect(then?.forecast).toEqual({ plain: one.plain, corrected: one.corrected });
    }),
    { numRuns: 40 },
  );
});
