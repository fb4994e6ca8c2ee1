/**
 * Open issues at the end of each day by age and by the state of their SLAs, with what came in and went out.
 *
 *   ITS-1  created Mon, resolved Tue          day   in   out   open   up to a day   breached
 *   ITS-2  created Mon, SLA breached Tue      Mon   2    0     2      2             0
 *   ITS-3  created Tue                        Tue   1    1     2      1             1
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf, selectRows } from '@tallyboard/core/measure/figures.ts';
import { cyclesOf, isBreachedNow } from '@tallyboard/core/measure/sla.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue, Sla, SlaCycle } from '@tallyboard/core/model/issue.ts';
import type { Computed, CountFigure } from '@tallyboard/core/model/result.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { DAY, type Instant } from '@tallyboard/core/time/units.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import type { Period } from '@tallyboard/report-kit/families/by-date/periods.ts';
import {
  doneDefinition,
  doneInstants,
} from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { isAsked } from '@tallyboard/report-kit/families/service-desk/sla-entries.ts';
import {
  accountDefinition,
  accountFilter,
  accountNotes,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { has, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { limitsDefinition } from '@tallyboard/report-kit/limits/limits-setting.ts';
import type { DeskBacklogSettings } from './settings.ts';

/** Issues that are open at the end of a day, or now. */
export interface BacklogFigures {
  readonly open: CountFigure;
  /** By age in days of 24 hours. */
  readonly upTo1: CountFigure;
  readonly upTo7: CountFigure;
  readonly upTo30: CountFigure;
  readonly older: CountFigure;
  /** By the worst state of their ongoing SLAs. */
  readonly breached: CountFigure;
  readonly withinGoal: CountFigure;
  readonly unknown: CountFigure;
  readonly noSla: CountFigure;
}

export interface BacklogRow extends Period, BacklogFigures {
  readonly inflow: CountFigure;
  readonly outflow: CountFigure;
}

export interface DeskBacklogResult {
  /** Days, the last one is today. */
  readonly rows: readonly BacklogRow[];
  /** Flows of all days; open issues of now. */
  readonly total: BacklogFigures & Pick<BacklogRow, 'inflow' | 'outflow'>;
  /** Went out in the last 30 days. */
  readonly lastMonth: CountFigure;
  /** Open issues by the outflow of a day of the last 30; null if nothing went out. */
  readonly daysOfWork: number | null;
  /** Resolved at an unknown time: in no figure. */
  readonly undated: CountFigure;
  /** The issues that are open now, or were on one of these days. */
  readonly counted: IssueRows;
}

const MONTH_DAYS = 30;

