import { DAY, dayText, MINUTE } from '../clock.ts';
import { RESOLUTION, STATUS, TYPE, type TypeDef } from '../site/catalog.ts';
import { memberAt } from '../site/members.ts';
import type { Person } from '../site/people.ts';
import type { SprintDef } from '../site/sprints.ts';
import { addComments, estimateTime, newDraft, type ProjectState, type World } from './base.ts';
import type { Draft } from './draft.ts';
import { ROUTE, type Route } from './plan.ts';
import { subtasks } from './subtasks.ts';
import { addNoise, flag, logWork, overrun, type Stretch, walk } from './work.ts';

const TYPES: readonly (readonly [TypeDef, number])[] = [
  [TYPE.story, 46],
  [TYPE.task, 22],
  [TYPE.bug, 32],
];
const POINTS: readonly (readonly [number, number])[] = [
  [1, 16],
  [2, 26],
  [3, 27],
  [5, 19],
  [8, 9],
  [13, 3],
];

export interface Slot {
  readonly created: number;
  readonly route: Route;
  readonly sprint: number;
  readonly children: number;
}

/** An issue of a scrum team with its sub-tasks: estimated, planned, worked on, carried over, done, reopened. */
export function scrumIssue(world: World, place: ProjectState, slot: Slot): Draft {
  const { random } = world;
  const { sprints } = place.project;
  const draft = newDraft(world, place, random.weighted(TYPES), slot.created);
  estimatePoints(world, draft);
  if (slot.route === ROUTE.backlog) {
    neverPlanned(world, draft);
    return draft;
  }
  const sprint = planInto(world, draft, slot);
  if (sprint?.state === 'active' && random.chance(0.3)) dueSoon(world, draft);
  const index = sprint ? sprints.indexOf(sprint) : -1;
  if (!sprint || sprint.state === 'future') {
    addComments(world, draft, world.asOf, 0.2);
    return draft;
  }
  const from = Math.max(sprint.start, lastPlanned(draft));
  const begin = draft.project.lead.clock.advance(from, random.between(0.1, 7.2));
  const worker = memberAt(random, draft.project, begin, world.asOf);
  const stretch = work(world, draft, worker, begin);
  const done = carryOver(world, draft, index, stretch.done);
  if (done && random.chance(0.05)) reopen(world, draft, worker, stretch.done);
  subtasks(world, place, draft, slot.children, stretch);
  addComments(world, draft, stretch.done, 0.35);
  addNoise(random, draft, stretch.done, world.asOf);
  return draft;
}

function dueSoon({ random, asOf }: World, draft: Draft): void {
  const due = Math.floor(asOf / DAY) - 3 + random.int(10);
  draft.state.due = dayText(Math.max(due, Math.floor(draft.created / DAY)));
}

function estimatePoints({ random, asOf }: World, draft: Draft): void {
  if (random.chance(0.07)) return;
  const points = random.weighted(POINTS);
  if (random.chance(0.4)) {
    draft.state.points = points;
    return;
  }
  // Estimated in a refinement, some time after it was written.
  const at = draft.created + Math.floor(random.between(0.1, 3) * DAY);
  draft.steps.push({ at, by: memberAt(random, draft.project, at, asOf), set: { points } });
}

const pointsOf = (draft: Draft) =>
  draft.state.points ?? draft.steps.find(step => step.set?.points)?.set?.points ?? 2;

/** Adds the issue to a sprint; moves some to a later one. */
function planInto({ random, asOf }: World, draft: Draft, slot: Slot): SprintDef | null {
  const { sprints, lead } = draft.project;
  const sprint = sprints[slot.sprint];
  if (!sprint) return null;
  if (slot.route === ROUTE.added) {
    // Created in the active sprint, without history, or added a little later.
    if (random.chance(0.5) && draft.created < sprint.complete) draft.state.sprints = [sprint];
    else {
      const at = Math.min(draft.created + random.int(300) * MINUTE + MINUTE, sprint.complete - 1);
      draft.steps.push({ at, by: lead, set: { sprints: [sprint] } });
    }
    return draft.created < sprint.complete ? sprint : null;
  }
  const latest = Math.min(sprint.start - 40 * MINUTE, asOf);
  const earliest = Math.max(draft.created + 5 * MINUTE, latest - 5 * DAY);
  const at = earliest < latest ? Math.floor(random.between(earliest, latest)) : earliest;
  draft.steps.push({ at, by: lead, set: { sprints: [sprint] } });
  if (sprint.state === 'future' || !random.chance(0.06)) return sprint;
  const removed = sprint.start + Math.floor(random.between(1, 8) * DAY);
  draft.steps.push({ at: removed, by: lead, set: { sprints: [] } });
  const later = sprints[slot.sprint + 1 + random.int(2)];
  if (!later || later.state === 'future' || random.chance(0.3)) return null;
  const again = Math.floor(later.start - random.between(0.05, 1.5) * DAY);
  draft.steps.push({ at: Math.max(again, removed + DAY / 2), by: lead, set: { sprints: [later] } });
  return later;
}

