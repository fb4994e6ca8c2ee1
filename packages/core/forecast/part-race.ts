/**
 * How many finishes of a team it takes until a part of its open work is over, where each finish belongs to at most one
 * part (FLOW, Dates of a part).
 *
 *   parts A 1 of 4 open issues, B 3 of 4, each finish A's with 1/4 and B's with 3/4:
 *   A is over after 1, 2, 3, 4 finishes with (1/4, 3/16, 9/64, 27/64): B has three, so that the fourth is A's at the latest
 *
 * A part that is over gives its chance back: the chances of the others are divided by 1 less its own.
 *
 * The law is what many trials approach. Finishes as the events of a Poisson process make the parts independent: the time at
 * which a part is over has a gamma law, and until then each other part has had as many finishes as a Poisson variable of its
 * own, but no more than it has open issues. The rest is of no part.
 */

import { normalBelow, type ThroughputLaw } from './throughput-law.ts';

export interface PaceFacts {
  /** Finishes of the part in the sample. */
  readonly own: number;
  /** Finishes of the team since the first of these, which counts. */
  readonly all: number;
  /** The part of the team's open issues, above 0. */
  readonly share: number;
}

/** The chance that a finish of the team is the part's. A part that has not begun has that of its share. */
export const partChance = ({ own, all, share }: PaceFacts): number => (own + 1) / (all + 1 / share);

/** Together they are at most 1. */
export function dividedChances(chances: readonly number[]): readonly number[] {
  const sum = chances.reduce((sum, chance) => sum + chance, 0);
  return sum > 1 ? chances.map(chance => chance / sum) : chances;
}

export interface OpenPart {
  readonly open: number;
  /** That a finish of the team is the part's; above 0. */
  readonly chance: number;
}

/** Parts that are drawn together. */
export class PartRace {
  private readonly parts: readonly OpenPart[];
  /** The finishes that are of no part. */
  private readonly rest: number;
  private unused: UnusedFinishes | undefined;

  constructor(parts: readonly OpenPart[]) {
    this.parts = parts;
    this.rest = Math.max(0, 1 - parts.reduce((sum, { chance }) => sum + chance, 0));
  }

  /** The finishes of the team until a part has `items` of its own. */
  until(at: number, items = this.parts[at]!.open): FinishesNeeded {
    const { chance } = this.parts[at]!;
    const others = this.parts.filter((_, other) => other !== at);
    this.unused ??= new UnusedFinishes(this.parts);
    const unused = this.unused.besides(at);
    // The last one is what is of no part. A race of hundreds has a hundred thousand counts: no object each.
    const bounds = Float64Array.from([...others.map(({ open }) => open), Infinity]);
    const rates = new Float64Array(bounds.length);
    const cases = gammaPoints(items, chance).map(({ time, weight }) => {
      for (let other = 0; other < others.length; other++)
        rates[other] = others[other]!.chance * time;
      rates[others.length] = this.rest * time + unused(time);
      return { weight, count: new CountLaw(rates, bounds) };
    });
    const last = Math.max(...cases.map(({ count }) => count.last));
    const step = Math.max(1, Math.ceil((last + 1) / MAX_POINTS));
    const below = (count: number) =>
      cases.reduce((sum, { weight, count: law }) => sum + weight * law.atMost(count), 0);
    const points: { finishes: number; chance: number }[] = [];
    let before = 0;
    for (let first = 0; first <= last; first += step) {
      const sum = below(first + step - 1);
      const finishes = items + first + (step - 1) / 2;
      if (sum > before) points.push({ finishes, chance: sum - before });
      before = Math.max(before, sum);
    }
    return new FinishesNeeded(points);
  }
}

const MAX_POINTS = 200;

/** The law of the finishes of a team until something is done; chances sum up to 1. */
export class FinishesNeeded {
  private readonly points: readonly { readonly finishes: number; readonly chance: number }[];

  constructor(points: readonly { readonly finishes: number; readonly chance: number }[]) {
    this.points = points;
  }

  get mean(): number {
    return this.points.reduce((sum, { finishes, chance }) => sum + finishes * chance, 0);
  }