export default function computeDeskBacklog(
  dataset: Dataset,
  settings: DeskBacklogSettings,
  context: ReportContext,
): Computed<DeskBacklogResult> {
  const { issues } = dataset;
  const { asOf, zone, dateFormat } = context;
  const rule = doneInForce(dataset, settings, context);
  const { created, done, withoutDate, notes } = doneInstants(dataset, rule);
  const undated = new Set(withoutDate);
  const { accounts } = settings;
  const isOfAccount = accountFilter(dataset, accounts, context);
  const select = (holds: (row: number) => boolean) =>
    selectRows(issues.length, row => !undated.has(row) && holds(row));
  const count = (holds: (row: number) => boolean) =>
    countOf(select(row => isOfAccount(row) && holds(row)));
  const within = (instants: Float64Array, from: Instant, to: Instant) =>
    count(row => instants[row]! >= from && instants[row]! < to && instants[row]! <= asOf);
  const stateOf = slaStates(issues, settings.sla, asOf);
  const openAt = (t: Instant): BacklogFigures => {
    // NaN is not done.
    const open = count(row => created[row]! <= t && !(done[row]! <= t));
    const ages = groupRows(open.issues, row => ageOf((t - created[row]!) / DAY));
    const states = groupRows(open.issues, row => stateOf(row, t));
    return {
      open,
      upTo1: countOf(ages('upTo1')),
      upTo7: countOf(ages('upTo7')),
      upTo30: countOf(ages('upTo30')),
      older: countOf(ages('older')),
      breached: countOf(states('breached')),
      withinGoal: countOf(states('withinGoal')),
      unknown: countOf(states('unknown')),
      noSla: countOf(states('noSla')),
    };
  };
  const today = localDay(asOf, zone);
  const first = today - settings.lastDays + 1;
  const rows = Array.from({ length: settings.lastDays }, (_, position): BacklogRow => {
    const day = first + position;
    const [from, to] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
    return {
      id: dayText(day),
      label: formatDay(day, dateFormat),
      position,
      days: { from: day, to: day },
      start: day,
      cut: false,
      inflow: within(created, from, to),
      outflow: within(done, from, to),
      ...openAt(Math.min(to - 1, asOf)),
    };
  });
  const now = openAt(asOf);
  const begin = startOfDay(first, zone);
  const isHere = (row: number) => created[row]! <= asOf && !(done[row]! < begin);
  const lastMonth = within(done, startOfDay(today - MONTH_DAYS + 1, zone), asOf + 1);
  return {
    result: {
      rows,
      total: {
        ...now,
        inflow: within(created, begin, asOf + 1),
        outflow: within(done, begin, asOf + 1),
      },
      lastMonth,
      daysOfWork: lastMonth.value === 0 ? null : (now.open.value * MONTH_DAYS) / lastMonth.value,
      undated: countOf(withoutDate),
      counted: count(isHere).issues,
    },
    notes: [
      ...notes,
      ...accountNotes(dataset, accounts, select(isHere)),
      ...issueNotes([
        {
          code: 'sla-state-unknown',
          words: has('an SLA of which neither flag nor breach time is known.'),
          issues: now.unknown.issues,
          doubtful: true,
        },
      ]),
    ],
    definitions: [
      ...definitions({
        Open: 'Created, and not resolved by the end of the day; today by now. A request that was opened again is open until it is resolved for the last time, on the days before too.',
        Age: 'Days of 24 hours since the creation, at the end of the day.',
        'SLA breached':
          'An ongoing SLA of the issue is past its breach time; today also by the flag of Jira. Past pauses are not known.',
        'Days of work': `Open issues, divided by the resolved ones of a day of the last ${MONTH_DAYS}.`,
      }),
      doneDefinition(rule.inForce.rule),
      ...accountDefinition(accounts),
      ...limitsDefinition(settings),
    ],
    done: rule.inForce,
  };
}

type Age = 'upTo1' | 'upTo7' | 'upTo30' | 'older';

/** By days of 24 hours. */
function ageOf(days: number): Age {
  if (days <= 1) return 'upTo1';
  if (days <= 7) return 'upTo7';
  return days <= MONTH_DAYS ? 'upTo30' : 'older';
}

/** The rows of each group, in their order. */
function groupRows<Group>(rows: IssueRows, groupOf: (row: number) => Group) {
  const groups = new Map<Group, number[]>();
  for (const row of rows) {
    const group = groupOf(row);
    const known = groups.get(group);
    if (known) known.push(row);
    else groups.set(group, [row]);
  }
  return (group: Group): IssueRows => Uint32Array.from(groups.get(group) ?? []);
}

type State = 'breached' | 'withinGoal' | 'unknown' | 'noSla';

/** The worst state of the SLAs of an issue at an instant. */
function slaStates(issues: readonly Issue[], asked: string, asOf: Instant) {
  const byRow = issues.map(({ slas }) =>
    [...slas].filter(([field, sla]) => isAsked(asked, field, sla)).map(([, sla]) => sla),
  );
  return (row: number, t: Instant): State => {
    let worst: State = 'noSla';
    for (const sla of byRow[row] ?? []) {
      for (const cycle of cyclesOf(sla)) {
        if (!ranAt(cycle, sla, t)) continue;
        const isBreached = breachedAt(cycle, sla, t, asOf);
        if (isBreached === true) return 'breached';
        if (isBreached === null) worst = 'unknown';
        else if (worst === 'noSla') worst = 'withinGoal';
      }
    }
    return worst;
  };
}

const ranAt = (cycle: SlaCycle, { ongoing }: Sla, t: Instant): boolean =>
  cycle.start !== null && cycle.start <= t
    ? cycle === ongoing || (cycle.stop !== null && cycle.stop > t)
    : cycle === ongoing && cycle.start === null;

/** Null if unknown. */
function breachedAt(cycle: SlaCycle, { ongoing }: Sla, t: Instant, asOf: Instant): boolean | null {
  if (cycle === ongoing && t >= asOf) return isBreachedNow(cycle, asOf);
  if (cycle.breach !== null) return cycle.breach <= t;
  return cycle.breached === false ? false : null;
}
