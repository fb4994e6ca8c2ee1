/**
 * When a part of a team's open work is over (FLOW, Dates of a part): each finish of the team is the part's with a chance that
 * its own past and its share of the open issues tell, all parts of its kind are drawn together, and earlier parts tell how
 * often such dates were kept.
 */

import type { FinishSpells } from '@tallyboard/core/flow/finish-spells.ts';
import { MIN_PAST } from '@tallyboard/core/forecast/better-line.ts';
import { isSimilarSize } from '@tallyboard/core/forecast/correction.ts';
import { LEVELS, type OfLevels } from '@tallyboard/core/forecast/levels.ts';
import { leastSpans, MAX_FORECAST_DAYS } from '@tallyboard/core/forecast/outlook.ts';
import {
  dividedChances,
  FinishesNeeded,
  finishesInTurn,
  PartRace,
  partChance,
} from '@tallyboard/core/forecast/part-race.ts';
import {
  type FinishHistory,
  MIN_DAYS,
  MIN_FINISHES,
} from '@tallyboard/core/forecast/rolled-forecast.ts';
import { startOfDaysOff, trialLevels, workingSample } from '@tallyboard/core/forecast/sample.ts';
import { leastPassing, ThroughputLaw } from '@tallyboard/core/forecast/throughput-law.ts';
import { mean, median, percent } from '@tallyboard/core/measure/statistics.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { finishesIn, type KnownFinish, type PartDays } from './part-days.ts';

export interface PartTeam {
  readonly issues: Dataset['issues'];
  readonly spells: FinishSpells;
  readonly history: FinishHistory;
  readonly parts: PartDays;
}

export interface PartOptions {
  readonly historyDays: number;
  readonly seed: number;
  /** The ids of open parts in the order in which the team works on them; null for side by side. */
  readonly sequence: readonly string[] | null;
  /** Parts that must be over before a part begins, by its id. */
  readonly blockers: ReadonlyMap<string, readonly string[]>;
  /** The first day of the weeks in which parts are counted: a day that begins one. */
  isWeekStart(day: number): boolean;
}

/** A part as it was known on a day. */
export interface PartPace {
  readonly id: string;
  readonly open: number;
  /** Finishes of the part in the sample, and of the team since the first of them. */
  readonly own: number;
  readonly all: number;
  /** That a finish of the team is the part's, together with the other parts. */
  readonly chance: number;
}

/** What is known of a team and its parts at the end of a day. */
interface Moment {
  readonly law: ThroughputLaw;
  readonly paces: readonly PartPace[];
  readonly race: PartRace;
}

export interface PastPart {
  readonly id: string;
  /** The day on which it was asked. */
  readonly at: number;
  readonly open: number;
  readonly plain: OfLevels<number>;
  /** By the factor that earlier parts taught; null with too few. */
  readonly factored: OfLevels<number> | null;
  /** The line that readers saw. */
  readonly line: PartLine;
  /** Days until it was over; null if it is not. */
  readonly actual: number | null;
  /** Whole days since then. */
  readonly elapsed: number;
  /** Moves out of it are not known: it is over with four fifths of the issues. */
  readonly byFourFifths: boolean;
}

type AskedPart = Omit<PastPart, 'factored' | 'line'>;

export type PartLine = 'pace' | 'factor';

export interface PartRecord {
  readonly past: readonly PastPart[];
  /** Earlier parts that could not be asked about. */
  readonly cannot: number;
  /** In percent, by LEVELS; null with fewer than MIN_PAST parts. */
  readonly kept: OfLevels<number> | null;
  readonly keptOf: number | null;
}

export interface PartDates {
  readonly pace: PartPace;
  readonly line: PartLine;
  /** Calendar days by LEVELS. */
  readonly plain: OfLevels<number>;
  readonly shown: OfLevels<number>;
  readonly record: PartRecord;
  /** The parts that are drawn together, this one included. */
  readonly together: number;
  /** Parts at a time; null for side by side. */
  readonly atOnce: number | null;
  /** The chance that the part is over within days, from 0 to 1, by its pace. */
  chanceWithin(days: number): number;
  /** By LEVELS, how many of its open issues are finished within days. */
  finishesWithin(days: number): OfLevels<number>;
  /** The chance of at least so many finishes of the part within days. */
  chanceOfFinishes(count: number, days: number): number;
}