  /** The chance that so many come within working days whose finishes follow a law, from 0 to 1. */
  chanceWithin(days: number, law: Pick<ThroughputLaw, 'atMost'>): number {
    if (days === 0) return 0;
    return this.points.reduce(
      (sum, { finishes, chance }) => sum + chance * (1 - law.atMost(days, Math.ceil(finishes) - 1)),
      0,
    );
  }
}

/**
 * The finishes until each part is over if the team works on the first `atOnce` open ones in turn. A part waits until its blockers
 * are over; parts that wait for each other do not.
 *
 *   3, 1, 2 open, two at once: finishes go to 1 2 1 3 1 3, so that the second is over after 2, the first after 5
 *   the second blocked by the third: 1 3 1 3 1 2
 *
 * @param blockers by part.
 */
export function finishesInTurn(
  open: readonly number[],
  atOnce: number,
  blockers: readonly (readonly number[])[] = [],
): readonly number[] {
  const left = [...open];
  const over = open.map(() => 0);
  const waiting = left.flatMap((count, at) => (count > 0 ? [at] : []));
  const working: number[] = [];
  const isReady = (part: number) => !blockers[part]?.some(blocker => left[blocker]! > 0);
  const next = (): number[] => {
    const ready = waiting.findIndex(isReady);
    // A circle: the first of those that are left begins.
    const place = ready < 0 && working.length === 0 ? 0 : ready;
    return place < 0 ? [] : waiting.splice(place, 1);
  };
  const fill = () => {
    while (working.length < atOnce) {
      const found = next();
      if (found.length === 0) return;
      working.push(...found);
    }
  };
  fill();
  let turn = 0;
  for (let finishes = 1; working.length > 0; finishes++) {
    if (turn >= working.length) turn = 0;
    const at = working[turn]!;
    if (--left[at]! > 0) turn++;
    else {
      over[at] = finishes;
      working.splice(turn, 1);
      // The next part takes the place, after those that were waiting for their turn.
      const found = next();
      working.splice(turn, 0, ...found);
      turn += found.length;
      fill();
    }
  }
  return over;
}

/**
 * The finishes that are of no part until a time, since the parts that are over have given back less than their chances: with
 * chances a and b over, those of the others are divided by (1 - a)(1 - b), which is more than 1 - a - b by ab. On average, over
 * times that all parts of a race share.
 */
class UnusedFinishes {
  private readonly times: Float64Array;
  /** By part and time: its chance, if it is over. */
  private readonly over: readonly Float64Array[];
  /** By time: the product of 1 less these, and their sum. */
  private readonly kept: Float64Array;
  private readonly given: Float64Array;

  constructor(parts: readonly OpenPart[]) {
    this.times = sharedTimes(parts);
    this.kept = new Float64Array(this.times.length).fill(1);
    this.given = new Float64Array(this.times.length);
    this.over = parts.map(({ open, chance }) => {
      const over = new Float64Array(this.times.length);
      const [first, last] = [earliest(open) / chance, latest(open) / chance];
      for (let at = 0; at < over.length; at++) {
        const time = this.times[at]!;
        if (time < first) continue;
        over[at] = time > last ? chance : chance * chanceOver(open, chance * time);
        this.kept[at]! *= 1 - over[at]!;
        this.given[at]! += over[at]!;
      }
      return over;
    });
  }

  /** Those that come before a part has as many finishes as it needs: it is not over itself. */
  besides(part: number): (time: number) => number {
    const { times } = this;
    const own = this.over[part]!;
    const sums = new Float64Array(times.length);
    let before = 0;
    for (let at = 0; at < times.length; at++) {
      const rate = this.rateBesides(part, own[at]!, at);
      if (at > 0) sums[at] = sums[at - 1]! + ((times[at]! - times[at - 1]!) * (before + rate)) / 2;
      before = rate;
    }
    return time => {
      let [low, high] = [0, times.length - 1];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (times[middle]! <= time) low = middle;
        else high = middle;
      }
      const slope = (sums[high]! - sums[low]!) / (times[high]! - times[low]!);
      return sums[low]! + slope * (time - times[low]!);
    };
  }

  private rateBesides(part: number, own: number, at: number): number {
    const kept =
      own < 0.999
        ? this.kept[at]! / (1 - own)
        : this.over.reduce((all, each, other) => (other === part ? all : all * (1 - each[at]!)), 1);
    return Math.max(0, kept - 1 + this.given[at]! - own);
  }
}

