import { DAY, dayText, MINUTE } from '../clock.ts';
import { RESOLUTION, STATUS, TYPE } from '../site/catalog.ts';
import type { Person } from '../site/people.ts';
import type { SprintDef } from '../site/sprints.ts';
import { change, type Draft, memberAt, type World } from './draft.ts';
import { addComments, estimateTime, newDraft } from './new-draft.ts';
import { ROUTE, type Slot } from './plan.ts';
import { addNoise, flag, logWork, overrun, type Stretch, subtasks, walk } from './work.ts';

const TYPES = [
  [TYPE.story, 46],
  [TYPE.task, 22],
  [TYPE.bug, 32],
] as const;
const POINTS = [
  [1, 16],
  [2, 26],
  [3, 27],
  [5, 19],
  [8, 9],
  [13, 3],
] as const;

/** An issue of a scrum team with its sub-tasks: estimated, planned, worked on, carried over, done, reopened. */
export function scrumIssue(world: World, slot: Slot): Draft {
  const { random, asOf, project } = world;
  const draft = newDraft(world, random.weighted(TYPES), slot.created);
  estimatePoints(world, draft);
  if (slot.route === ROUTE.backlog) {
    neverPlanned(world, draft);
    return draft;
  }
  const sprint = planInto(world, draft, slot);
  if (sprint?.state === 'active' && random.chance(0.3)) {
    const due = Math.floor(asOf / DAY) - 3 + random.int(10);
    draft.state.due = dayText(Math.max(due, Math.floor(draft.created / DAY)));
  }
  if (!sprint || sprint.state === 'future') {
    addComments(world, draft, asOf, 0.2);
    return draft;
  }
  const planned = draft.steps.findLast(step => step.set?.sprints?.length)?.at ?? draft.created;
  const from = Math.max(sprint.start, planned);
  const begin = project.lead.clock.advance(from, random.between(0.1, 7.2));
  const stretch = work(world, draft, memberAt(world, begin), begin);
  const done = carryOver(world, draft, project.sprints.indexOf(sprint), stretch.done);
  if (done && random.chance(0.05)) reopen(world, draft, stretch);
  subtasks(world, draft, slot.children, stretch);
  addComments(world, draft, stretch.done, 0.35);
  addNoise(world, draft, stretch.done);
  return draft;
}

function estimatePoints(world: World, draft: Draft): void {
  const { random } = world;
  if (random.chance(0.07)) return;
  const points = random.weighted(POINTS);
  if (random.chance(0.4)) {
    draft.state.points = points;
    return;
  }
  // Estimated in a refinement, some time after it was written.
  const at = draft.created + Math.floor(random.between(0.1, 3) * DAY);
  change(draft, at, memberAt(world, at), { points });
}

/** Adds the issue to a sprint; moves some to a later one. */
function planInto({ random, asOf, project }: World, draft: Draft, slot: Slot): SprintDef | null {
  const { sprints, lead } = project;
  const sprint = sprints[slot.sprint];
  if (!sprint) return null;
  if (slot.route === ROUTE.added) {
    // Created in the active sprint, without history, or added a little later.
    if (random.chance(0.5) && draft.created < sprint.complete) draft.state.sprints = [sprint];
    else {
      const at = Math.min(draft.created + random.int(300) * MINUTE + MINUTE, sprint.complete - 1);
      change(draft, at, lead, { sprints: [sprint] });
    }
    return draft.created < sprint.complete ? sprint : null;
  }
  const latest = Math.min(sprint.start - 40 * MINUTE, asOf);
  const earliest = Math.max(draft.created + 5 * MINUTE, latest - 5 * DAY);
  const at = earliest < latest ? Math.floor(random.between(earliest, latest)) : earliest;
  change(draft, at, lead, { sprints: [sprint] });
  if (sprint.state === 'future' || !random.chance(0.06)) return sprint;
  const removed = sprint.start + Math.floor(random.between(1, 8) * DAY);
  change(draft, removed, lead, { sprints: [] });
  const later = sprints[slot.sprint + 1 + random.int(2)];
  if (!later || later.state === 'future' || random.chance(0.3)) return null;
  const again = Math.floor(later.start - random.between(0.05, 1.5) * DAY);
  change(draft, Math.max(again, removed + DAY / 2), lead, { sprints: [later] });
  return later;
}