export class PartForecasts {
  private readonly team: PartTeam;
  private readonly options: PartOptions;
  private readonly levels: OfLevels<number>;
  /** Working days before each day. */
  private readonly work: Int32Array;
  private readonly moments = new Map<number, Moment | null>();
  /** Rows whose finished shares are alike ask about the same days. */
  private readonly asked = new Map<string, AskedPart | null>();

  constructor(team: PartTeam, options: PartOptions) {
    this.team = team;
    this.options = options;
    this.levels = trialLevels(options.seed);
    const { present, isWorking } = team.history;
    this.work = new Int32Array(present + MAX_FORECAST_DAYS + 2);
    for (let day = 1; day < this.work.length; day++)
      this.work[day] = this.work[day - 1]! + (isWorking(day - 1) ? 1 : 0);
  }

  /** The days and finishes that trials of the present draw from. */
  sampleNow() {
    const { present } = this.team.history;
    const { days, sample, finished } = this.sampleOf(this.finishesBefore(present), present);
    return { days, workingDays: sample.length, finished };
  }

  /** Null if too little is known of the team, or no issue of the part is open. `items` are its open issues by default. */
  datesOf(id: string, items?: number): PartDates | null {
    const { present } = this.team.history;
    const moment = this.momentAt(present);
    const at = moment?.paces.findIndex(pace => pace.id === id) ?? -1;
    if (!moment || at < 0) return null;
    const pace = moment.paces[at]!;
    const { sequence, blockers } = this.options;
    const atOnce = sequence && this.partsAtOnce(present);
    const needed = memoize((count: number) =>
      sequence && atOnce
        ? inTurn(moment, { sequence, blockers, atOnce }, id, count)
        : moment.race.until(at, count),
    );
    const chanceOfFinishes = (count: number, days: number) =>
      count <= 0 ? 1 : needed(count).chanceWithin(this.workIn(present, days), moment.law);
    const count = items ?? pace.open;
    const plain = this.daysUntil(needed(count), present, moment.law);
    // The order in which teams worked on earlier parts is not known.
    const earlier = sequence === null ? this.recordOf(id) : { past: [], cannot: 0 };
    const factored = factoredDays(plain[0]!, pace.open, earlier.past, present);
    const line = factored ? betterPartLine(earlier.past, pace.open, present) : 'pace';
    return {
      pace,
      line,
      plain,
      shown: line === 'factor' && factored ? factored : plain,
      record: { ...earlier, ...keptOf(earlier.past) },
      together: moment.paces.length,
      atOnce,
      chanceWithin: days => chanceOfFinishes(count, days),
      chanceOfFinishes,
      finishesWithin: days =>
        this.levels.map(level => {
          const isMissed = (more: number) => 1 - chanceOfFinishes(more + 1, days) >= level;
          return leastPassing(0, pace.open, isMissed);
        }),
    };
  }

  /** The day on which half of the trials of a past day have the part over, by its pace; null if too little was known then. */
  medianDayAt(id: string, day: number): number | null {
    const moment = this.momentAt(day);
    const at = moment?.paces.findIndex(pace => pace.id === id) ?? -1;
    if (!moment || at < 0) return null;
    return day + this.daysUntil(moment.race.until(at), day, moment.law)[0]!;
  }

  private daysUntil(needed: FinishesNeeded, day: number, law: ThroughputLaw): OfLevels<number> {
    // Levels look at the same spans.
    const chanceWithin = memoize((days: number) => needed.chanceWithin(days, law));
    return leastSpans(
      (level, span) => 1 - chanceWithin(this.workIn(day, span)) < level,
      this.levels,
      needed.mean / law.mean,
    );
  }

  private workIn(day: number, span: number): number {
    const { work } = this;
    return work[Math.min(day + 1 + span, work.length - 1)]! - work[day + 1]!;
  }

  /** Null if too little is known of the team. */
  private momentAt(day: number): Moment | null {
    const known = this.moments.get(day);
    if (known !== undefined) return known;
    const moment = this.lookAt(day);
    this.moments.set(day, moment);
    return moment;
  }

  private lookAt(day: number): Moment | null {
    const { parts } = this.team;
    const finishes = this.finishesBefore(day);
    const { days, sample, finished } = this.sampleOf(finishes, day);
    if (days < MIN_DAYS || finished < MIN_FINISHES) return null;
    const counts = this.ownFinishes(finishes, day);
    const open = [...parts.members.keys()].flatMap(id => {
      const { open } = parts.stateAt(id, day);
      return open > 0 ? [{ id, open, ...(counts.get(id) ?? { own: 0, all: 0 }) }] : [];
    });
    const team = Math.max(1, parts.openAt(day));
    const chances = dividedChances(
      open.map(({ own, all, open }) => partChance({ own, all, share: open / team })),
    );
    const paces = open.map((each, at): PartPace => ({ ...each, chance: chances[at]! }));
    return { law: new ThroughputLaw(sample), paces, race: new PartRace(paces) };
  }