const SHARED_TIMES = 128;

/** From before the first part is over until after the last, in equal ratios, so that small parts have as many as large ones. */
function sharedTimes(parts: readonly OpenPart[]): Float64Array {
  const middles = parts.map(({ open, chance }) => open / chance);
  const first = Math.min(...middles) / 16;
  const last = Math.max(...parts.map(({ open, chance }) => latest(open) / chance), first * 2);
  const ratio = (last / first) ** (1 / (SHARED_TIMES - 1));
  return Float64Array.from({ length: SHARED_TIMES + 1 }, (_, at) =>
    at === 0 ? 0 : first * ratio ** (at - 1),
  );
}

/** The greatest and the least number of finishes at rate 1 that `gammaPoints` has. */
const latest = (items: number): number => finishesAt(items, MAX_SCORE);
const earliest = (items: number): number => finishesAt(items, -MAX_SCORE);

const finishesAt = (items: number, score: number): number =>
  items * Math.max(0, 1 - 1 / (9 * items) + score / (3 * Math.sqrt(items))) ** 3;

/** The chance that a Poisson count reaches a number, by the cube root of its gamma law (Wilson and Hilferty 1931). */
function chanceOver(items: number, rate: number): number {
  const middle = 1 - 1 / (9 * items);
  return normalBelow((Math.cbrt(rate / items) - middle) * 3 * Math.sqrt(items));
}

/** Times at which a part has had so many finishes, if they come at a rate, with the weights of their law. */
function gammaPoints(items: number, rate: number) {
  // The cube root of a gamma variable is nearly normal (Wilson and Hilferty 1931).
  const middle = 1 - 1 / (9 * items);
  const deviation = 1 / (3 * Math.sqrt(items));
  const low = Math.max(-MAX_SCORE, -middle / deviation);
  const step = (MAX_SCORE - low) / POINTS;
  const points = Array.from({ length: POINTS }, (_, at) => {
    const root = middle + deviation * (low + (at + 0.5) * step);
    const mean = root ** 3 * items;
    // The density of the time, over that of the score.
    return { time: mean / rate, log: (items - 1) * Math.log(mean) - mean + 2 * Math.log(root) };
  });
  const most = Math.max(...points.map(({ log }) => log));
  const weights = points.map(({ log }) => Math.exp(log - most));
  const sum = weights.reduce((sum, weight) => sum + weight, 0);
  return points.map(({ time }, at) => ({ time, weight: weights[at]! / sum }));
}

const POINTS = 24;
/** Beyond it, the tails of a law are below 1e-5. */
const MAX_SCORE = 4.5;

/** A Poisson variable of this rate is hardly ever above it. */
const reachOf = (rate: number): number => rate + 8 * Math.sqrt(rate) + 8;

/** Mean and variance of a Poisson variable that counts no further than `bound`. */
export function boundedPoisson(rate: number, bound: number) {
  const reach = reachOf(rate);
  if (bound > reach) return { mean: rate, variance: rate };
  if (bound < 2 * rate - reach) return { mean: bound, variance: 0 };
  let [mean, square, below, chance] = [0, 0, 0, Math.exp(-rate)];
  // Rates that large are 8 deviations from any bound below 600.
  if (chance === 0) return boundedNormal(rate, bound);
  for (let count = 0; count < bound; count++) {
    below += chance;
    const above = Math.max(0, 1 - below);
    mean += above;
    square += (2 * count + 1) * above;
    chance *= rate / (count + 1);
  }
  return { mean, variance: Math.max(0, square - mean ** 2) };
}

function boundedNormal(rate: number, bound: number) {
  const deviation = Math.sqrt(rate);
  const score = (bound - rate) / deviation;
  const below = normalBelow(score);
  const density = Math.exp(-(score ** 2) / 2) / Math.sqrt(2 * Math.PI);
  const mean = rate * below - deviation * density + bound * (1 - below);
  const square =
    (rate ** 2 + rate) * below - deviation * (rate + bound) * density + bound ** 2 * (1 - below);
  return { mean, variance: Math.max(0, square - mean ** 2) };
}

