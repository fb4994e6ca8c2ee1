/**
 * The law of the number of finishes in some days when each day is drawn from a sample of days, independently: what many
 * trials of adding up drawn days approach.
 *
 *   sample 0 1 1 2: one day has 0, 1, 2 with (1/4, 1/2, 1/4), two days 0 to 4 with (1/16, 4/16, 6/16, 4/16, 1/16)
 *
 * The Fourier transform of a sum of days is a power of that of one day, so that the cost does not grow with the days. The
 * law of a large sum is nearly normal.
 */
export interface ThroughputLaw {
  /** Of a day. */
  readonly mean: number;
  readonly deviation: number;
  /** The probability of at most `total` finishes in `days`. */
  atMost(days: number, total: number): number;
  /** The least total whose probability of not being exceeded is at least `level`. */
  quantile(days: number, level: number): number;
}

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

export function throughputLaw(sample: ArrayLike<number>): ThroughputLaw {
  const share = 1 / sample.length;
  let mean = 0;
  let max = 0;
  for (let at = 0; at < sample.length; at++) {
    const value = sample[at] as number;
    mean += value * share;
    max = Math.max(max, value);
  }
  let variance = 0;
  let cubes = 0;
  let fourths = 0;
  for (let at = 0; at < sample.length; at++) {
    const over = (sample[at] as number) - mean;
    variance += share * over ** 2;
    cubes += share * over ** 3;
    fourths += share * over ** 4;
  }
  const deviation = Math.sqrt(variance);
  const skewnessOf = (days: number) => cubes / deviation ** 3 / Math.sqrt(days);
  const kurtosisOf = (days: number) => (fourths / variance ** 2 - 3) / days;
  const isNormal = (days: number) =>
    days >= NORMAL_DAYS &&
    days * variance >= NORMAL_VARIANCE &&
    Math.abs(skewnessOf(days)) <= NORMAL_SKEWNESS &&
    Math.abs(kurtosisOf(days)) <= NORMAL_KURTOSIS &&
    days * rippleOf(days) <= MAX_RIPPLE;

  /** The logarithm of the greatest modulus of the transform of one day where that of a normal sum is negligible. */
  function rippleOf(days: number): number {
    const size = 2 ** Math.ceil(Math.log2(8 * (max + 1)));
    const [modulus] = transformOf(size);
    const first = (NORMAL_FREQUENCIES * size) / (2 * Math.PI * deviation * Math.sqrt(days));
    return modulus.subarray(Math.ceil(first)).reduce((most, each) => Math.max(most, each));
  }

  function edgeworth(days: number, total: number): number {
    const score = (Math.floor(total) + 0.5 - days * mean) / (deviation * Math.sqrt(days));
    const density = Math.exp(-(score ** 2) / 2) / Math.sqrt(2 * Math.PI);
    const skewness = skewnessOf(days);
    const square = score ** 2;
    const terms =
      (skewness / 6) * (square - 1) +
      (kurtosisOf(days) / 24) * score * (square - 3) +
      (skewness ** 2 / 72) * score * (square ** 2 - 10 * square + 15);
    return Math.min(1, Math.max(0, normalBelow(score) - terms * density));
  }

  /** By size: logarithm of the modulus, and argument, of the transform of one day; the rest is conjugate. */
  const transforms = new Map<number, readonly [modulus: Float64Array, argument: Float64Array]>();
  function transformOf(size: number) {
    const known = transforms.get(size);
    if (known) return known;
    const real = new Float64Array(size);
    const imaginary = new Float64Array(size);
    for (let at = 0; at < sample.length; at++) {
      const place = (sample[at] as number) % size;
      real[place] = (real[place] as number) + share;
    }
    fourier(real, imaginary);
    const modulus = new Float64Array(size / 2 + 1);
    const argument = new Float64Array(size / 2 + 1);
    for (let at = 0; at <= size / 2; at++) {
      modulus[at] = Math.log(Math.hypot(real[at] as number, imaginary[at] as number));
      argument[at] = Math.atan2(imaginary[at] as number, real[at] as number);
    }
    const transform = [modulus, argument] as const;
    transforms.set(size, transform);
    return transform;
  }

  /** By days: the probability of at most `low + at`. */
  const tables = new Map<number, { readonly low: number; readonly sums: Float64Array }>();
  function tableOf(days: number) {
    const known = tables.get(days);
    if (known) return known;
    const reach = DEVIATIONS * deviation * Math.sqrt(days) + max + 1;
    const least = Math.min(days * max + 1, 2 * reach);
    const size = 2 ** Math.max(1, Math.ceil(Math.log2(least)));
    const low = days * max < size ? 0 : Math.max(0, Math.floor(days * mean - size / 2));
    const [modulus, argument] = transformOf(size);
    const real = new Float64Array(size);
    const imaginary = new Float64Array(size);
    for (let at = 0; at <= size / 2; at++) {
      const power = days * (modulus[at] as number);
      if (!(power > NEGLIGIBLE)) continue;
      const length = Math.exp(power) / size;
      const angle = days * (argument[at] as number) + (2 * Math.PI * at * low) / size;
      real[at] = length * Math.cos(angle);
      // The forward transform of the conjugate is the inverse one, since probabilities are real.
      imaginary[at] = -length * Math.sin(angle);
      if (at === 0 || at === size / 2) continue;
      real[size - at] = real[at] as number;
      imaginary[size - at] = -(imaginary[at] as number);
    }
    fourier(real, imaginary);
    let sum = 0;
    for (let at = 0; at < size; at++) {
      sum += Math.max(0, real[at] as number);
      real[at] = sum;
    }
    const table = { low, sums: real };
    tables.set(days, table);
    return table;
  }

  return {
    mean,
    deviation,
    atMost(days, total) {
      if (total >= days * max) return 1;
      if (isNormal(days)) return edgeworth(days, total);
      const { low, sums } = tableOf(days);
      return total < low ? 0 : (sums[Math.min(sums.length - 1, Math.floor(total) - low)] as number);
    },
    quantile(days, level) {
      if (isNormal(days))
        return leastPassing(0, days * max, total => edgeworth(days, total) >= level);
      const { low, sums } = tableOf(days);
      const top = Math.min(days * max, low + sums.length - 1);
      return leastPassing(low, top, total => (sums[total - low] as number) >= level);
    },
  };
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
    swap(real, at, other);
    swap(imaginary, at, other);
  }
  const [cosines, sines] = rootsOf(length);
  const isOdd = Math.log2(length) % 2 === 1;
  for (let at = 0; isOdd && at < length; at += 2) {
    const p = real[at] as number;
    const q = imaginary[at] as number;
    const x = real[at + 1] as number;
    const y = imaginary[at + 1] as number;
    real[at] = p + x;
    imaginary[at] = q + y;
    real[at + 1] = p - x;
    imaginary[at + 1] = q - y;
  }
  // Two steps at once, for each number is read and written half as often.
  for (let quarter = isOdd ? 2 : 1; quarter < length; quarter *= 4) {
    const stride = length / 4 / quarter;
    // In the order of memory.
    for (let block = 0; block < length; block += 4 * quarter) {
      for (let step = 0; step < quarter; step++) {
        const root = step * stride;
        const at = block + step;
        const at1 = at + quarter;
        const at2 = at1 + quarter;
        const at3 = at2 + quarter;

        let cos = cosines[2 * root] as number;
        let sin = sines[2 * root] as number;
        let p = real[at] as number;
        let q = imaginary[at] as number;
        let a = real[at1] as number;
        let b = imaginary[at1] as number;
        let x = a * cos - b * sin;
        let y = a * sin + b * cos;
        const p0 = p + x;
        const q0 = q + y;
        const p1 = p - x;
        const q1 = q - y;
        p = real[at2] as number;
        q = imaginary[at2] as number;
        a = real[at3] as number;
        b = imaginary[at3] as number;
        x = a * cos - b * sin;
        y = a * sin + b * cos;
        const p2 = p + x;
        const q2 = q + y;
        const p3 = p - x;
        const q3 = q - y;

        cos = cosines[root] as number;
        sin = sines[root] as number;
        x = p2 * cos - q2 * sin;
        y = p2 * sin + q2 * cos;
        real[at] = p0 + x;
        imaginary[at] = q0 + y;
        real[at2] = p0 - x;
        imaginary[at2] = q0 - y;
        cos = cosines[root + quarter * stride] as number;
        sin = sines[root + quarter * stride] as number;
        x = p3 * cos - q3 * sin;
        y = p3 * sin + q3 * cos;
        real[at1] = p1 + x;
        imaginary[at1] = q1 + y;
        real[at3] = p1 - x;
        imaginary[at3] = q1 - y;
      }
    }
  }
}

function swap(values: Float64Array, at: number, other: number): void {
  const value = values[at] as number;
  values[at] = values[other] as number;
  values[other] = value;
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
