import { formatDuration } from '../../rest/duration.ts';
import { DAY, MINUTE, timestamp } from '../clock.ts';
import { RESOLUTION, STATUS, TYPE } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import {
  change,
  type Draft,
  memberAt,
  type SettledDraft,
  type Visit,
  type World,
} from './draft.ts';
import { addComments, newDraft } from './new-draft.ts';
import type { Slot } from './plan.ts';
import { logWork, type Stretch } from './work.ts';

const HOUR = 60 * MINUTE;
const TYPES = [
  [TYPE.request, 60],
  [TYPE.incident, 30],
  [TYPE.problem, 10],
] as const;
/** Calendar hours by priority id. */
const RESPONSE_GOAL: Readonly<Record<string, number>> = { 1: 1, 2: 4, 3: 12, 4: 24, 5: 48 };
const RESOLUTION_GOAL: Readonly<Record<string, number>> = { 1: 12, 2: 36, 3: 96, 4: 168, 5: 336 };

/** A ticket: started, perhaps waiting for the customer or a specialist, resolved, closed days later. */
export function deskIssue(world: World, slot: Slot): Draft {
  const { random, project } = world;
  const draft = newDraft(world, random.weighted(TYPES), slot.created);
  const { state, reporter } = draft;
  draft.extra[FIELD.requestType] = requestType(draft);
  if (random.chance(0.04)) return draft;
  const urgent = Number(state.priority.id) <= 2;
  const triaged = slot.created + Math.floor(random.between(2, urgent ? 25 : 240)) * MINUTE;
  const worker = memberAt(world, triaged);
  change(draft, triaged, project.lead, { status: STATUS.waitingSupport });
  const goal = RESPONSE_GOAL[state.priority.id] ?? 12;
  const begin = triaged + Math.floor(random.logNormal(goal * 0.3, 0.9) * HOUR);
  change(draft, begin, worker, { status: STATUS.inProgress, assignee: worker });
  let done = handle(world, draft, { worker, begin });
  if (random.chance(0.05)) {
    const at = done + Math.floor(random.between(0.1, 2.5) * DAY);
    change(draft, at, reporter, { status: STATUS.waitingSupport, resolution: null });
    const again = at + Math.floor(random.between(0.2, 6)) * HOUR + MINUTE;
    change(draft, again, worker, { status: STATUS.inProgress });
    done = handle(world, draft, { worker, begin: again });
  }
  const closed = done + Math.floor(random.between(3, 7) * DAY);
  change(draft, closed, project.lead, { status: STATUS.closed });
  if (random.chance(0.6)) logWork(random, draft, { begin, done, worker }, 0.6);
  addComments(world, draft, done, 0.6);
  return draft;
}

function requestType({ type }: Draft) {
  const requests = {
    [TYPE.request.id]: { id: '10', name: 'Get help' },
    [TYPE.incident.id]: { id: '11', name: 'Report an Incident' },
    [TYPE.problem.id]: { id: '12', name: 'Report a problem' },
  };
  return { requestType: requests[type.id] };
}

/** From In Progress to Resolved; returns the time of the latter. */
function handle(
  { random }: World,
  draft: Draft,
  { worker, begin }: Pick<Stretch, 'worker' | 'begin'>,
): number {
  const goal = RESOLUTION_GOAL[draft.state.priority.id] ?? 96;
  const total = random.logNormal(goal * 0.33, 0.9) * HOUR;
  let at = begin;
  const go = (share: number) => {
    at += Math.max(MINUTE, Math.floor(total * share * random.between(0.5, 1.5)));
    return at;
  };
  for (let asked = random.chance(0.4) ? 1 + random.int(2) : 0; asked > 0; asked--) {
    change(draft, go(0.25), worker, { status: STATUS.waitingCustomer });
    change(draft, go(0.5), draft.reporter, { status: STATUS.inProgress });
  }
  if (random.chance(0.1)) change(draft, go(0.3), worker, { status: STATUS.escalated });
  const resolution = random.chance(0.9) ? RESOLUTION.done : RESOLUTION.cannotReproduce;
  change(draft, go(0.6), worker, { status: STATUS.resolved, resolution });
  return at;
}

/** The two SLA fields, computed from the status visits. */
export function slaFields(draft: Draft, { visits }: SettledDraft, asOf: number) {
  const first = visits.find(visit => visit.status === STATUS.inProgress);
  const { id: priority } = draft.state.priority;
  const response = [{ start: draft.created, stop: first?.from ?? null, paused: 0 }];
  const resolution = resolutionCycles(visits, asOf);
  return {
    [FIELD.firstResponse]: {
      id: '1',
      name: 'Time to first response',
      ...slaCycles(response, (RESPONSE_GOAL[priority] ?? 12) * HOUR, asOf),
    },
    [FIELD.timeToResolution]: {
      id: '2',
      name: 'Time to resolution',
      ...slaCycles(resolution, (RESOLUTION_GOAL[priority] ?? 96) * HOUR, asOf),
    },
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

function slaCycles(cycles: readonly Cycle[], goal: number, asOf: number) {
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
    const elapsed = (stop ?? asOf) - start - paused;
    return {
      startTime: moment(start),
      ...(stop !== null && { stopTime: moment(stop) }),
      ...(!pausedNow && { breachTime: moment(start + goal + paused) }),
      breached: elapsed > goal,
      ...(stop === null && { paused: pausedNow, withinCalendarHours: true }),
      goalDuration: length(goal),
      elapsedTime: length(elapsed),
      remainingTime: length(goal - elapsed),
    };
  });
  const ongoingCycle = cycles.at(-1)?.stop === null ? documents.pop() : undefined;
  return { completedCycles: documents, ...(ongoingCycle && { ongoingCycle }) };
}
