/** Totals further from the mean have a probability below 1e-12. */
const DEVIATIONS = 8;
/** From this variance and these days, and up to these cumulants, the Edgeworth expansion of a sum is exact to 0.002. */
const NORMAL_VARIANCE = 50;
const NORMAL_DAYS = 20;
const NORMAL_SKEWNESS = 0.5;
const NORMAL_KURTOSIS = 0.5;
/** In standard deviations of the transform of a normal law, beyond which it is negligible. */
const NORMAL_FREQUENCIES = 4;
/** The logarithm of the greatest modulus beyond them: sums of separate numbers, such as 0 and 28, are no normal law. */
const MAX_RIPPLE = -5;
/** exp(-40) is below double precision. */
const NEGLIGIBLE = -40;

/**
 * The law of the number of finishes in some days when each day is drawn from a sample of days, independently: what many
 * trials of adding up drawn days approach.
 *
 *   sample 0 1 1 2: one day has 0, 1, 2 with (1/4, 1/2, 1/4), two days 0 to 4 with (1/16, 4/16, 6/16, 4/16, 1/16)
 *
 * The Fourier transform of a sum of days is a power of that of one day, so that the cost does not grow with the days. The
 * law of a large sum is nearly normal.
 */
export class ThroughputLaw {
  readonly mean: number;
  readonly deviation: number;
  private readonly sample: readonly number[];
  private readonly max: number;
  private readonly variance: number;
  private readonly skewness: number;
  private readonly kurtosis: number;
  private readonly transforms = new Map<number, Transform>();
  /** By days. */
  private readonly tables = new Map<number, Table>();
  private readonly normal = new Map<number, boolean>();

  constructor(sample: readonly number[]) {
    const share = 1 / sample.length;
    this.sample = sample;
    this.mean = sample.reduce((sum, value) => sum + value * share, 0);
    this.max = sample.reduce((max, value) => Math.max(max, value), 0);
    const moment = (power: number) =>
      sample.reduce((sum, value) => sum + share * (value - this.mean) ** power, 0);
    this.variance = moment(2);
    this.deviation = Math.sqrt(this.variance);
    this.skewness = moment(3) / this.deviation ** 3;
    this.kurtosis = moment(4) / this.variance ** 2 - 3;
  }

  /** The probability of at most `total` finishes in `days`. */
  atMost(days: number, total: number): number {
    if (total >= days * this.max) return 1;
    if (this.isNormal(days)) return this.edgeworth(days, total);
    const { low, sums } = this.tableOf(days);
    return total < low ? 0 : sums[Math.min(sums.length - 1, Math.floor(total) - low)]!;
  }

  /** The least total whose probability of not being exceeded is at least `level`. */
  quantile(days: number, level: number): number {
    const max = days * this.max;
    if (this.isNormal(days))
      return leastPassing(0, max, total => this.edgeworth(days, total) >= level);
    const { low, sums } = this.tableOf(days);
    const top = Math.min(max, low + sums.length - 1);
    return leastPassing(low, top, total => sums[total - low]! >= level);
  }

  private isNormal(days: number): boolean {
    const known = this.normal.get(days);
    if (known !== undefined) return known;
    const isNormal =
      days >= NORMAL_DAYS &&
      days * this.variance >= NORMAL_VARIANCE &&
      Math.abs(this.skewness / Math.sqrt(days)) <= NORMAL_SKEWNESS &&
      Math.abs(this.kurtosis / days) <= NORMAL_KURTOSIS &&
      days * this.rippleOf(days) <= MAX_RIPPLE;
    this.normal.set(days, isNormal);
    return isNormal;
  }

  /** The logarithm of the greatest modulus of the transform of one day where that of a normal sum is negligible. */
  private rippleOf(days: number): number {
    const size = 2 ** Math.ceil(Math.log2(8 * (this.max + 1)));
    const first = (NORMAL_FREQUENCIES * size) / (2 * Math.PI * this.deviation * Math.sqrt(days));
    return this.transformOf(size)
      .modulus.subarray(Math.ceil(first))
      .reduce((most, each) => Math.max(most, each));
  }

  private edgeworth(days: number, total: number): number {
    const score = (Math.floor(total) + 0.5 - days * this.mean) / (this.deviation * Math.sqrt(days));
    const density = Math.exp(-(score ** 2) / 2) / Math.sqrt(2 * Math.PI);
    const skewness = this.skewness / Math.sqrt(days);
    const square = score ** 2;
    const terms =
      (skewness / 6) * (square - 1) +
      (this.kurtosis / days / 24) * score * (square - 3) +
      (skewness ** 2 / 72) * score * (square ** 2 - 10 * square + 15);
    return Math.min(1, Math.max(0, normalBelow(score) - terms * density));
  }

