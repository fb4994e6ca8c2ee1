/**
 * What forecasts learn by. `npm run bench -- forecast-constants` rates each against other values (docs/flow.md,
 * Calibration); an object, so that it can.
 */
export const LEARNING = {
  /** The variance of the pace to come, as part of its square, before any outcome is known. */
  spread: 0.05,
  /** Outcomes that `spread` counts as. */
  spreadOutcomes: 40,
  /** How far a level moves, in probability, for each failure more than it says. */
  levelStep: 0.03,
  /**
   * The part of the probability of a total that counts as above it. With none, totals hold more often than they say; with
   * half, about as often, at a greater loss.
   */
  partAbove: 0.45,
};

/** The spans of history whose paces are averaged, in days; null is the span of the sample. */
export const PACE_SPANS = [14, 30, null, 365, Number.POSITIVE_INFINITY] as const;
