import { MINUTE } from '../clock.ts';
import type { Random } from '../random.ts';
import { RESOLUTION } from '../site/catalog.ts';
import type { Draft, State, Step } from './draft.ts';

/** Share of the walks to Done that no rule of the workflow resolves: boards with simple workflows have most of them. */
const UNRESOLVED_PART = { scrum: 0.03, kanban: 0.05, 'team-managed': 0.1, desk: 0 } as const;
/** Share of the reopenings that leave the resolution as it was. */
const RESOLUTION_STAYS_PART = 0.3;
/** Share of what was turned down by its resolution alone: nobody moved it out of the backlog. */
const UNMOVED_PART = 0.15;
/** Share of the families whose team gives points to the parts as well. */
const POINTS_PART = 0.3;

/**
 * What a site of some age has: issues in Done without a resolution, show issues that have one, and
 * sub-tasks with points of their own, some beside a parent that has points too.
 */
export function looseEnds(random: Random, draft: Draft): void {
  for (const one of [draft, ...draft.children]) leaveResolution(random, one);
  if (draft.project.kind === 'desk' || !random.chance(POINTS_PART)) return;
  const splits = random.chance(0.5);
  if (splits && draft.children.length > 0) withoutPoints(draft);
  for (const child of draft.children) {
    const points = random.pick([1, 1, 1, 2, 2, 3]);
    const first = Math.min(...child.steps.map(step => step.at));
    const at = child.created + Math.floor(random.between(1, 30)) * MINUTE;
    if (at < first) child.steps.push({ at, by: draft.reporter, set: { points } });
    else child.state.points = points;
  }
}

function leaveResolution(random: Random, draft: Draft): void {
  if (draft.project.kind === 'desk') return;
  const forgotten = random.chance(UNRESOLVED_PART[draft.project.kind]);
  const kept = random.chance(RESOLUTION_STAYS_PART);
  const unmoved = random.chance(UNMOVED_PART);
  draft.steps.forEach((step, n) => {
    const resolution = step.set?.resolution;
    if (resolution === undefined) return;
    if (resolution === null ? kept : forgotten && resolution === RESOLUTION.done)
      draft.steps[n] = without(step, 'resolution');
    else if (unmoved && resolution !== null && resolution !== RESOLUTION.done)
      draft.steps[n] = without(step, 'status');
  });
}

function without({ set, ...step }: Step, part: keyof State): Step {
  const { [part]: _, ...rest } = { ...set };
  return { ...step, set: rest };
}

/** A story that is estimated by its parts. */
function withoutPoints(draft: Draft): void {
  draft.state.points = null;
  draft.steps.forEach((step, n) => {
    if (step.set?.points !== undefined) draft.steps[n] = without(step, 'points');
  });
}
