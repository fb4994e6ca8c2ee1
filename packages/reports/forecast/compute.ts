/**
 * How many issues will be finished, or when some will be, from the throughput of the last days, and how well the same
 * forecast did every week of the past.
 *
 *   finished per day 0 1 1 2, two days ahead: 94% 1 or more, 69% 2 or more, 31% 3 or more
 */

import type { OfLevels } from '@tallyboard/core/forecast/levels.ts';
import {
  type ForecastLine,
  MAX_FORECAST_DAYS,
  type Outlook,
} from '@tallyboard/core/forecast/outlook.ts';
import {
  type FinishHistory,
  ForecastRoller,
  MIN_DAYS,
  MIN_FINISHES,
  NEVER,
  type RolledForecast,
} from '@tallyboard/core/forecast/rolled-forecast.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, CountFigure } from '@tallyboard/core/model/result.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { filterSpells, finishSpells } from '@tallyboard/report-kit/families/flow/finish-spells.ts';
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
import { backlogOf, type CalendarDays, daysBefore, finishHistory, nextWorking } from './backlog.ts';
import { dayOutcomes, type Outcomes, totalOutcomes } from './outcomes.ts';
import { inScope } from './scope.ts';
import type { ForecastSettings } from './settings.ts';
import { sharedRows, type Teams, type TeamsOptions, teamRows, teamsOf } from './teams.ts';
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
  const { calibrate, question } = settings;
  const done = doneInForce(dataset, settings, context, settings.board);
  const workflow = workflowOf(dataset, settings, context);
  const replay = replayFlow(dataset, workflow, done.rule, settings, asOf);
  const { finish, outside, undated } = replay;
  const days = daysBefore(context, issues, row => outside[row] === 0);
  const spells = finishSpells(dataset, replay, workflow, done.rule);
  const isOfScope = inScope(dataset, settings.scope);
  // Done at an unknown time: neither finished nor open.
  const isItem = (row: number) => isOfScope(row) && outside[row] === 0 && undated[row] === 0;
  const rowsWhere = (holds: (row: number) => boolean) => selectRows(issues.length, holds);

  const today = localDay(asOf, zone);
  const byDate = question === 'by-date' ? (settings.byDate ?? today + settings.horizonDays) : null;
  const horizonDays = byDate === null ? settings.horizonDays : byDate - today;
  const remaining = countOf(rowsWhere(row => Number.isNaN(finish[row]) && isItem(row)));
  const items = question === 'how-many' ? null : settings.items || remaining.value;
  const line = calibrate ? 'corrected' : 'plain';
  const kind = question === 'when' ? 'when' : 'how-many';
  const teamOf: TeamsOptions['teamOf'] = (isOfTeam, kind, items = 0) => {
    const own = filterSpells(spells, isOfTeam);
    const { openAt, createdAt } = backlogOf(issues, own, row => isOfTeam(row) && isItem(row), days);
    const itemsAt = items > 0 ? () => items : openAt;
    const asked = {
      kind,
      days: Math.min(MAX_FORECAST_DAYS, Math.max(1, horizonDays)),
      itemsAt,
      createdAt: settings.growth ? createdAt : undefined,
    };
    const roller = new ForecastRoller(finishHistory(own, days), asked, { ...settings, line });
    return { itemsAt, roller };
  };
  const rolled = teamOf(() => true, kind, settings.items).roller.rolled();
  const { sample } = rolled;
  const cannot = reasonAgainst(rolled, items, horizonDays);
  const outlook = cannot === null ? rolled.current : null;
  const forecast = outlook && byLevel(outlook.forecast[line]);
  const chanceOf = (of: ForecastLine) =>
    100 * (outlook?.chanceOf(of, horizonDays, items ?? 0) ?? 0);
  const isInSample = (day: number) => day >= days.present - sample.days && day < days.present;
  const finishDay = (row: number) => (Number.isNaN(finish[row]) ? Infinity : days.of(finish[row]!));
  const isFinished = (row: number) => isInSample(nextWorking(finishDay(row), days));
  const split = teamRows(dataset, settings, context);
  const result: ForecastResult = {
    workflow: plainWorkflow(workflow),
    question,
    cannot,
    horizonDays: kind === 'when' ? null : horizonDays,
    byDate: byDate === null ? null : dayText(byDate),
    items,
    remaining,
    finished: countOf(rowsWhere(isFinished)),
    created: countOf(rowsWhere(row => isItem(row) && isInSample(days.of(issues[row]!.created)))),
    sample,
    howMany: kind === 'when' ? null : forecast,
    when: kind === 'when' ? forecast : null,
    dates: kind === 'when' && outlook ? datesOf(outlook.forecast[line], today) : null,
    plain: outlook && byLevel(outlook.forecast.plain),
    chance:
      outlook && byDate !== null && items !== null
        ? { value: chanceOf(line), plain: chanceOf('plain') }
        : null,
    teams:
      split &&
      teamsOf(split, {
        question,
        calibrate,
        remaining: remaining.issues,
        horizonDays,
        howMany: forecast,
        days,
        teamOf,
      }),
    trackRecord: trackRecord(rolled, kind, calibrate, days.endOf),
    burnUp:
      outlook && burnUpOf(outlook, line, finishHistory(spells, days), sample.days, days, asOf),
    distribution: outlook && distributionOf(outlook, line),
  };
  return {
    result,
    // Columns decide what is finished; the rule, of issues without a history alone.
    ...(issues.some(({ historyComplete }) => !historyComplete) && { done: done.inForce }),
    notes: [
      ...flowNotes(dataset, replay),
      ...forecastNotes(
        rowsWhere(row => isFinished(row) && !days.isWorking(finishDay(row))),
        split && sharedRows(split, issues.length),
      ),
    ],
    definitions: [flowDefinition(workflow, settings), ...definitionsOf(settings)],
  };
}