  private firstDay(day: number): number {
    return startOfDaysOff(day - Math.min(this.options.historyDays, day), this.team.history);
  }

  private finishesBefore(day: number): readonly KnownFinish[] {
    const { spells, history } = this.team;
    return finishesIn(spells, history, this.firstDay(day), day);
  }

  private sampleOf(finishes: readonly KnownFinish[], day: number) {
    const counts = new Int32Array(day);
    for (const { day: at } of finishes) counts[at]!++;
    return workingSample(counts, this.team.history, day, this.options.historyDays);
  }

  /** By part: its finishes, and those of the team from its first one on, by instant. */
  private ownFinishes(finishes: readonly KnownFinish[], day: number) {
    const counts = new Map<string, { own: number; all: number }>();
    // Those of the instant of a first finish count too.
    let before = 0;
    finishes.forEach(({ row, at }, index) => {
      if (index > 0 && finishes[index - 1]!.at < at) before = index;
      for (const part of this.team.parts.partsOn(row, day)) {
        const known = counts.get(part);
        if (known) known.own++;
        else counts.set(part, { own: 1, all: finishes.length - before });
      }
    });
    return counts;
  }

  /** How many parts a team has worked on at once: the median over the whole weeks in which one had a finish. */
  private partsAtOnce(day: number): number {
    const { parts } = this.team;
    const weeks = new Map<number, Set<string>>();
    const weekOf = (at: number) => {
      let first = at;
      while (!this.options.isWeekStart(first)) first--;
      return first;
    };
    const begin = this.firstDay(day);
    for (const { row, day: at } of this.finishesBefore(day)) {
      const week = weekOf(at);
      if (week < begin || week + 7 > day) continue;
      const own = weeks.get(week) ?? new Set();
      for (const part of parts.partsOn(row, day)) own.add(part);
      weeks.set(week, own);
    }
    const counts = [...weeks.values()].flatMap(({ size }) => (size > 0 ? [size] : []));
    return Math.max(1, Math.round(median(counts) ?? 1));
  }

  /** What was known of a part on an earlier day, and when it was over; null if too little was known. */
  private askedAt(id: string, at: number): AskedPart | null {
    const key = `${at} ${id}`;
    const known = this.asked.get(key);
    if (known !== undefined) return known;
    const asked = this.askAt(id, at);
    this.asked.set(key, asked);
    return asked;
  }

  private askAt(id: string, at: number): AskedPart | null {
    const { parts, history, issues } = this.team;
    const moment = this.momentAt(at);
    const place = moment?.paces.findIndex(pace => pace.id === id) ?? -1;
    if (!moment || place < 0) return null;
    const rows = parts.openRows(id, at);
    const byFourFifths = rows.some(row => !issues[row]!.historyComplete);
    const left = byFourFifths ? rows.length - Math.ceil((4 / 5) * rows.length) : 0;
    const over = parts.overDay(id, at, left);
    return {
      id,
      at,
      open: rows.length,
      plain: this.daysUntil(moment.race.until(place), at, moment.law),
      actual: over === null ? null : over - at,
      elapsed: history.present - at - 1,
      byFourFifths,
    };
  }

  /** Earlier parts, each asked at the end of the last day on which no more of it was finished than now of the part. */
  private recordOf(id: string): Pick<PartRecord, 'past' | 'cannot'> {
    const { parts, history } = this.team;
    const { present } = history;
    const { issues: all, open } = parts.stateAt(id, present);
    const share = 1 - open / all;
    const asked: AskedPart[] = [];
    let cannot = 0;
    for (const other of parts.members.keys()) {
      const at = other === id ? null : lastDayWithin(parts.statesOf(other), share, present);
      if (at === null) continue;
      const found = this.askedAt(other, at);
      if (found) asked.push(found);
      else cannot++;
    }
    asked.sort((a, b) => a.at - b.at);
    const past: PastPart[] = [];
    for (const each of asked) {
      const factored = factoredDays(each.plain[0]!, each.open, past, each.at);
      const line = factored ? betterPartLine(past, each.open, each.at) : 'pace';
      past.push({ ...each, factored, line });
    }
    return { cannot, past: past.filter(each => entryOf(each, shownOf(each)[0]!) !== null) };
  }
}

