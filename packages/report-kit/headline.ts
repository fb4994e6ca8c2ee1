import type { Drill } from './figures/drill.ts';

/** What a report answers, for the strip above its chart, wallboards, and programs. */
export interface Headline {
  /** The key figure first. */
  readonly figures: readonly HeadlineFigure[];
  /** The view draws the figures itself, with more about them. */
  readonly inView?: true;
  /** The answer in one plain sentence; absent where the figures say all. */
  readonly sentence?: string | undefined;
}

export interface HeadlineFigure {
  /** Unique among the figures. */
  readonly label: string;
  /** Formatted, with its unit. */
  readonly text: string;
  /** The whole that it is a part of: 'of 125 issues'. */
  readonly of?: string | undefined;
  /** Against the time before: 'up 12% from 43'. */
  readonly change?: HeadlineChange | undefined;
  /** The issues behind it; its title is the label by default. */
  readonly drill?: (Omit<Drill, 'title'> & Partial<Pick<Drill, 'title'>>) | undefined;
  /** The more there are, the worse: overdue issues. */
  readonly bad?: boolean | undefined;
}

export interface HeadlineChange {
  readonly text: string;
  /** Absent where more is neither better nor worse. */
  readonly tone?: 'better' | 'worse' | undefined;
}
