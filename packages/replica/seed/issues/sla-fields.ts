import { formatDuration } from '../../rest/duration.ts';
import { MINUTE, timestamp } from '../clock.ts';
import { Random } from '../random.ts';
import { STATUS } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { GERMAN_DESK } from '../site/organisation.ts';
import type { Draft, SettledDraft, Visit, World } from './draft.ts';
import { ALWAYS, officeHours, type SlaCalendar } from './office-hours.ts';

const HOUR = 60 * MINUTE;

type Goals = Readonly<Record<string, number>>;

/** Calendar hours by priority id. */
export const RESPONSE_GOAL: Goals = { 1: 1, 2: 4, 3: 12, 4: 24, 5: 48 };
export const RESOLUTION_GOAL: Goals = { 1: 12, 2: 36, 3: 96, 4: 168, 5: 336 };
/** Office hours by priority id. */
const GERMAN_RESPONSE_GOAL: Goals = { 1: 1, 2: 2, 3: 4, 4: 8, 5: 16 };
const GERMAN_RESOLUTION_GOAL: Goals = { 1: 4, 2: 8, 3: 20, 4: 40, 5: 60 };

interface Sla {
  readonly field: string;
  readonly id: string;
  readonly name: string;
  readonly goals: Goals;
}

interface Slas {
  readonly response: Sla;
  readonly resolution: Sla;
  calendar(draft: Draft): SlaCalendar;
}

const SLAS: Slas = {
  response: {
    field: FIELD.firstResponse,
    id: '1',
    name: 'Time to first response',
    goals: RESPONSE_GOAL,
  },
  resolution: {
    field: FIELD.timeToResolution,
    id: '2',
    name: 'Time to resolution',
    goals: RESOLUTION_GOAL,
  },
  calendar: () => ALWAYS,
};

const GERMAN_SLAS: Slas = {
  response: {
    field: FIELD.germanFirstResponse,
    id: '3',
    name: 'Zeit bis zur ersten Antwort',
    goals: GERMAN_RESPONSE_GOAL,
  },
  resolution: {
    field: FIELD.germanResolution,
    id: '4',
    name: 'Zeit bis zur Lösung',
    goals: GERMAN_RESOLUTION_GOAL,
  },
  calendar: ({ project }) => officeHours(project.lead.clock, 8, 18),
};

/** The two SLAs, computed from the status visits, and the rating of the customer. */
export function deskFields(world: World, draft: Draft, settled: SettledDraft) {
  const { visits } = settled;
  const { asOf } = world;
  const slas = draft.project.key === GERMAN_DESK.key ? GERMAN_SLAS : SLAS;
  const calendar = slas.calendar(draft);
  const first = visits.find(visit => visit.status === STATUS.inProgress);
  const response = [{ start: draft.created, stop: first?.from ?? null, paused: 0 }];
  const resolution = resolutionCycles(visits, calendar, asOf);
  const fieldOf = ({ id, name, goals }: Sla, cycles: readonly Cycle[]) => ({
    id,
    name,
    ...slaCycles(cycles, (goals[draft.state.priority.id] ?? 12) * HOUR, calendar, asOf),
  });
  const solved = fieldOf(slas.resolution, resolution);
  return {
    [slas.response.field]: fieldOf(slas.response, response),
    [slas.resolution.field]: solved,
    ...ratingOf(world, draft, solved.completedCycles.at(-1)?.breached ?? false),
  };
}

const STARS = [
  [5, 48],
  [4, 29],
  [3, 12],
  [2, 7],
  [1, 4],
] as const;
const STARS_WHEN_LATE = [
  [5, 14],
  [4, 22],
  [3, 24],
  [2, 22],
  [1, 18],
] as const;

/** Two of five customers rate a solved request, lower when it was late. */
function ratingOf({ seed }: World, { id, state }: Draft, isLate: boolean) {
  const random = new Random(seed, 24, Number(id));
  if (!state.resolution || !random.chance(0.4)) return {};
  return { [FIELD.satisfaction]: { rating: random.weighted(isLate ? STARS_WHEN_LATE : STARS) } };
}

interface Cycle {
  start: number;
  stop: number | null;
  paused: number;
  pausedNow?: boolean;
}

/** A cycle runs until Resolved and rests while the customer has to answer; a reopening starts the next. */
function resolutionCycles(
  visits: readonly Visit[],
  { between }: SlaCalendar,
  asOf: number,
): Cycle[] {
  const cycles: Cycle[] = [];
  let current: Cycle | null = null;
  for (const visit of visits) {
    if (visit.status.done) {
      if (current) current.stop = visit.from;
      current = null;
      continue;
    }
    if (!current) {
      current = { start: visit.from, stop: null, paused: 0 };
      cycles.push(current);
    }
    if (visit.status === STATUS.waitingCustomer) {
      current.paused += between(visit.from, Math.min(visit.to, asOf));
      current.pausedNow = visit.to > asOf;
    }
  }
  return cycles;
}

function slaCycles(
  cycles: readonly Cycle[],
  goal: number,
  { between, after, isOpen }: SlaCalendar,
  asOf: number,
) {
  const moment = (epochMillis: number) => ({
    iso8601: timestamp(epochMillis).replace(/\.\d{3}/, ''),
    jira: timestamp(epochMillis),
    friendly: new Date(epochMillis).toUTCString().slice(5, 22),
    epochMillis,
  });
  const length = (millis: number) => ({
    millis,
    friendly: formatDuration(Math.trunc(millis / 1000), 'hm'),
  });
  const documents = cycles.map(({ start, stop, paused, pausedNow = false }) => {
    const elapsed = between(start, stop ?? asOf) - paused;
    return {
      startTime: moment(start),
      ...(stop !== null && { stopTime: moment(stop) }),
      ...(!pausedNow && { breachTime: moment(after(start, goal + paused)) }),
      breached: elapsed > goal,
      ...(stop === null && { paused: pausedNow, withinCalendarHours: isOpen(asOf) }),
      goalDuration: length(goal),
      elapsedTime: length(elapsed),
      remainingTime: length(goal - elapsed),
    };
  });
  const ongoingCycle = cycles.at(-1)?.stop === null ? documents.pop() : undefined;
  return { completedCycles: documents, ...(ongoingCycle && { ongoingCycle }) };
}