function work(world: World, draft: Draft, worker: Person, begin: number): Stretch {
  const { random, project } = world;
  const points = draft.state.points ?? draft.steps.find(step => step.set?.points)?.set?.points ?? 2;
  const days = random.logNormal(0.8 + 0.6 * points, 0.6) * overrun(random);
  change(draft, begin - MINUTE, worker, { assignee: worker });
  const tracked = random.chance(0.85);
  if (tracked && random.chance(0.85)) estimateTime(random, draft, days * 4.2);
  const stretch = walk(world, draft, project.workflow.path.slice(1), { begin, days, worker });
  if (tracked) logWork(random, draft, stretch, 0.9);
  if (random.chance(0.13)) flag(random, draft, stretch);
  if (random.chance(0.1)) {
    const at = Math.floor(random.between(begin - DAY, stretch.done));
    const other = random.weighted(POINTS);
    change(draft, at, worker, { points: random.chance(0.7) ? other + points : other });
  }
  if (random.chance(0.07)) {
    const at = Math.floor(random.between(begin, stretch.done));
    change(draft, at, worker, { assignee: memberAt(world, at) });
  }
  return stretch;
}

const plannedSprints = ({ steps, state }: Draft) =>
  steps.findLast(step => step.set?.sprints)?.set?.sprints ?? state.sprints;

/** Moves unfinished work to the next sprint, a little to the backlog. True: it was completed. */
function carryOver({ random, project }: World, draft: Draft, index: number, done: number): boolean {
  const { sprints, lead } = project;
  for (let n = index; ; n++) {
    const sprint = sprints[n];
    if (!sprint || done <= sprint.complete) return true;
    const next = sprints[n + 1];
    if (!next || random.chance(0.06)) {
      draft.steps.splice(0, Infinity, ...draft.steps.filter(step => step.at <= sprint.complete));
      return false;
    }
    change(draft, sprint.complete + 1200, lead, { sprints: [...plannedSprints(draft), next] });
  }
}

/** Back to work in the active sprint. */
function reopen(world: World, draft: Draft, { worker, done }: Stretch): void {
  const { random, project } = world;
  const { sprints, workflow } = project;
  const at = worker.clock.advance(done, random.between(0.4, 7));
  const index = sprints.findIndex(sprint => at < sprint.complete);
  const sprint = sprints[index];
  if (!sprint || sprint.state === 'future' || at < sprint.start) return;
  const list = plannedSprints(draft);
  const again = list.includes(sprint) ? list : [...list, sprint];
  const by = memberAt(world, at);
  change(draft, at, by, { status: STATUS.inProgress, resolution: null, sprints: again });
  draft.comments.push({ at: at + 1000, by, text: 'Reopened: it happens again with real data.' });
  const begin = worker.clock.advance(at, 0.1);
  const days = random.logNormal(0.9, 0.5);
  const stretch = walk(world, draft, workflow.path.slice(2), { begin, days, worker });
  carryOver(world, draft, index, stretch.done);
}

/** Never planned; every fourth is rejected. */
function neverPlanned(world: World, draft: Draft): void {
  const { random, asOf } = world;
  addComments(world, draft, asOf, 0.2);
  if (!random.chance(0.25)) return;
  const at = draft.created + Math.floor(random.logNormal(20, 0.9) * DAY);
  const by = memberAt(world, at);
  const { wontDo, duplicate, cannotReproduce } = RESOLUTION;
  const resolution = random.pick([wontDo, duplicate, cannotReproduce]);
  change(draft, at, by, { status: STATUS.done, resolution });
}
