/** What a forecast says of the days after it, of a team's issues or of a part of them. */

import type { OfLevels } from '@tallyboard/core/forecast/levels.ts';
import type { ForecastLine, Outlook } from '@tallyboard/core/forecast/outlook.ts';
import type { PartDates } from '@tallyboard/report-kit/families/parts/part-dates.ts';
import { dayOutcomes, type Outcomes, totalOutcomes } from './outcomes.ts';
import type { ShownLine } from './track-record.ts';

export interface Ahead {
  readonly line: ShownLine;
  /** Issues, or days, by level. */
  readonly shown: OfLevels<number>;
  readonly plain: OfLevels<number>;
  /** Null for a part. */
  readonly corrected: OfLevels<number> | null;
  /** Chance of finishing the items within the days that were asked, in percent. */
  readonly chance: { readonly value: number; readonly plain: number };
  howMany(days: number): OfLevels<number>;
  /** The issues that come within days on average. */
  growthIn(days: number): number;
  distribution(): Outcomes | null;
}

export function teamAhead(outlook: Outlook, horizonDays: number, items: number | null): Ahead {
  const { line, items: asked, days } = outlook.known;
  const chanceOf = (of: ForecastLine) => 100 * outlook.chanceOf(of, horizonDays, items ?? 0);
  return {
    line,
    shown: outlook.forecast[line],
    ...outlook.forecast,
    chance: { value: chanceOf(line), plain: chanceOf('plain') },
    howMany: span => outlook.howMany(line, span),
    growthIn: span => outlook.growthIn(span),
    distribution: () =>
      asked === null
        ? totalOutcomes(total => outlook.chanceOfTotal(line, days, total))
        : dayOutcomes(span => outlook.chanceOf(line, span, asked)),
  };
}

export function partAhead(dates: PartDates, kind: 'how-many' | 'when', horizonDays: number): Ahead {
  const { line, shown, plain, pace, chanceWithin, finishesWithin, chanceOfFinishes } = dates;
  const isWhen = kind === 'when';
  const chance = 100 * chanceWithin(horizonDays);
  const totals = isWhen ? [] : finishesWithin(horizonDays);
  return {
    line: isWhen ? line : 'pace',
    shown: isWhen ? shown : totals,
    plain: isWhen ? plain : totals,
    corrected: null,
    chance: { value: chance, plain: chance },
    howMany: finishesWithin,
    growthIn: () => 0,
    distribution: () =>
      isWhen
        ? dayOutcomes(chanceWithin)
        : totalOutcomes(total => (total > pace.open ? 0 : chanceOfFinishes(total, horizonDays))),
  };
}
