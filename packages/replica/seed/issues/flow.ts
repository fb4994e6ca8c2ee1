import { DAY, MINUTE } from '../clock.ts';
import { RESOLUTION, TYPE, type TypeDef } from '../site/catalog.ts';
import { memberAt } from '../site/members.ts';
import { addComments, estimateTime, newDraft, type ProjectState, type World } from './base.ts';
import type { Draft } from './draft.ts';
import type { Slot } from './scrum.ts';
import { subtasks } from './subtasks.ts';
import { addNoise, flag, logWork, overrun, walk } from './work.ts';

const KANBAN_TYPES: readonly (readonly [TypeDef, number])[] = [
  [TYPE.task, 70],
  [TYPE.bug, 20],
  [TYPE.story, 10],
];
const SITE_TYPES: readonly (readonly [TypeDef, number])[] = [
  [TYPE.siteTask, 80],
  [TYPE.siteBug, 20],
];

/** An issue of a team without sprints. */
export function flowIssue(world: World, place: ProjectState, slot: Slot): Draft {
  const { random, asOf } = world;
  const { project } = place;
  const managed = project.kind === 'team-managed';
  const type = random.weighted(managed ? SITE_TYPES : KANBAN_TYPES);
  const draft = newDraft(world, place, type, slot.created);
  if (managed && random.chance(0.8)) draft.state.points = random.pick([1, 1, 2, 2, 3, 5, 8]);
  const last = project.workflow.path.at(-1);
  const wait = Math.floor(random.logNormal(managed ? 5 : 4, 1.1) * DAY);
  if (last && random.chance(0.08)) {
    const at = slot.created + wait * 2;
    const set = { status: last, resolution: RESOLUTION.wontDo };
    draft.steps.push({ at, by: memberAt(random, project, at, asOf), set });
    return draft;
  }
  // Some issues are never started.
  if (random.chance(0.05)) return draft;
  const begin = project.lead.clock.advance(slot.created + wait, random.between(0.05, 0.9));
  const worker = memberAt(random, project, begin, asOf);
  const days = random.logNormal(managed ? 2.2 : 2.6, 0.75) * overrun(random);
  draft.steps.push({ at: begin - MINUTE, by: worker, set: { assignee: worker } });
  const tracked = random.chance(managed ? 0.5 : 0.85);
  if (tracked && random.chance(0.7)) estimateTime(random, draft, days * 4);
  const path = project.workflow.path.slice(1);
  const stretch = walk(random, draft, path, begin, days, worker, asOf);
  if (tracked) logWork(random, draft, stretch, worker, 0.9);
  if (random.chance(0.12)) flag(random, draft, stretch, worker);
  subtasks(world, place, draft, slot.children, stretch);
  if (random.chance(0.03)) reopen(world, draft, stretch.done);
  addComments(world, draft, stretch.done, 0.3);
  addNoise(random, draft, stretch.done, asOf);
  return draft;
}

function reopen({ random, asOf }: World, draft: Draft, done: number): void {
  const { workflow } = draft.project;
  const by = memberAt(random, draft.project, done, asOf);
  const at = by.clock.advance(done, random.between(0.5, 8));
  // The status before the review.
  const doing = workflow.path.at(-3);
  if (!doing) return;
  draft.steps.push({ at, by, set: { status: doing, resolution: null } });
  walk(random, draft, workflow.path.slice(-2), by.clock.advance(at, 0.5), 0.8, by, asOf);
}
