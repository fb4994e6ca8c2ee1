import { DAY, MINUTE } from '../clock.ts';
import { RESOLUTION, STATUS, TYPE, type TypeDef } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { memberAt } from '../site/members.ts';
import type { Person } from '../site/people.ts';
import { addComments, newDraft, type ProjectState, type World } from './base.ts';
import type { Draft, SettledDraft, Visit } from './draft.ts';
import type { Slot } from './scrum.ts';
import { logWork } from './work.ts';

const HOUR = 60 * MINUTE;
const TYPES: readonly (readonly [TypeDef, number])[] = [
  [TYPE.request, 60],
  [TYPE.incident, 30],
  [TYPE.problem, 10],
];
/** Calendar hours by priority id. */
const RESPONSE_GOAL: Readonly<Record<string, number>> = { 1: 1, 2: 4, 3: 12, 4: 24, 5: 48 };
const RESOLUTION_GOAL: Readonly<Record<string, number>> = { 1: 12, 2: 36, 3: 96, 4: 168, 5: 336 };

/** A ticket: started, perhaps waiting for the customer or a specialist, resolved, closed days later. */
export function deskIssue(world: World, place: ProjectState, slot: Slot): Draft {
  const { random, asOf } = world;
  const draft = newDraft(world, place, random.weighted(TYPES), slot.created);
  draft.extra[FIELD.requestType] = requestType(draft);
  if (random.chance(0.04)) return draft;
  const urgent = Number(draft.state.priority.id) <= 2;
  const triaged = slot.created + Math.floor(random.between(2, urgent ? 25 : 240)) * MINUTE;
  const worker = memberAt(random, draft.project, triaged, asOf);
  draft.steps.push({ at: triaged, by: place.project.lead, set: { status: STATUS.waitingSupport } });
  const goal = RESPONSE_GOAL[draft.state.priority.id] ?? 12;
  const begin = triaged + Math.floor(random.logNormal(goal * 0.3, 0.9) * HOUR);
  draft.steps.push({ at: begin, by: worker, set: { status: STATUS.inProgress, assignee: worker } });
  let done = handle(world, draft, worker, begin);
  if (random.chance(0.05)) {
    const at = done + Math.floor(random.between(0.1, 2.5) * DAY);
    const by = draft.reporter;
    draft.steps.push({ at, by, set: { status: STATUS.waitingSupport, resolution: null } });
    const again = at + Math.floor(random.between(0.2, 6)) * HOUR + MINUTE;
    draft.steps.push({ at: again, by: worker, set: { status: STATUS.inProgress } });
    done = handle(world, draft, worker, again);
  }
  const closed = done + Math.floor(random.between(3, 7) * DAY);
  draft.steps.push({ at: closed, by: place.project.lead, set: { status: STATUS.closed } });
  if (random.chance(0.6)) logWork(random, draft, { begin, done }, worker, 0.6);
  addComments(world, draft, done, 0.6);
  return draft;
}

function requestType(draft: Draft): Record<string, unknown> {
  const id = draft.type === TYPE.incident ? '11' : draft.type === TYPE.problem ? '12' : '10';
  const name = draft.type === TYPE.request ? 'Get help' : `Report an ${draft.type.name}`;
  return { requestType: { id, name: name.replace('an Problem', 'a problem') } };
}