interface BoundedCount {
  readonly rate: number;
  readonly bound: number;
}

/**
 * The sum of independent counts: exact for a few hundred, of which many may be at their bounds, else by a normal law and its
 * skewness.
 */
class CountLaw {
  /** Above it lie less than 1e-5. */
  readonly last: number;
  private readonly mean: number;
  private readonly variance: number;
  /** The chances of at most 0, 1, 2... */
  private readonly sums: Float64Array | null;

  /** Poisson variables of these rates that count no further than `bounds`. */
  constructor(rates: Float64Array, bounds: Float64Array) {
    let [mean, variance, reach] = [0, 0, 0];
    for (let at = 0; at < rates.length; at++) {
      const rate = rates[at]!;
      const bound = bounds[at]!;
      if (!(rate > 0)) continue;
      const own = reachOf(rate);
      reach += Math.min(bound, own);
      if (bound > own) {
        mean += rate;
        variance += rate;
        continue;
      }
      const moments = boundedPoisson(rate, bound);
      mean += moments.mean;
      variance += moments.variance;
    }
    this.mean = mean;
    this.variance = variance;
    this.last = Math.ceil(Math.min(reach, mean + 5 * Math.sqrt(variance) + 2));
    this.sums = reach <= MAX_EXACT ? sumsOf(countsOf(rates, bounds), this.last) : null;
  }

  atMost(count: number): number {
    if (count >= this.last) return 1;
    if (this.sums) return this.sums[count] ?? 1;
    if (this.variance === 0) return count >= this.mean ? 1 : 0;
    const deviation = Math.sqrt(this.variance);
    const score = (count + 0.5 - this.mean) / deviation;
    // That of a binomial law.
    const skewness = ((2 * this.variance) / this.mean - 1) / deviation;
    const density = Math.exp(-(score ** 2) / 2) / Math.sqrt(2 * Math.PI);
    const term = (skewness * (score ** 2 - 1)) / 6;
    return Math.min(1, Math.max(0, normalBelow(score) - term * density));
  }
}

const countsOf = (rates: Float64Array, bounds: Float64Array): readonly BoundedCount[] =>
  Array.from(rates, (rate, at) => ({ rate, bound: bounds[at]! })).filter(({ rate }) => rate > 0);

const MAX_EXACT = 400;
const NEGLIGIBLE = 1e-7;

function sumsOf(counts: readonly BoundedCount[], last: number): Float64Array {
  let law: Float64Array = Float64Array.of(1);
  // Those that do not reach their bounds are one Poisson variable.
  let free = 0;
  for (const count of counts) {
    if (count.bound > reachOf(count.rate)) free += count.rate;
    else law = sumLaw(law, chancesOf(count, last), last);
  }
  law = sumLaw(law, chancesOf({ rate: free, bound: Infinity }, last), last);
  let sum = 0;
  return law.map(chance => (sum += chance));
}

/** Chances of 0, 1, 2... */
function chancesOf({ rate, bound }: BoundedCount, last: number): readonly number[] {
  const chances: number[] = [];
  if (bound < 2 * rate - reachOf(rate)) return [...Array<number>(bound).fill(0), 1];
  let chance = Math.exp(-rate);
  let above = 1;
  for (let count = 0; count < bound && count <= last; count++) {
    chances.push(chance);
    above -= chance;
    if (above < NEGLIGIBLE) return chances;
    chance *= rate / (count + 1);
  }
  if (bound <= last) chances.push(above);
  return chances;
}

function sumLaw(one: Float64Array, other: readonly number[], last: number): Float64Array {
  const sum = new Float64Array(Math.min(last + 1, one.length + other.length - 1));
  for (let add = 0; add < other.length; add++) {
    const chance = other[add]!;
    const end = Math.min(one.length, sum.length - add);
    for (let at = 0; at < end; at++) sum[at + add]! += chance * one[at]!;
  }
  return sum;
}