const shownOf = ({ line, plain, factored }: PastPart): OfLevels<number> =>
  line === 'factor' && factored ? factored : plain;

/** Whether a date was kept; null if that is not known yet. */
function entryOf({ actual, elapsed }: PastPart, days: number): boolean | null {
  if (actual !== null) return actual <= days;
  return elapsed >= days ? false : null;
}

/** In percent, by LEVELS. */
function keptShares(past: readonly PastPart[], valuesOf: (part: PastPart) => OfLevels<number>) {
  return LEVELS.map((_, at) => {
    const entries = past.flatMap(each => entryOf(each, valuesOf(each)[at]!) ?? []);
    return percent(entries.filter(Boolean).length, entries.length);
  });
}

function keptOf(past: readonly PastPart[]): Pick<PartRecord, 'kept' | 'keptOf'> {
  if (past.length < MIN_PAST) return { kept: null, keptOf: null };
  return { kept: keptShares(past, shownOf), keptOf: past.length };
}

/** Those of a similar size that were over before a day. */
const knownBefore = (past: readonly PastPart[], open: number, day: number) =>
  past.filter(
    each => each.actual !== null && each.at + each.actual < day && isSimilarSize(each.open, open),
  );

/** Conformal: the median times the quantiles of what earlier parts took, over their medians. */
function factoredDays(
  middle: number,
  open: number,
  past: readonly PastPart[],
  day: number,
): OfLevels<number> | null {
  const known = knownBefore(past, open, day);
  if (known.length < MIN_PAST) return null;
  const factors = known
    .map(({ actual, plain }) => (actual ?? 0) / Math.max(1, plain[0]!))
    .sort((a, b) => a - b);
  return LEVELS.map(level => {
    const rank = Math.ceil((level / 100) * (factors.length + 1));
    const factor = factors[Math.min(rank, factors.length) - 1]!;
    return Math.min(MAX_FORECAST_DAYS, Math.ceil(Math.max(1, middle) * factor));
  });
}

/** The line whose levels were nearer to what they say, over the parts that had both. */
function betterPartLine(past: readonly PastPart[], open: number, day: number): PartLine {
  const both = knownBefore(past, open, day).filter(({ factored }) => factored !== null);
  if (both.length < MIN_PAST) return 'pace';
  const gap = (valuesOf: (part: PastPart) => OfLevels<number>) =>
    mean(keptShares(both, valuesOf).map((share, at) => Math.abs(share - LEVELS[at]!))) ?? 0;
  return gap(({ factored, plain }) => factored ?? plain) < gap(({ plain }) => plain)
    ? 'factor'
    : 'pace';
}

/** The last day before the present on which issues were open and no greater share was finished. */
function lastDayWithin(
  states: ReturnType<PartDays['statesOf']>,
  share: number,
  present: number,
): number | null {
  const isWithin = ({ issues, open }: (typeof states)[number]) =>
    open > 0 && 1 - open / issues <= share + 1e-9;
  const at = states.findLastIndex(isWithin);
  if (at < 0) return null;
  const day = (states[at + 1]?.from ?? present) - 1;
  return day >= states[at]!.from ? day : null;
}

/** One after another; parts that are not named come last. */
function inTurn(
  { paces }: Moment,
  work: Pick<PartOptions, 'blockers'> & {
    readonly sequence: readonly string[];
    readonly atOnce: number;
  },
  id: string,
  count: number,
): FinishesNeeded {
  const place = ({ id }: PartPace) => {
    const at = work.sequence.indexOf(id);
    return at < 0 ? work.sequence.length : at;
  };
  const ordered = paces.toSorted((a, b) => place(a) - place(b));
  const places = new Map(ordered.map((pace, at) => [pace.id, at]));
  const at = places.get(id) ?? 0;
  const open = ordered.map((pace, index) => (index === at ? count : pace.open));
  const blockers = ordered.map(({ id: part }) =>
    (work.blockers.get(part) ?? []).flatMap(each => places.get(each) ?? []),
  );
  const finishes = finishesInTurn(open, work.atOnce, blockers)[at] ?? 0;
  return new FinishesNeeded([{ finishes, chance: 1 }]);
}

function memoize<Value>(of: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return key => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = of(key);
    known.set(key, made);
    return made;
  };
}