/** From In Progress to Resolved; returns the time of the latter. */
function handle({ random }: World, draft: Draft, worker: Person, begin: number): number {
  const goal = RESOLUTION_GOAL[draft.state.priority.id] ?? 96;
  const total = random.logNormal(goal * 0.33, 0.9) * HOUR;
  let at = begin;
  const go = (share: number) => {
    at += Math.max(MINUTE, Math.floor(total * share * random.between(0.5, 1.5)));
    return at;
  };
  for (let asked = random.chance(0.4) ? 1 + random.int(2) : 0; asked > 0; asked--) {
    draft.steps.push({ at: go(0.25), by: worker, set: { status: STATUS.waitingCustomer } });
    draft.steps.push({ at: go(0.5), by: draft.reporter, set: { status: STATUS.inProgress } });
  }
  if (random.chance(0.1))
    draft.steps.push({ at: go(0.3), by: worker, set: { status: STATUS.escalated } });
  const resolution = random.chance(0.9) ? RESOLUTION.done : RESOLUTION.cannotReproduce;
  draft.steps.push({ at: go(0.6), by: worker, set: { status: STATUS.resolved, resolution } });
  return at;
}

/** The two SLA fields, computed from the status visits. */
export function slaFields(
  draft: Draft,
  settled: SettledDraft,
  asOf: number,
  timestamp: (instant: number) => string,
): Record<string, unknown> {
  const first = settled.visits.find(visit => visit.status === STATUS.inProgress);
  const priority = draft.state.priority.id;
  const response: Cycle[] = [{ start: draft.created, stop: first?.from ?? null, paused: 0 }];
  const agreement = (id: string, name: string, cycles: Cycle[], hours: number) => ({
    id,
    name,
    ...slaCycles(cycles, hours * HOUR, asOf, timestamp),
  });
  return {
    [FIELD.firstResponse]: agreement(
      '1',
      'Time to first response',
      response,
      RESPONSE_GOAL[priority] ?? 12,
    ),
    [FIELD.timeToResolution]: agreement(
      '2',
      'Time to resolution',
      resolutionCycles(settled.visits, asOf),
      RESOLUTION_GOAL[priority] ?? 96,
    ),
  };
}

interface Cycle {
  start: number;
  stop: number | null;
  paused: number;
  pausedNow?: boolean;
}

/** A cycle runs until Resolved and rests while the customer has to answer; a reopening starts the next. */
function resolutionCycles(visits: readonly Visit[], asOf: number): Cycle[] {
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
      current.paused += Math.min(visit.to, asOf) - visit.from;
      current.pausedNow = visit.to > asOf;
    }
  }
  return cycles;
}

function slaCycles(
  cycles: readonly Cycle[],
  goal: number,
  asOf: number,
  timestamp: (instant: number) => string,
): Record<string, unknown> {
  const moment = (epochMillis: number) => ({
    iso8601: timestamp(epochMillis).replace(/\.\d{3}/, ''),
    jira: timestamp(epochMillis),
    friendly: new Date(epochMillis).toUTCString().slice(5, 22),
    epochMillis,
  });
  const length = (millis: number) => ({ millis, friendly: friendly(millis) });
  const documents = cycles.map(cycle => {
    const elapsed = (cycle.stop ?? asOf) - cycle.start - cycle.paused;
    const breach = cycle.start + goal + cycle.paused;
    return {
      startTime: moment(cycle.start),
      ...(cycle.stop !== null && { stopTime: moment(cycle.stop) }),
      ...(!cycle.pausedNow && { breachTime: moment(breach) }),
      breached: elapsed > goal,
      ...(cycle.stop === null && {
        paused: cycle.pausedNow ?? false,
        withinCalendarHours: true,
      }),
      goalDuration: length(goal),
      elapsedTime: length(elapsed),
      remainingTime: length(goal - elapsed),
    };
  });
  const running = cycles.at(-1)?.stop === null;
  return {
    completedCycles: running ? documents.slice(0, -1) : documents,
    ...(running && { ongoingCycle: documents.at(-1) }),
  };
}

function friendly(millis: number): string {
  const minutes = Math.floor(Math.abs(millis) / MINUTE);
  const text = [
    minutes >= 60 ? `${Math.floor(minutes / 60)}h` : '',
    minutes % 60 ? `${minutes % 60}m` : '',
  ]
    .filter(Boolean)
    .join(' ');
  return `${millis < 0 ? '-' : ''}${text || '0m'}`;
}