function lastPlanned(draft: Draft): number {
  return draft.steps.findLast(step => step.set?.sprints?.length)?.at ?? draft.created;
}

function work(world: World, draft: Draft, worker: Person, begin: number): Stretch {
  const { random, asOf } = world;
  const { project } = draft;
  const points = pointsOf(draft);
  const days = random.logNormal(0.8 + 0.6 * points, 0.6) * overrun(random);
  draft.steps.push({ at: begin - MINUTE, by: worker, set: { assignee: worker } });
  const tracked = random.chance(0.85);
  if (tracked && random.chance(0.85)) estimateTime(random, draft, days * 4.2);
  const stretch = walk(random, draft, project.workflow.path.slice(1), begin, days, worker, asOf);
  if (tracked) logWork(random, draft, stretch, worker, 0.9);
  if (random.chance(0.13)) flag(random, draft, stretch, worker);
  if (random.chance(0.1)) {
    const at = Math.floor(random.between(begin - DAY, stretch.done));
    const other = random.weighted(POINTS);
    draft.steps.push({
      at,
      by: worker,
      set: { points: random.chance(0.7) ? other + points : other },
    });
  }
  if (random.chance(0.07)) {
    const at = Math.floor(random.between(begin, stretch.done));
    const set = { assignee: memberAt(random, project, at, asOf) };
    draft.steps.push({ at, by: worker, set });
  }
  return stretch;
}

/** Moves unfinished work to the next sprint, a little to the backlog. True: it was completed. */
function carryOver({ random }: World, draft: Draft, index: number, done: number): boolean {
  const { sprints, lead } = draft.project;
  for (let n = index; ; n++) {
    const sprint = sprints[n];
    if (!sprint || done <= sprint.complete) return true;
    const before = draft.steps.findLast(step => step.set?.sprints)?.set?.sprints;
    const list = before ?? draft.state.sprints;
    const next = sprints[n + 1];
    if (!next || random.chance(0.06)) {
      const kept = draft.steps.filter(step => step.at <= sprint.complete);
      draft.steps.length = 0;
      draft.steps.push(...kept);
      return false;
    }
    const at = sprint.complete + 1200;
    draft.steps.push({ at, by: lead, set: { sprints: [...list, next] } });
  }
}

/** Back to work in the active sprint. */
function reopen(world: World, draft: Draft, worker: Person, done: number): void {
  const { random, asOf } = world;
  const { sprints, workflow } = draft.project;
  const at = worker.clock.advance(done, random.between(0.4, 7));
  const index = sprints.findIndex(sprint => at < sprint.complete);
  const sprint = sprints[index];
  if (!sprint || sprint.state === 'future' || at < sprint.start) return;
  const list = draft.steps.findLast(step => step.set?.sprints)?.set?.sprints ?? draft.state.sprints;
  const again = list.includes(sprint) ? list : [...list, sprint];
  const by = memberAt(random, draft.project, at, asOf);
  draft.steps.push({
    at,
    by,
    set: { status: STATUS.inProgress, resolution: null, sprints: again },
  });
  draft.comments.push({ at: at + 1000, by, text: 'Reopened: it happens again with real data.' });
  const begin = worker.clock.advance(at, 0.1);
  const stretch = walk(
    random,
    draft,
    workflow.path.slice(2),
    begin,
    random.logNormal(0.9, 0.5),
    worker,
    asOf,
  );
  carryOver(world, draft, index, stretch.done);
}

/** Never planned; every fourth is rejected. */
function neverPlanned(world: World, draft: Draft): void {
  const { random, asOf } = world;
  addComments(world, draft, asOf, 0.2);
  if (!random.chance(0.25)) return;
  const at = draft.created + Math.floor(random.logNormal(20, 0.9) * DAY);
  const by = memberAt(random, draft.project, at, asOf);
  const resolution = random.pick([
    RESOLUTION.wontDo,
    RESOLUTION.duplicate,
    RESOLUTION.cannotReproduce,
  ]);
  draft.steps.push({ at, by, set: { status: STATUS.done, resolution } });
}
