import type { SprintHistory } from '@tallyboard/core/history/sprint-history.ts';
import type { DoneRule } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import {
  compileCalendar,
  defaultCalendar,
  type WorkingCalendar,
} from '@tallyboard/core/time/working-calendar.ts';
import type { AddRow } from '../tables.ts';
import type { Entities } from './entities.ts';

/** What all facts are derived with. */
export interface Derivation {
  readonly dataset: Dataset;
  readonly context: ReportContext;
  readonly calendar: WorkingCalendar;
  readonly done: DoneRule;
  readonly add: AddRow;
  readonly entities: Entities;
  readonly sprints: SprintHistory;
  readonly dayOf: (at: Instant) => Day;
}

export const calendarOf = ({ calendar, zone }: Pick<ReportContext, 'calendar' | 'zone'>) =>
  compileCalendar(calendar ?? defaultCalendar(zone));
