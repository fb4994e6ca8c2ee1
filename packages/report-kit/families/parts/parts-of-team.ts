import { type FinishSpells, filterSpells } from '@tallyboard/core/flow/finish-spells.ts';
import type { IssueTypes } from '@tallyboard/core/flow/issue-types.ts';
import { typesAboveEpics } from '@tallyboard/core/forest/above-epics.ts';
import { forestOf } from '@tallyboard/core/forest/forest.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { weekday } from '@tallyboard/core/time/day.ts';
import { type CalendarDays, finishHistory } from '../flow/calendar-days.ts';
import { membershipOf } from './membership.ts';
import { partBlockers } from './part-blockers.ts';
import { PartForecasts } from './part-dates.ts';
import { PartDays } from './part-days.ts';
import type { PartKind } from './part-name.ts';
import { orderNotes, partSequence } from './part-order.ts';

export interface TeamWork {
  readonly dataset: Dataset;
  readonly settings: PartSettings;
  readonly context: ReportContext;
  readonly spells: FinishSpells;
  readonly days: CalendarDays;
  /** Whether an issue is of the team, by its row. */
  counts(row: number): boolean;
}

export interface PartSettings {
  readonly types: IssueTypes;
  readonly historyDays: number;
  readonly seed: number;
  /** How the team works on the parts. */
  readonly order: 'side-by-side' | 'one-after-another';
  /** Keys or names, separated by commas. */
  readonly sequence: string;
}

/** The parts of a kind in a team's work, and when they are over: all reports draw the same. */
export function partsOfTeam(work: TeamWork, kind: PartKind) {
  const { dataset, settings, context, days } = work;
  const { query, weekStart } = context;
  const isAbove = aboveEpicsIn(dataset, settings);
  const counts = (row: number) => work.counts(row) && !isAbove(row);
  const spells = filterSpells(work.spells, row => !isAbove(row));
  const membership = membershipOf(dataset, kind, query);
  const parts = new PartDays(dataset, spells, counts, membership, days);
  const history = finishHistory(spells, days);
  const isInTurn = settings.order === 'one-after-another';
  const names = settings.sequence.split(',').flatMap(name => name.trim() || []);
  const forecasts = new PartForecasts(
    { issues: dataset.issues, spells, history, parts },
    {
      historyDays: settings.historyDays,
      seed: settings.seed,
      sequence: isInTurn ? partSequence(dataset, kind, parts, days.present, names, query) : null,
      blockers: isInTurn ? partBlockers(dataset, parts, days.present) : new Map(),
      isWeekStart: day => weekday(days.first + day) === weekStart,
    },
  );
  return { parts, forecasts, notes: isInTurn ? orderNotes(dataset, kind, names, query) : [] };
}

/** Rows above epics that look like standard issues, where standard issues are counted. */
function aboveEpicsIn({ issues }: Dataset, { types }: PartSettings): (row: number) => boolean {
  if (types !== 'standard') return () => false;
  const above = typesAboveEpics(issues, forestOf(issues));
  return row => above.has(issues[row]?.type.id ?? '');
}
