/**
 * How many issues will be finished, or when some will be, from the throughput of the last days, and how well the same
 * forecast did every week of the past.
 *
 *   finished per day 0 1 1 2, two days ahead: 94% 1 or more, 69% 2 or more, 31% 3 or more
 */

import { filterSpells, finishSpells } from '@tallyboard/core/flow/finish-spells.ts';
import { replayFlow } from '@tallyboard/core/flow/replay.ts';
import { plainWorkflow, type Workflow, workflowOf } from '@tallyboard/core/flow/workflow.ts';
import type { OfLevels } from '@tallyboard/core/forecast/levels.ts';
import { MAX_FORECAST_DAYS } from '@tallyboard/core/forecast/outlook.ts';
import {
  type FinishHistory,
  ForecastRoller,
  MIN_DAYS,
  MIN_FINISHES,
  NEVER,
  type RolledForecast,
} from '@tallyboard/core/forecast/rolled-forecast.ts';
import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf, selectRows } from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, CountFigure, Definition, Note } from '@tallyboard/core/model/result.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import {
  type CalendarDays,
  daysBefore,
  finishHistory,
  nextWorking,
} from '@tallyboard/report-kit/families/flow/calendar-days.ts';
import { flowDefinition, flowNotes } from '@tallyboard/report-kit/families/flow/flow-notes.ts';
import {
  type FlowScope,
  flowScope,
  whyOutOfScope,
} from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import {
  accountDefinition,
  accountFilter,
  accountNotes,
} from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { type Ahead, partAhead, teamAhead } from './ahead.ts';
import { backlogOf } from './backlog.ts';
import type { Outcomes } from './outcomes.ts';
import {
  NO_RECORD,
  type PartForecast,
  type PartResult,
  type PartWork,
  partForecast,
} from './part.ts';
import { type ForecastSettings, teamRole } from './settings.ts';
import {
  partTeamsOf,
  sharedRows,
  type Teams,
  type TeamsOptions,
  teamRows,
  teamsOf,
} from './teams.ts';
import {
  type ByLevel,
  byLevel,
  type ShownLine,
  type TrackRecord,
  trackRecord,
} from './track-record.ts';

