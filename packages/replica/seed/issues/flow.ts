import { DAY, MINUTE } from '../clock.ts';
import { RESOLUTION, TYPE } from '../site/catalog.ts';
import { change, type Draft, memberAt, type World } from './draft.ts';
import { addComments, estimateTime, newDraft } from './new-draft.ts';
import type { Slot } from './plan.ts';
import { addNoise, flag, logWork, overrun, subtasks, walk } from './work.ts';

const KANBAN_TYPES = [
  [TYPE.task, 70],
  [TYPE.bug, 20],
  [TYPE.story, 10],
] as const;
const SITE_TYPES = [
  [TYPE.siteTask, 80],
  [TYPE.siteBug, 20],
] as const;

/** An issue of a team without sprints. */
export function flowIssue(world: World, slot: Slot): Draft {
  const { random, project } = world;
  const managed = project.kind === 'team-managed';
  const type = random.weighted(managed ? SITE_TYPES : KANBAN_TYPES);
  const draft = newDraft(world, type, slot.created);
  if (managed && random.chance(0.8)) draft.state.points = random.pick([1, 1, 2, 2, 3, 5, 8]);
  const wait = Math.floor(random.logNormal(managed ? 5 : 4, 1.1) * DAY);
  if (random.chance(0.08)) {
    const at = slot.created + wait * 2;
    const set = { status: project.workflow.done, resolution: RESOLUTION.wontDo };
    change(draft, at, memberAt(world, at), set);
    return draft;
  }
  // Some issues are never started.
  if (random.chance(0.05)) return draft;
  const begin = project.lead.clock.advance(slot.created + wait, random.between(0.05, 0.9));
  const worker = memberAt(world, begin);
  const days = random.logNormal(managed ? 2.2 : 2.6, 0.75) * overrun(random);
  change(draft, begin - MINUTE, worker, { assignee: worker });
  const tracked = random.chance(managed ? 0.5 : 0.85);
  if (tracked && random.chance(0.7)) estimateTime(random, draft, days * 4);
  const stretch = walk(world, draft, project.workflow.path.slice(1), { begin, days, worker });
  if (tracked) logWork(random, draft, stretch, 0.9);
  if (random.chance(0.12)) flag(random, draft, stretch);
  subtasks(world, draft, slot.children, stretch);
  if (random.chance(0.03)) reopen(world, draft, stretch.done);
  addComments(world, draft, stretch.done, 0.3);
  addNoise(world, draft, stretch.done);
  return draft;
}

function reopen(world: World, draft: Draft, done: number): void {
  const { random } = world;
  const { path } = draft.project.workflow;
  const worker = memberAt(world, done);
  const at = worker.clock.advance(done, random.between(0.5, 8));
  // The status before the review.
  const status = path.at(-3);
  if (!status) return;
  change(draft, at, worker, { status, resolution: null });
  walk(world, draft, path.slice(-2), { begin: worker.clock.advance(at, 0.5), days: 0.8, worker });
}
