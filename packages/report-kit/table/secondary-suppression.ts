import type { Figure } from '@tallyboard/core/model/result.ts';

/** Multiplications: about a second. */
const MAX_WORK = 1e9;
/** Below this a number is a rounding error of the elimination. */
const EPSILON = 1e-7;

/**
 * Secondary suppression: which of the figures may be shown so that no sum or difference of shown ones is one of the secrets. The
 * largest are tried first. A linear relation of figures holds for their issues too, whatever the report, so a secret is safe
 * if its issues are no linear combination of those of shown figures. Where that takes too long, the totals are hidden, since rows
 * have no other relation; else all that share issues with a secret.
 */
export function showableFigures(
  secrets: ReadonlySet<Figure>,
  figures: readonly Figure[],
  totals: readonly Figure[],
): Set<Figure> {
  const shown = new Set<Figure>();
  for (const group of sharingIssues([...secrets, ...figures, ...totals])) {
    const hidden = group.filter(figure => secrets.has(figure));
    const candidates = group
      .filter(figure => !secrets.has(figure))
      .sort((a, b) => b.issues.length - a.issues.length);
    const isLong = hidden.length > 0 && 2 * candidates.length ** 2 * group.length > MAX_WORK;
    if (isLong && totals.length > 0) return showableFigures(secrets, figures, []);
    if (isLong) continue;
    for (const figure of hidden.length > 0 ? safeOf(hidden, candidates) : candidates)
      shown.add(figure);
  }
  return shown;
}

/** Groups of figures that have no issue in common with those of other groups. */
function sharingIssues(figures: readonly Figure[]): readonly (readonly Figure[])[] {
  const groups = figures.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (groups[root] !== root) root = groups[root] ?? root;
    groups[at] = root;
    return root;
  };
  const firstWith = new Map<number, number>();
  for (const [at, { issues }] of figures.entries())
    for (const issue of issues) {
      const first = firstWith.get(issue);
      if (first === undefined) firstWith.set(issue, at);
      else groups[rootOf(at)] = rootOf(first);
    }
  return [...Map.groupBy(figures.entries(), ([at]) => rootOf(at)).values()].map(group =>
    group.map(([, figure]) => figure),
  );
}

/** Relations hold by issues that add something, or by what each adds. Medians and percentiles do not add up. */
function safeOf(secrets: readonly Figure[], candidates: readonly Figure[]): readonly Figure[] {
  const linear = candidates.filter(addsUp);
  const byIssues = independent(secrets.filter(addsUp), linear, ({ parts }, at) =>
    parts?.[at] === 0 ? 0 : 1,
  );
  const byParts = independent(
    secrets.filter(addsUp),
    byIssues,
    ({ parts }, at) => parts?.[at] ?? 1,
  );
  return [...byParts, ...candidates.filter(figure => !addsUp(figure))];
}

const addsUp = ({ kind }: Figure) => kind === 'count' || kind === 'sum' || kind === 'mean';

type Weight = (figure: Figure, at: number) => number;

/** The candidates of whose vectors no secret is a linear combination, by Gaussian elimination. */
function independent(
  secrets: readonly Figure[],
  candidates: readonly Figure[],
  weight: Weight,
): readonly Figure[] {
  const size = 2 * candidates.length + 16;
  const basis: { readonly pivot: number; readonly vector: Float64Array }[] = [];
  let open = secrets.map(one => sketch(one, weight, size)).filter(one => !isZero(one));
  return candidates.filter(candidate => {
    const vector = sketch(candidate, weight, size);
    for (const row of basis) subtract(vector, row.vector, row.pivot);
    if (isZero(vector)) return true;
    const pivot = vector.reduce(
      (best, value, at) => (Math.abs(value) > Math.abs(vector[best] ?? 0) ? at : best),
      0,
    );
    const lead = vector[pivot] ?? 1;
    for (const [at, value] of vector.entries()) vector[at] = value / lead;
    const rest = open.map(one => (one[pivot] ? subtract(one.slice(), vector, pivot) : one));
    if (rest.some(isZero)) return false;
    open = rest;
    basis.push({ pivot, vector });
    return true;
  });
}

/**
 * The issues of a figure as a shorter vector (a random projection). It keeps each linear relation; a chance one that it adds
 * hides a figure too many.
 */
function sketch(figure: Figure, weight: Weight, size: number): Float64Array {
  const vector = new Float64Array(size);
  let most = 0;
  for (const [at, issue] of figure.issues.entries()) {
    const value = weight(figure, at);
    most = Math.max(most, Math.abs(value));
    for (let n = 1; n <= 3; n++) {
      const hash = scramble(Math.imul(issue + 1, 4) + n);
      const place = hash % size;
      vector[place] = (vector[place] ?? 0) + value * (1 + scramble(hash) / 2 ** 32);
    }
  }
  if (most > 0) for (const [at, value] of vector.entries()) vector[at] = value / most;
  return vector;
}

/** The finalizer of MurmurHash3. */
function scramble(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function subtract(from: Float64Array, vector: Float64Array, pivot: number): Float64Array {
  const factor = from[pivot] ?? 0;
  if (factor !== 0)
    for (let at = 0; at < from.length; at++)
      from[at] = (from[at] ?? 0) - factor * (vector[at] ?? 0);
  from[pivot] = 0;
  return from;
}

const isZero = (vector: Float64Array) => vector.every(value => Math.abs(value) < EPSILON);
