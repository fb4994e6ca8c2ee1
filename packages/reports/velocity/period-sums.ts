import type { Scope } from '@tallyboard/core/history/scope.ts';
import type { Estimator } from '@tallyboard/core/measure/estimate.ts';
import type { DoneRule } from '@tallyboard/core/measure/resolution.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Measures, PeopleSums } from './measures.ts';

export interface PeriodPerson {
  /** User id; '' for nobody. */
  readonly id: string;
  readonly name: string;
  readonly measures: Measures;
  /** Their issues of the period in the host. */
  readonly jql: string | null;
}

export interface VelocityPeriod {
  /** The sprint id, or the first day of the interval. */
  readonly id: string;
  readonly name: string;
  readonly interval: Interval;
  /** Still running: its figures are not final, and averages leave it out. */
  readonly running: boolean;
  readonly measures: Measures;
  /** Everyone with a part in it, in the order of the settings. */
  readonly people: readonly PeriodPerson[];
  /** Its issues in the host: the sprint, or the keys of what was completed; null for too many of those. */
  readonly jql: string | null;
}

/** A period before its figures are written. */
export interface Summed extends Pick<VelocityPeriod, 'id' | 'name' | 'interval' | 'running'> {
  readonly sums: PeopleSums;
  readonly sprint: Sprint | null;
  readonly scope: Scope | null;
}

export interface Measuring {
  readonly estimator: Estimator;
  readonly done: DoneRule;
}
