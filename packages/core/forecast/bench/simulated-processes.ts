/** Simulated teams: how many issues each finishes on each day of some three years. */

import { randomFrom } from '../../bench/samples.ts';

const DAYS = 1200;

type Random = () => number;
/** Finishes by day, with a mean of about `rate`. */
type Process = (next: Random, rate: number) => number[];

export interface SimulatedProcess {
  readonly name: string;
  readonly counts: readonly number[];
}

/** `each` of every kind, 11 in number; the same seed gives the same ones. */
export function simulatedProcesses(each: number, seed: number): SimulatedProcess[] {
  return Object.entries(PROCESSES).flatMap(([name, process], kind) =>
    Array.from({ length: each }, (_, at) => {
      const next = randomFrom(seed + 1000 * kind + at);
      // 0.3 to 3 issues a day.
      const rate = 0.3 * 10 ** next();
      return { name, counts: process(next, rate) };
    }),
  );
}

const PROCESSES: Readonly<Record<string, Process>> = {
  steady: (next, rate) => daily(() => poisson(next, rate)),
  overdispersed: (next, rate) => daily(() => poisson(next, rate * varied(next))),
  drifting: (next, rate) => drift(next, rate).map(now => poisson(next, now)),
  'drifting, overdispersed': (next, rate) =>
    drift(next, rate).map(now => poisson(next, now * varied(next))),
  seasonal(next, rate) {
    const [start, size] = [DAYS * next(), 0.3 + 0.5 * next()];
    return daily(day => {
      return poisson(next, rate * (1 + size * Math.sin((2 * Math.PI * (day + start)) / 365)));
    });
  },
  sprints: (next, rate) => batches(next, drift(next, rate), 14, 0.7),
  'weekly releases': (next, rate) => batches(next, drift(next, rate), 7, 0.9),
  regimes: (next, rate) => regimes(next, rate).map(now => poisson(next, now)),
  'regimes, overdispersed': (next, rate) =>
    regimes(next, rate).map(now => poisson(next, now * varied(next))),
  bursts(next, rate) {
    let left = 0;
    return daily(() => {
      left = next() < 1 / 60 ? 5 + 15 * next() : left - 1;
      return poisson(next, left > 0 ? 4 * rate : 0.6 * rate);
    });
  },
  'growth or decline'(next, rate) {
    const end = Math.exp(3.2 * (next() - 0.5));
    return daily(day => poisson(next, rate * end ** (day / DAYS)));
  },
};

const daily = (of: (day: number) => number) => Array.from({ length: DAYS }, (_, day) => of(day));

/** A rate that wanders, and goes back to its mean within about 200 days. */
function drift(next: Random, rate: number): number[] {
  const deviation = 0.02 + 0.06 * next();
  let logarithm = 0;
  return daily(() => {
    logarithm = 0.995 * logarithm + deviation * normal(next);
    return rate * Math.exp(logarithm);
  });
}

/** A rate that changes at once, every 150 days on average. */
function regimes(next: Random, rate: number): number[] {
  let now = rate;
  return daily(() => {
    if (next() < 1 / 150) now = rate * Math.exp(0.8 * normal(next));
    return now;
  });
}

/** A part of what is finished is closed on every so many days alone. */
function batches(next: Random, rates: readonly number[], days: number, part: number): number[] {
  let waiting = 0;
  return rates.map((rate, day) => {
    const finished = poisson(next, rate);
    const held = Array.from({ length: finished }).filter(() => next() < part).length;
    waiting += held;
    if (day % days < days - 1) return finished - held;
    const closed = finished - held + waiting;
    waiting = 0;
    return closed;
  });
}

const normal = (next: Random) =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Exponential with a mean of 1. */
const varied = (next: Random) => -Math.log(1 - next());

function poisson(next: Random, rate: number): number {
  let count = 0;
  for (let sum = varied(next); sum < rate; sum += varied(next)) count++;
  return count;
}
