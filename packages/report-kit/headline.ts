import { isMore } from '@tallyboard/core/measure/precision.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { Drill } from './figures/drill.ts';
import type { Unit } from './table/units.ts';

/** What a report answers, for the strip above its chart, wallboards, and programs. */
export interface Headline {
  /** The key figure first. */
  readonly figures: readonly HeadlineFigure[];
  /** The view draws the figures itself, with more about them. */
  readonly inView?: true;
  /** The answer in one plain sentence; absent where the figures say all. */
  readonly sentence?: string | undefined;
  /** The sentence compares a figure with what it was at an earlier time. */
  readonly compares?:
    | { readonly figure: HeadlineFigure['id']; readonly since: Instant }
    | undefined;
}

export interface HeadlineFigure {
  /** The column of the total, or the key of the cell, that has the same number; else a name of its own. See docs/report-api.md. */
  readonly id: string;
  /** The number where no total and no cell has it, in the unit of the result; null is not available. */
  readonly value?: number | null | undefined;
  /** For `value`; none for counts. */
  readonly unit?: Unit | undefined;
  /** Unique among the figures. */
  readonly label: string;
  /** Formatted, with its unit. */
  readonly text: string;
  /** The whole that it is a part of: 'of 125 issues'. */
  readonly of?: string | undefined;
  readonly goal?: HeadlineGoal | undefined;
  /** The issues behind it; its title is the label by default. */
  readonly drill?: (Omit<Drill, 'title'> & Partial<Pick<Drill, 'title'>>) | undefined;
  /** The more there are, the worse: overdue issues. */
  readonly bad?: boolean | undefined;
}

export interface HeadlineGoal {
  /** 'Goal 30: nearly met' */
  readonly text: string;
  readonly state: keyof typeof GOAL_WORDS;
}

const GOAL_WORDS = { met: 'met', near: 'nearly met', missed: 'not met' } as const;

/** A value this part of the goal away from it is near. */
const NEAR = 0.2;

/** How a value stands to the goal of a gadget, of which more or less is better; none without a goal or a value. */
export function headlineGoal(
  value: number | null,
  goal: number,
  better: 'more' | 'less',
  text = formatCount(goal),
): HeadlineGoal | undefined {
  if (goal === 0 || value === null) return undefined;
  const isMissing = better === 'more' ? isMore(goal, value) : isMore(value, goal);
  const isNear = !isMore(Math.abs(goal - value), goal * NEAR);
  const state = isMissing ? (isNear ? 'near' : 'missed') : 'met';
  return { state, text: `Goal ${text}: ${GOAL_WORDS[state]}` };
}