  private transformOf(size: number): Transform {
    const known = this.transforms.get(size);
    if (known) return known;
    const real = new Float64Array(size);
    const imaginary = new Float64Array(size);
    for (const value of this.sample) real[value % size]! += 1 / this.sample.length;
    fourier(real, imaginary);
    const transform = {
      modulus: real
        .subarray(0, size / 2 + 1)
        .map((x, at) => Math.log(Math.hypot(x, imaginary[at]!))),
      argument: real.subarray(0, size / 2 + 1).map((x, at) => Math.atan2(imaginary[at]!, x)),
    };
    this.transforms.set(size, transform);
    return transform;
  }

  private tableOf(days: number): Table {
    const known = this.tables.get(days);
    if (known) return known;
    const max = days * this.max;
    const reach = DEVIATIONS * this.deviation * Math.sqrt(days) + this.max + 1;
    const size = 2 ** Math.max(1, Math.ceil(Math.log2(Math.min(max + 1, 2 * reach))));
    const low = max < size ? 0 : Math.max(0, Math.floor(days * this.mean - size / 2));
    const { modulus, argument } = this.transformOf(size);
    const real = new Float64Array(size);
    const imaginary = new Float64Array(size);
    for (let at = 0; at <= size / 2; at++) {
      const power = days * modulus[at]!;
      if (!(power > NEGLIGIBLE)) continue;
      const length = Math.exp(power) / size;
      const angle = days * argument[at]! + (2 * Math.PI * at * low) / size;
      real[at] = length * Math.cos(angle);
      // The forward transform of the conjugate is the inverse one, since probabilities are real.
      imaginary[at] = -length * Math.sin(angle);
      if (at === 0 || at === size / 2) continue;
      real[size - at] = real[at]!;
      imaginary[size - at] = -imaginary[at]!;
    }
    fourier(real, imaginary);
    let sum = 0;
    const table = { low, sums: real.map(each => (sum += Math.max(0, each))) };
    this.tables.set(days, table);
    return table;
  }
}

/** The transform of one day; the rest is conjugate. */
interface Transform {
  /** Its logarithm. */
  readonly modulus: Float64Array;
  readonly argument: Float64Array;
}

interface Table {
  readonly low: number;
  /** The probability of at most `low` + the place. */
  readonly sums: Float64Array;
}

/** The least whole number from `low` to `high` that passes a test which all greater ones pass too; else `high`. */
export function leastPassing(
  low: number,
  high: number,
  passes: (value: number) => boolean,
): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (passes(middle)) to = middle;
    else from = middle + 1;
  }
  return to;
}

/** The first half of the roots of unity by their number, which transforms of one length share. */
const roots = new Map<number, readonly [cosines: Float64Array, sines: Float64Array]>();

function rootsOf(length: number) {
  const known = roots.get(length);
  if (known) return known;
  const angles = Float64Array.from({ length: length / 2 }, (_, at) => (2 * Math.PI * at) / length);
  const made = [angles.map(Math.cos), angles.map(angle => -Math.sin(angle))] as const;
  roots.set(length, made);
  return made;
}

/** The discrete Fourier transform in place (Cooley and Tukey); the length is a power of two. */
function fourier(real: Float64Array, imaginary: Float64Array): void {
  const { length } = real;
  for (let at = 1, other = 0; at < length; at++) {
    let bit = length >> 1;
    for (; other & bit; bit >>= 1) other ^= bit;
    other ^= bit;
    if (at >= other) continue;
    [real[at], real[other]] = [real[other]!, real[at]!];
    [imaginary[at], imaginary[other]] = [imaginary[other]!, imaginary[at]!];
  }
  const [cosines, sines] = rootsOf(length);
  for (let half = 1; half < length; half *= 2) {
    const stride = length / 2 / half;
    for (let block = 0; block < length; block += 2 * half) {
      for (let step = 0; step < half; step++) {
        const at = block + step;
        const other = at + half;
        const cos = cosines[step * stride]!;
        const sin = sines[step * stride]!;
        const x = real[other]! * cos - imaginary[other]! * sin;
        const y = real[other]! * sin + imaginary[other]! * cos;
        real[other] = real[at]! - x;
        imaginary[other] = imaginary[at]! - y;
        real[at]! += x;
        imaginary[at]! += y;
      }
    }
  }
}

/** The chance that a standard normal variable is below `score`, to 1e-7 (Abramowitz and Stegun 26.2.17). */
export function normalBelow(score: number): number {
  if (score > 0) return 1 - normalBelow(-score);
  const t = 1 / (1 - 0.2316419 * score);
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp(-(score ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
