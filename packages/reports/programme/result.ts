import type { Workflow } from '@tallyboard/core/flow/workflow.ts';
import type { CountFigure, Figure } from '@tallyboard/core/model/result.ts';
import type { Blocked, Dependency } from './dependencies.ts';
import type { Fever } from './fever.ts';
import type { Growth } from './growth.ts';
import type { GrowthBands } from './growth-bands.ts';
import type { ProgrammePart } from './parts.ts';

export interface Progress {
  /** The done share of the counted issues, from 0 to 1. */
  readonly share: number;
  /** What it is a share of: their values, or their number where none has one. */
  readonly part: Figure;
  readonly whole: Figure;
}

/** What rows and their total have; an issue of two rows is in the total once. */
export interface ProgrammeFigures extends Growth {
  readonly count: CountFigure;
  /** In the measure; null if no issue has a value. */
  readonly total: Figure | null;
  /** Progress times the total. */
  readonly done: Figure | null;
  /** Null without counted issues. */
  readonly progress: Progress | null;
  readonly unestimated: CountFigure;
  /** Issues that the scope leaves out. */
  readonly leftOut: CountFigure;
}

export interface ProgrammeRow extends ProgrammeFigures {
  readonly id: string;
  readonly kind: ProgrammePart['kind'];
  readonly key: string;
  readonly name: string;
  /** The issue that the row is; null for a version, a board or a query. */
  readonly own: CountFigure | null;
  readonly status: 'to-do' | 'in-progress' | 'done';
  readonly start: string | null;
  readonly due: string | null;
  readonly target: string | null;
  /** A released version; what is open in it is left over. */
  readonly isReleased: boolean;
  /** It is open after its target, and no released version. */
  readonly isOverdue: boolean;
  readonly date50: string | null;
  readonly date85: string | null;
  /** How often such dates of earlier parts were kept, in percent; null below 20 of them. */
  readonly kept50: number | null;
  readonly kept85: number | null;
  readonly keptOf: number | null;
  /** By the target, in percent. */
  readonly chance: number | null;
  /** Why there are no dates; null if there are, or it is done. */
  readonly cannot: string | null;
  readonly fever: Fever | null;
  /** Why there is no fever; null if there is. */
  readonly noFever: string | null;
  readonly blocked: Blocked | null;
  readonly dependencies: readonly Dependency[];
  /** Not all issues below it were loaded. */
  readonly isPart: boolean;
}

export interface ProgrammeResult {
  readonly workflow: Workflow;
  readonly rows: readonly ProgrammeRow[];
  readonly all: ProgrammeFigures;
  readonly today: string;
  /** What the figures are in: issues where boards of a set have no common unit. */
  readonly measure: string;
  /** The name of the field that issues are measured in; null for issues, points and time. */
  readonly field: string | null;
  /** Of the row that `growthOf` names. */
  readonly growth: GrowthBands | null;
}