const datesOf = (days: OfLevels<number>, today: Day) =>
  byLevel(days.map(ahead => dayText(today + ahead)));

const forecastNotes = (nonWorking: IssueRows, ofSeveralTeams: IssueRows | null) =>
  issueNotes([
    {
      code: 'non-working',
      words: [
        'issue of the sample was finished on a non-working day and counts on the next working day.',
        'issues of the sample were finished on non-working days and count on the next working day.',
      ],
      issues: nonWorking,
    },
    {
      code: 'several-teams',
      words: [
        'issue is of several teams, and each of them has to finish it.',
        'issues are of several teams, and each of them has to finish them.',
      ],
      issues: ofSeveralTeams ?? new Uint32Array(0),
    },
  ]);

const definitionsOf = ({ historyDays, growth }: ForecastSettings) =>
  definitions({
    Forecast: `10,000 trials add up days drawn from the working days of the last ${historyDays} days before today; what was finished on other days counts on the next working day. Days ahead begin tomorrow. A chance of 85% means that 85% of the trials finish so many issues, or finish in time.`,
    Outcomes:
      'The trials by their outcome, corrected as the forecast is. The rarest 0.5% at either end are not drawn.',
    Calibrated:
      'Pace, spread and the levels of the trials are corrected by the outcomes of earlier weekly forecasts, known at the time. Without it the plain trials are shown.',
    ...(growth && {
      'New issues':
        'The issues that are created until the rest is finished are to be finished too. Trials draw days with both what was finished and what was created.',
    }),
    'Track record':
      'The same question, asked at the end of a day every week of the past with what was known then, and how often the answer came true. Weeks without a forecast do not count. With fewer than 20 answers it is not yet testable.',
  });

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

function distributionOf(outlook: Outlook, chosen: ForecastLine): Outcomes | null {
  const { items, days } = outlook.known;
  return items === null
    ? totalOutcomes(total => outlook.chanceOfTotal(chosen, days, total))
    : dayOutcomes(days => outlook.chanceOf(chosen, days, items));
}

function burnUpOf(
  outlook: Outlook,
  chosen: ForecastLine,
  { finished, reopened }: FinishHistory,
  sampleDays: number,
  days: CalendarDays,
  asOf: Instant,
): BurnUp {
  const { present } = days;
  const first = present - sampleDays - 1;
  // The last point is that of today so far.
  const added = new Int32Array(sampleDays + 2);
  finished.forEach((day, at) => {
    const place = day - first;
    if (place > 0 && reopened[at] === NEVER) added[place]!++;
  });
  let sum = 0;
  const history = Array.from(added, (each, at): BurnUpPoint => {
    sum += each;
    return { at: Math.min(days.endOf(first + at), asOf), finished: sum };
  });
  const ends: OfLevels<number> = outlook.forecast[chosen];
  const { items, days: asked } = outlook.known;
  const horizon =
    items === null ? asked : Math.min(MAX_BURN_UP_DAYS, Math.max(1, ends.at(-1) ?? 1));
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
