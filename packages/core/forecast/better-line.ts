import { isSimilarSize, type Prospect } from './correction.ts';
import { pinballLoss } from './levels.ts';
import type { Forecast, ForecastLine } from './outlook.ts';

/** Fewer outcomes tell nothing of a line. */
export const MIN_PAST = 20;

interface Outcome {
  readonly forecast: Forecast;
  readonly prospect: Pick<Prospect, 'items'>;
  /** The finishes or days that came; null if they are not known yet. */
  readonly actual: number | null;
}

/**
 * The line that lost less in the past, by pinball loss, over the forecasts of a similar size whose outcome is known; the
 * corrected one with fewer than MIN_PAST.
 */
export function betterLine(
  kind: 'how-many' | 'when',
  past: readonly Outcome[],
  items: number | null,
): ForecastLine {
  let known = 0;
  let saved = 0;
  for (const { forecast, prospect, actual } of past) {
    if (actual === null || !isSimilarSize(prospect.items, items)) continue;
    known++;
    saved +=
      pinballLoss(kind, forecast.plain, actual) - pinballLoss(kind, forecast.corrected, actual);
  }
  return known >= MIN_PAST && saved < 0 ? 'plain' : 'corrected';
}