export interface ForecastResult {
  readonly workflow: Workflow;
  readonly scope: FlowScope;
  /** The question; of a sprint always 'how-many', until its end. */
  readonly question: ForecastSettings['question'];
  /** The part of the work that is asked about; null for all open issues. */
  readonly part: PartResult | null;
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
  /** Issues of the scope that were created in the days of the sample. */
  readonly created: CountFigure;
  readonly sample: RolledForecast['sample'];
  /** The least number that will be finished, with each chance in percent. */
  readonly howMany: ByLevel<number> | null;
  /** Calendar days until the issues are finished, with each chance in percent. */
  readonly when: ByLevel<number> | null;
  /** The days of `when`. */
  readonly dates: ByLevel<string> | null;
  /** The line of these figures: of the two below, the one that lost less in the past; of a part its own. */
  readonly line: ShownLine;
  /** The same without correction. */
  readonly plain: ByLevel<number> | null;
  /** The same with it; null for a part. */
  readonly corrected: ByLevel<number> | null;
  /** How often the dates of each level were kept by earlier parts of the kind, in percent; null below 20 of them. */
  readonly kept: ByLevel<number> | null;
  readonly keptOf: number | null;
  /** Chance of finishing the issues by the date, in percent. */
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

const NO_SAMPLE = { sample: { days: 0, workingDays: 0, finished: 0 } };
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
  const done = doneInForce(dataset, settings, context, settings.board);
  const workflow = workflowOf(dataset, settings, context);
  const replay = replayFlow(dataset, workflow, done.rule, settings, asOf);
  const { finish, outside, undated } = replay;
  const scope = flowScope(dataset, settings.types, workflow, done.rule, replay);
  const days = daysBefore(context, issues, row => outside[row] === 0);
  const { isOfAccounts, notes: ofAccounts } = accountsIn(dataset, settings, context, outside);
  const spells = filterSpells(finishSpells(dataset, replay, workflow, done.rule), isOfAccounts);
  // Done at an unknown time: neither finished nor open.
  const isCounted = (row: number) => !outside[row] && !undated[row] && isOfAccounts(row);
  const work = { dataset, settings, context, spells, days, counts: isCounted };
  const ofPart = settings.scope === '' ? null : partForecast(work);
  const isItem = (row: number) => isCounted(row) && (ofPart?.isOfPart(row) ?? true);
  const rowsWhere = (holds: (row: number) => boolean) => selectRows(issues.length, holds);
  const today = localDay(asOf, zone);
  const sprintDays = ofPart?.sprintDays ?? null;
  const question = sprintDays === null ? settings.question : 'how-many';
  const horizonDays =
    sprintDays ??
    (question === 'by-date' && settings.byDate !== null
      ? settings.byDate - today
      : settings.horizonDays);
  const isOpen = (row: number) => Number.isNaN(finish[row]) && isItem(row);
  const remaining = countOf(ofPart ? Uint32Array.from(ofPart.open) : rowsWhere(isOpen));
  const items = question === 'how-many' ? null : settings.items || remaining.value;
  const kind = question === 'when' ? 'when' : 'how-many';
  const teamOf = teamForecasts(work, isItem, horizonDays);
  const rolled = ofPart ? null : teamOf(() => true, kind, settings.items).roller.rolled();
  const { sample } = rolled ?? ofPart ?? NO_SAMPLE;
  const asked = { kind, items, horizonDays } as const;
  const cannot = whyOutOfScope(scope) ?? reasonOf(rolled, ofPart, sample, asked);
  const ahead = cannot === null ? aheadOf(rolled, ofPart, asked) : null;
  const forecast = ahead && byLevel(ahead.shown);
  const isInSample = (day: number) => day >= days.present - sample.days && day < days.present;
  const finishDay = (row: number) => (Number.isNaN(finish[row]) ? Infinity : days.of(finish[row]!));
  const isFinished = (row: number) =>
    isOfAccounts(row) && isInSample(nextWorking(finishDay(row), days));
  const split = teamRows(dataset, settings, context, isOfAccounts);
  const { kept = null, keptOf = null } = ofPart?.dates?.record ?? {};
  const isByDate = sprintDays !== null || question === 'by-date';
  const teamsOptions = { ...settings, question, remaining: remaining.issues, horizonDays, days };
  const finishes = finishHistory(ofPart ? filterSpells(spells, ofPart.isOfPart) : spells, days);
  const result: ForecastResult = {
    workflow: plainWorkflow(workflow),
    scope,
    question,
    part: ofPart?.part ?? null,
    cannot,
    horizonDays: kind === 'when' ? null : horizonDays,
    byDate: isByDate ? dayText(today + horizonDays) : null,
    items,
    remaining,
    finished: countOf(rowsWhere(isFinished)),
    created: countOf(rowsWhere(row => isItem(row) && isInSample(days.of(issues[row]!.created)))),
    sample,
    howMany: kind === 'when' ? null : forecast,
    when: kind === 'when' ? forecast : null,
    dates: kind === 'when' && ahead ? datesOf(ahead.shown, today) : null,
    line: ahead?.line ?? (ofPart ? 'pace' : 'plain'),
    plain: ahead && byLevel(ahead.plain),
    corrected: ahead?.corrected ? byLevel(ahead.corrected) : null,
    kept: kept && byLevel(kept),
    keptOf,
    chance: ahead && isByDate && items !== null ? ahead.chance : null,
    teams:
      split &&
      (ofPart
        ? partTeamsOf(split, { ...teamsOptions, howMany: forecast, work })
        : teamsOf(split, { ...teamsOptions, howMany: forecast, teamOf })),
    trackRecord: rolled
      ? trackRecord(rolled, kind, days.endOf)
      : (ofPart?.trackRecord() ?? NO_RECORD),
    burnUp:
      ahead &&
      burnUpOf(ahead, kind === 'when' ? null : horizonDays, finishes, sample.days, days, asOf),
    distribution: ahead?.distribution() ?? null,
  };
  return {
    result,
    // Columns decide what is finished; the rule, of issues without a history alone.
    ...(issues.some(({ historyComplete }) => !historyComplete) && { done: done.inForce }),
    notes: [
      ...flowNotes(dataset, replay, isOfAccounts),
      ...ofAccounts,
      ...forecastNotes(
        rowsWhere(row => isFinished(row) && !days.isWorking(finishDay(row))),
        split && sharedRows(split, issues.length),
      ),
      ...(ofPart ? [...ofPart.notes, ...(settings.growth ? [NO_GROWTH] : [])] : []),
    ],
    definitions: [flowDefinition(workflow, settings), ...definitionsOf(settings, ofPart)],
  };
}

/** Of teams by a person those of the chosen accounts count alone. */
function accountsIn(
  dataset: Dataset,
  settings: ForecastSettings,
  context: ReportContext,
  outside: Uint8Array,
): { readonly isOfAccounts: (row: number) => boolean; readonly notes: readonly Note[] } {
  const role = teamRole(settings);
  if (role === null) return { isOfAccounts: () => true, notes: [] };
  const { accounts } = settings;
  const rows = selectRows(dataset.issues.length, row => outside[row] === 0);
  return {
    isOfAccounts: accountFilter(dataset, accounts, context, role),
    notes: accountNotes(dataset, accounts, rows, role),
  };
}

/** Forecasts of the issues of a team, which go on from week to week. */
function teamForecasts(
  { dataset: { issues }, settings, spells, days }: PartWork,
  isItem: (row: number) => boolean,
  horizonDays: number,
): TeamsOptions['teamOf'] {
  return (isOfTeam, kind, items = 0) => {
    const own = filterSpells(spells, isOfTeam);
    const { openAt, createdAt } = backlogOf(issues, own, row => isOfTeam(row) && isItem(row), days);
    const itemsAt = items > 0 ? () => items : openAt;
    const asked = {
      kind,
      days: Math.min(MAX_FORECAST_DAYS, Math.max(1, horizonDays)),
      itemsAt,
      createdAt: settings.growth ? createdAt : undefined,
    };
    return { itemsAt, roller: new ForecastRoller(finishHistory(own, days), asked, settings) };
  };
}

