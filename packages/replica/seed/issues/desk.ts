import { DAY, MINUTE } from '../clock.ts';
import { RESOLUTION, STATUS, TYPE } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { GERMAN_DESK } from '../site/organisation.ts';
import type { Person } from '../site/people.ts';
import { change, type Draft, memberAt, type World } from './draft.ts';
import { addComments, newDraft } from './new-draft.ts';
import type { Slot } from './plan.ts';
import { RESOLUTION_GOAL, RESPONSE_GOAL } from './sla-fields.ts';
import { logWork, type Stretch } from './work.ts';

const HOUR = 60 * MINUTE;
const TYPES = [
  [TYPE.request, 60],
  [TYPE.incident, 30],
  [TYPE.problem, 10],
] as const;
/** A ticket: started, perhaps waiting for the customer or a specialist, resolved, closed days later. */
export function deskIssue(world: World, slot: Slot): Draft {
  const { random, project } = world;
  const { agent, customers } = project;
  const customer = customers.length > 0 && { reporter: random.pick(customers) };
  const draft = newDraft(world, random.weighted(TYPES), slot.created, { ...customer });
  const { state, reporter } = draft;
  draft.extra[FIELD.requestType] = requestType(draft);
  if (random.chance(0.04)) return draft;
  if (agent && tryAgent(world, draft, agent)) return draft;
  const urgent = Number(state.priority.id) <= 2;
  const from = Math.max(slot.created, ...draft.steps.map(step => step.at));
  const triaged = from + Math.floor(random.between(2, urgent ? 25 : 240)) * MINUTE;
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

/** The agent takes a new ticket first: it solves it, or leaves it to people. Returns whether it stays solved. */
function tryAgent({ random }: World, draft: Draft, agent: Person): boolean {
  const { state, created, reporter } = draft;
  state.assignee = null;
  if (random.chance(0.35)) return false;
  let at = created + MINUTE;
  change(draft, at, agent, { status: STATUS.waitingSupport, assignee: agent });
  at += Math.floor(random.between(1, 6) * MINUTE);
  if (!random.chance(0.4)) {
    change(draft, at, agent, { assignee: null });
    return false;
  }
  change(draft, at - 1000, agent, { status: STATUS.inProgress });
  change(draft, at, agent, { status: STATUS.resolved, resolution: RESOLUTION.done });
  const stays = random.chance(0.65);
  at += Math.floor(random.between(2, 40)) * MINUTE;
  if (stays) change(draft, at, reporter, { status: STATUS.closed });
  else
    change(draft, at, reporter, {
      status: STATUS.waitingSupport,
      resolution: null,
      assignee: null,
    });
  return stays;
}

function requestType({ type, project }: Draft) {
  const inGerman = {
    [TYPE.request.id]: { id: '20', name: 'Hilfe anfordern' },
    [TYPE.incident.id]: { id: '21', name: 'Störung melden' },
    [TYPE.problem.id]: { id: '22', name: 'Problem melden' },
  };
  if (project.key === GERMAN_DESK.key) return { requestType: inGerman[type.id] };
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
