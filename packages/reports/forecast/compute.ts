/**
 * How many issues will be finished, or when some will be, from the throughput of the last days, and how well the same
 * forecast did every week of the past.
 *
 *   finished per day 0 1 1 2, two days ahead: 94% 1 or more, 69% 2 or more, 31% 3 or more
 */

import type { OfLevels } from '@tallyboard/core/measure/forecast-correction.ts';
import type { RollingTeam } from '@tallyboard/core/measure/joint-forecast.ts';
import {
  type FinishHistory,
  type ForecastLine,
  type ForecastQuestion,
  forecastRoller,
  MAX_FORECAST_DAYS,
  MIN_DAYS,
  MIN_FINISHES,
  NEVER,
  type Outlook,
  type RolledForecast,
  rollForecasts,
} from '@tallyboard/core/measure/rolled-forecast.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Computed, CountFigure } from '@tallyboard/core/model/result.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { compileCalendar, defaultCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import {
  type FinishSpells,
  filterSpells,
  finishSpells,
} from '@tallyboard/report-kit/families/flow/finish-spells.ts';
import { flowDefinition, flowNotes } from '@tallyboard/report-kit/families/flow/flow-notes.ts';
import { replayFlow } from '@tallyboard/report-kit/families/flow/replay.ts';
import {
  plainWorkflow,
  type Workflow,
  workflowOf,
} from '@tallyboard/report-kit/families/flow/workflow.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { doneInForce } from '@tallyboard/report-kit/figures/done-in-force.ts';
import { countOf, selectRows } from '@tallyboard/report-kit/figures/figures.ts';
import { issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { dayOutcomes, type Outcomes, totalOutcomes } from './outcomes.ts';
import { inScope } from './scope.ts';
import type { ForecastSettings } from './settings.ts';
import { sharedRows, type Teams, teamRows, teamsHowMany, teamsOf } from './teams.ts';
import { type ByLevel, byLevel, type TrackRecord, trackRecord } from './track-record.ts';

export interface ForecastResult {
  readonly workflow: Workflow;
  readonly question: ForecastSettings['question'];
  /** Why there is no forecast; null if there is one. */
  readonly cannot: string | null;
  /** Until the date, or the chosen days; null for 'when'. */
  readonly horizonDays: number | null;
  readonly byDate: string | null;
  /** The issues to finish; null for 'how many'. */
  readonly items: number | null;
  /** The open issues of the scope. */
  readonly remaining: CountFigure;
  /** Finished in the days of the sample. */
  readonly finished: CountFigure;
  /** Of the scope, created in the days of the sample. */
  readonly created: CountFigure;
  readonly sample: RolledForecast['sample'];
  /** The least number that will be finished, with each chance in percent. */
  readonly howMany: ByLevel<number> | null;
  /** Calendar days until the issues are finished, with each chance in percent. */
  readonly when: ByLevel<number> | null;
  /** The days of `when`. */
  readonly dates: ByLevel<string> | null;
  /** The same without correction. */
  readonly plain: ByLevel<number> | null;
  /** Of finishing the issues by the date, in percent. */
  readonly chance: { readonly value: number; readonly plain: number } | null;
  /** Null if the issues are not split. */
  readonly teams: Teams | null;
  readonly trackRecord: TrackRecord;
  readonly burnUp: BurnUp | null;
  /** By finished issues, or for 'when' by days; those of all teams are in `teams`. */
  readonly distribution: Outcomes | null;
}

/** Finished issues since the first day of the sample. */
export interface BurnUp {
  /** At the ends of days, from the one before the sample until now. */
  readonly history: readonly BurnUpPoint[];
  /** At least so many, with each chance. */
  readonly outcomes: readonly (ByLevel<number> & {
    readonly at: Instant;
    /** New issues until then on average, which are to be finished too; 0 if they do not count. */
    readonly growth: number;
  })[];
}

export interface BurnUpPoint {
  readonly at: Instant;
  readonly finished: number;
}

const MAX_OUTCOMES = 30;
/** A chart of more days shows nothing of the history. */
const MAX_BURN_UP_DAYS = 730;

export default function computeForecast(
  dataset: Dataset,
  settings: ForecastSettings,
  context: ReportContext,
): Computed<ForecastResult> {
  const { issues } = dataset;
  const { asOf, zone } = context;
  const { historyDays, seed, calibrate, question } = settings;
  const done = doneInForce(dataset, settings, context, settings.board);
  const workflow = workflowOf(dataset, settings, context);
  const replay = replayFlow(dataset, workflow, done.rule, settings, asOf);
  const { finish, outside, undated } = replay;
  const count = issues.length;
  const days = daysBefore(context, issues, row => outside[row] === 0);
  const isWorking = workingDays(days, context);
  const spells = finishSpells(dataset, replay, workflow, done.rule);
  const isOfScope = inScope(dataset, settings.scope);
  // Done at an unknown time: neither finished nor open.
  const isItem = (row: number) => isOfScope(row) && outside[row] === 0 && undated[row] === 0;

  const today = localDay(asOf, zone);
  const byDate = question === 'by-date' ? (settings.byDate ?? today + settings.horizonDays) : null;
  const horizonDays = byDate === null ? settings.horizonDays : byDate - today;
  const remaining = countOf(selectRows(count, row => Number.isNaN(finish[row]) && isItem(row)));
  const items = question === 'how-many' ? null : settings.items || remaining.value;
  const backlog = backlogOf(issues, spells, isItem, days);
  const grow = ({ createdAt }: Backlog) => (settings.growth ? createdAt : undefined);
  const asked: ForecastQuestion =
    question === 'when'
      ? {
          kind: 'when',
          itemsAt: settings.items > 0 ? () => settings.items : backlog.openAt,
          createdAt: grow(backlog),
        }
      : {
          kind: 'how-many',
          days: Math.min(MAX_FORECAST_DAYS, Math.max(1, horizonDays)),
          createdAt: grow(backlog),
        };
  const history = finishHistory(spells, days, isWorking);
  const chosen = calibrate ? 'corrected' : 'plain';
  const options = { historyDays, seed, line: chosen } as const;
  const rolled = rollForecasts(history, asked, options);
  const { current, sample } = rolled;
  const cannot = reasonAgainst(rolled, items, horizonDays);
  const outlook = cannot === null ? current : null;
  const forecast = outlook && byLevel(outlook.forecast[chosen]);
  const chanceOf =
    outlook && byDate !== null && items !== null
      ? (line: ForecastLine) => 100 * outlook.chanceOf(line, horizonDays, items)
      : null;
  const rollerOf = (isOfTeam: (row: number) => boolean): RollingTeam => {
    const own = filterSpells(spells, isOfTeam);
    const ownBacklog = backlogOf(issues, own, row => isOfTeam(row) && isItem(row), days);
    const itemsAt = ownBacklog.openAt;
    return {
      itemsAt,
      roller: forecastRoller(
        finishHistory(own, days, isWorking),
        { kind: 'when', itemsAt, createdAt: grow(ownBacklog) },
        options,
      ),
    };
  };
  const howManyOf = (isOfTeam: (row: number) => boolean) => {
    const own = finishHistory(filterSpells(spells, isOfTeam), days, isWorking);
    return forecastRoller(own, asked, options).outlookAt(days.present)?.forecast[chosen] ?? null;
  };
  const split = teamRows(dataset, settings, context);
  const isInSample = (day: number) => day >= days.present - sample.days && day < days.present;
  const finishDay = (row: number) => {
    const at = finish[row] as number;
    return Number.isNaN(at) ? Infinity : days.of(at);
  };
  const nextWorking = (day: number): number => {
    let next = day;
    while (next < days.present && !isWorking(next)) next++;
    return next;
  };
  const result: ForecastResult = {
    workflow: plainWorkflow(workflow),
    question,
    cannot,
    horizonDays: question === 'when' ? null : horizonDays,
    byDate: byDate === null ? null : dayText(byDate),
    items,
    remaining,
    finished: countOf(selectRows(count, row => isInSample(nextWorking(finishDay(row))))),
    created: countOf(
      selectRows(count, row => {
        const { created } = issues[row] as Issue;
        return isInSample(days.of(created)) && isItem(row);
      }),
    ),
    sample,
    howMany: question === 'when' ? null : forecast,
    when: question === 'when' ? forecast : null,
    dates:
      question === 'when' && outlook
        ? byLevel(outlook.forecast[chosen].map(ahead => dayText(today + ahead)))
        : null,
    plain: outlook && byLevel(outlook.forecast.plain),
    chance: chanceOf && { value: chanceOf(chosen), plain: chanceOf('plain') },
    teams:
      split &&
      (question === 'how-many'
        ? teamsHowMany(split, remaining.issues, forecast, howManyOf)
        : teamsOf(split, {
            calibrate,
            remaining: remaining.issues,
            byDays: byDate === null ? null : horizonDays,
            present: days.present,
            endOf: days.endOf,
            rollerOf,
          })),
    trackRecord: trackRecord(rolled, asked.kind, calibrate, days.endOf),
    burnUp: outlook && burnUpOf(outlook, chosen, history, sample.days, asked, days, asOf),
    distribution: outlook && distributionOf(outlook, chosen, asked),
  };
  const shared = split && sharedRows(split, count);
  const isOff = (row: number) => {
    const day = finishDay(row);
    return isInSample(nextWorking(day)) && !isWorking(day);
  };
  return {
    result,
    // Columns decide what is finished; the rule, of issues without a history alone.
    ...(issues.some(({ historyComplete }) => !historyComplete) && { done: done.inForce }),
    notes: [
      ...flowNotes(dataset, replay),
      ...issueNotes([
        {
          code: 'non-working',
          words: [
            'issue of the sample was finished on a non-working day and counts on the next working day.',
            'issues of the sample were finished on non-working days and count on the next working day.',
          ],
          issues: selectRows(count, isOff),
        },
        {
          code: 'several-teams',
          words: [
            'issue is of several teams, and each of them has to finish it.',
            'issues are of several teams, and each of them has to finish them.',
          ],
          issues: shared ?? new Uint32Array(0),
        },
      ]),
    ],
    definitions: [
      flowDefinition(workflow, settings),
      ...definitions({
        Forecast: `10,000 trials add up days drawn from the working days of the last ${historyDays} days before today; what was finished on other days counts on the next working day. Days ahead begin tomorrow. A chance of 85% means that 85% of the trials finish so many issues, or finish in time.`,
        Outcomes:
          'The trials by their outcome, corrected as the forecast is. The rarest 0.5% at either end are not drawn.',
        Calibrated:
          'Pace, spread and the levels of the trials are corrected by the outcomes of earlier weekly forecasts, known at the time. Without it the plain trials are shown.',
        ...(settings.growth && {
          'New issues':
            'The issues that are created until the rest is finished are to be finished too. Trials draw days with both what was finished and what was created.',
        }),
        'Track record':
          'The same question, asked at the end of a day every week of the past with what was known then, and how often the answer came true. Weeks without a forecast do not count. With fewer than 20 answers it is not yet testable.',
      }),
    ],
  };
}

/** Calendar days of the reader's zone, counted from that on which the first issue was created. */
interface CalendarDays {
  /** The day of the report. */
  readonly present: number;
  readonly first: Day;
  of(instant: Instant): number;
  /** The last millisecond of a day. */
  endOf(day: number): Instant;
}

function daysBefore(
  { asOf, zone }: ReportContext,
  issues: Dataset['issues'],
  counts: (row: number) => boolean,
): CalendarDays {
  let earliest = asOf;
  issues.forEach(({ created }, row) => {
    if (created < earliest && counts(row)) earliest = created;
  });
  const first = localDay(earliest, zone);
  return {
    present: localDay(asOf, zone) - first,
    first,
    of: instant => Math.max(0, localDay(instant, zone) - first),
    endOf: day => startOfDay(first + day + 1, zone) - 1,
  };
}

function workingDays({ first }: CalendarDays, { zone, calendar }: ReportContext) {
  const { rangesOf } = compileCalendar(calendar ?? defaultCalendar(zone));
  return (day: number): boolean => rangesOf(first + day).length > 0;
}

function finishHistory(
  { from, until }: FinishSpells,
  days: CalendarDays,
  isWorking: FinishHistory['isWorking'],
): FinishHistory {
  // Typed arrays are filled several times as fast as by their `from`.
  const finished = new Int32Array(from.length);
  const reopened = new Int32Array(from.length);
  for (let at = 0; at < from.length; at++) {
    const end = until[at] as number;
    finished[at] = days.of(from[at] as number);
    reopened[at] = end === Infinity ? NEVER : days.of(end);
  }
  return { present: days.present, finished, reopened, isWorking };
}

interface Backlog {
  /** The number of open issues at the end of a day. */
  openAt(day: number): number;
  /** The number of issues created until the end of a day; 0 for the day before the first. */
  createdAt(day: number): number;
}

/** The issues of the scope at each day. */
function backlogOf(
  issues: Dataset['issues'],
  { row, from, until }: FinishSpells,
  isItem: (row: number) => boolean,
  days: CalendarDays,
): Backlog {
  const changes = new Int32Array(days.present + 2);
  const created = new Int32Array(days.present + 2);
  const add = (list: Int32Array, instant: Instant, change: number) => {
    const day = days.of(instant) + 1;
    if (day < list.length) list[day] = (list[day] as number) + change;
  };
  issues.forEach((issue, row) => {
    if (isItem(row)) add(created, issue.created, 1);
  });
  for (let at = 0; at < row.length; at++) {
    if (!isItem(row[at] as number)) continue;
    add(changes, from[at] as number, -1);
    if (until[at] !== Infinity) add(changes, until[at] as number, 1);
  }
  for (let day = 1; day < changes.length; day++) {
    created[day] = (created[day] as number) + (created[day - 1] as number);
    changes[day] = (changes[day] as number) + (changes[day - 1] as number);
  }
  return {
    createdAt: day => created[day + 1] as number,
    openAt: day => (created[day + 1] as number) + (changes[day + 1] as number),
  };
}

function reasonAgainst(
  { sample: { days, finished }, current }: RolledForecast,
  items: number | null,
  horizonDays: number,
): string | null {
  if (horizonDays < 1) return 'The date is not after the date of the report.';
  if (days < MIN_DAYS)
    return `The issues have a history of ${days} days. A forecast needs ${MIN_DAYS}.`;
  if (finished < MIN_FINISHES)
    return `${finished} ${finished === 1 ? 'issue was' : 'issues were'} finished in the last ${days} days before today. A forecast needs ${MIN_FINISHES}.`;
  if (items === 0) return 'No issues are open.';
  if (current === null) return 'There is no forecast.';
  return current.isEndless ? 'As many issues are created as are finished.' : null;
}

function distributionOf(
  { items, chanceOf, chanceOfTotal }: Outlook,
  chosen: ForecastLine,
  question: ForecastQuestion,
): Outcomes | null {
  if (question.kind === 'when') return dayOutcomes(days => chanceOf(chosen, days, items ?? 0));
  return totalOutcomes(total => chanceOfTotal(chosen, question.days, total));
}

function burnUpOf(
  outlook: Outlook,
  chosen: ForecastLine,
  { finished, reopened }: FinishHistory,
  sampleDays: number,
  question: ForecastQuestion,
  days: CalendarDays,
  asOf: Instant,
): BurnUp {
  const { present } = days;
  /** The day before the sample. */
  const first = present - sampleDays - 1;
  // The last point is that of today so far.
  const added = new Int32Array(sampleDays + 2);
  finished.forEach((day, at) => {
    const place = day - first;
    if (place > 0 && reopened[at] === NEVER) added[place] = (added[place] as number) + 1;
  });
  let sum = 0;
  const history = Array.from(added, (each, at): BurnUpPoint => {
    sum += each;
    return { at: Math.min(days.endOf(first + at), asOf), finished: sum };
  });
  const ends: OfLevels<number> = outlook.forecast[chosen];
  const horizon =
    question.kind === 'when'
      ? Math.min(MAX_BURN_UP_DAYS, Math.max(1, ends.at(-1) ?? 1))
      : question.days;
  const step = Math.ceil(horizon / MAX_OUTCOMES);
  const outcomes: BurnUp['outcomes'][number][] = [];
  for (let ahead = 0; ahead < horizon + step; ahead += step) {
    const span = Math.min(ahead, horizon);
    const totals = outlook.howMany(chosen, span).map(total => sum + total);
    outcomes.push({
      at: span === 0 ? asOf : days.endOf(present + span),
      growth: outlook.growthIn(span),
      ...byLevel(totals),
    });
  }
  return { history, outcomes };
}