interface Asked {
  readonly kind: 'how-many' | 'when';
  readonly items: number | null;
  readonly horizonDays: number;
}

/** Null if too little is known. */
function aheadOf(
  rolled: RolledForecast | null,
  ofPart: PartForecast | null,
  { kind, items, horizonDays }: Asked,
): Ahead | null {
  if (rolled) return rolled.current && teamAhead(rolled.current, horizonDays, items);
  return ofPart?.dates ? partAhead(ofPart.dates, kind, horizonDays) : null;
}

function reasonOf(
  rolled: RolledForecast | null,
  ofPart: PartForecast | null,
  sample: RolledForecast['sample'],
  { items, horizonDays }: Asked,
): string | null {
  const reason = ofPart?.reason ?? reasonAgainst(sample, items, horizonDays);
  if (reason !== null) return reason;
  if (rolled === null) return ofPart?.dates ? null : 'There is no forecast.';
  if (rolled.current === null) return 'There is no forecast.';
  return rolled.current.isEndless ? 'As many issues are created as are finished.' : null;
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

const NO_GROWTH: Note = {
  code: 'growth-of-part',
  text: 'New issues are not counted in the forecast of a part.',
  issues: new Uint32Array(0),
};

const definitionsOf = (
  settings: ForecastSettings,
  ofPart: PartForecast | null,
): readonly Definition[] => [
  ...definitions({
    Forecast: `10,000 trials add up days drawn from the working days of the last ${settings.historyDays} days before today; what was finished on other days counts on the next working day. Days ahead begin tomorrow. A chance of 85% means that 85% of the trials finish so many issues, or finish in time.`,
    Outcomes:
      'The trials by their outcome, corrected as the forecast is. The rarest 0.5% at either end are not drawn.',
    ...(ofPart ? partDefinitions(ofPart) : teamDefinitions(settings.growth)),
  }),
  ...accountDefinition(settings.accounts, teamRole(settings)),
];

const teamDefinitions = (growth: boolean) => ({
  Calibrated:
    'Pace, spread and the levels of the trials are corrected by the outcomes of earlier weekly forecasts of a similar size, known at the time. Of both lines the one with the smaller pinball loss in the past is shown; until 20 outcomes are known, the corrected one.',
  ...(growth && {
    'New issues':
      'The issues that are created until the rest is finished are to be finished too. Trials draw days with both what was finished and what was created.',
  }),
  'Track record':
    'The same question, asked at the end of a day every week of the past with what was known then, and how often the answer came true. Weeks without a forecast do not count. With fewer than 20 answers it is not yet testable.',
});

function partDefinitions({ part }: PartForecast) {
  const { own, all, chance, open, together, atOnce } = part;
  const of =
    own === 0
      ? 'It has no finish in these days, so that the chance is its share of the open issues'
      : `It had ${own} of the last ${all} finishes`;
  return {
    ...(chance !== null && {
      Pace:
        atOnce === null
          ? `A finish of the team is one of this part with a chance of ${formatPercent(100 * chance)}. ${of}. All ${together} open parts of its kind are drawn together: a finish goes to one of them at most, and one that is over leaves its chance to the others.`
          : `Each finish goes in turn to the first ${atOnce} of the ${together} open parts, by their order.`,
    }),
    'Track record': `Earlier parts of its kind, each asked at the end of the last day on which no more of it was finished than now of this one, with what was known then, and whether it was over by each date. A part is over when none of its ${open === 1 ? 'issue' : 'issues'} open on that day is open in it; without histories, when four fifths of them are finished. With fewer than 20 parts it is not yet testable.`,
  };
}

function reasonAgainst(
  { days, finished }: RolledForecast['sample'],
  items: number | null,
  horizonDays: number,
): string | null {
  if (horizonDays < 1) return 'The date is not after the date of the report.';
  if (days < MIN_DAYS)
    return `The issues have a history of ${days} days. A forecast needs ${MIN_DAYS}.`;
  if (finished < MIN_FINISHES)
    return `${finished} ${finished === 1 ? 'issue was' : 'issues were'} finished in the last ${days} days before today. A forecast needs ${MIN_FINISHES}.`;
  return items === 0 ? 'No issues are open.' : null;
}

function burnUpOf(
  ahead: Ahead,
  /** Null for 'when'. */
  asked: number | null,
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
  const horizon = asked ?? Math.min(MAX_BURN_UP_DAYS, Math.max(1, ahead.shown.at(-1) ?? 1));
  const step = Math.ceil(horizon / MAX_OUTCOMES);
  const outcomes: BurnUp['outcomes'][number][] = [];
  for (let away = 0; away < horizon + step; away += step) {
    const span = Math.min(away, horizon);
    const totals = ahead.howMany(span).map(total => sum + total);
    outcomes.push({
      at: span === 0 ? asOf : days.endOf(present + span),
      growth: ahead.growthIn(span),
      ...byLevel(totals),
    });
  }
  return { history, outcomes };
}
