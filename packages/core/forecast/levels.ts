/** The chances of a forecast in percent. */
export const LEVELS = [50, 70, 85, 95] as const;
export type Level = (typeof LEVELS)[number];

/** One value for each of LEVELS, in their order. */
export type OfLevels<Value> = readonly Value[];

/** The mean pinball loss of the levels: an error costs its size times the chance of the other side. */
export function pinballLoss(
  kind: 'how-many' | 'when',
  forecast: OfLevels<number>,
  actual: number,
): number {
  const sum = LEVELS.reduce((sum, level, at) => {
    const over = actual - forecast[at]!;
    const quantile = kind === 'when' ? level / 100 : 1 - level / 100;
    return sum + (over > 0 ? over * quantile : -over * (1 - quantile));
  }, 0);
  return sum / LEVELS.length;
}
