import { MINUTE } from '../clock.ts';
import type { Random } from '../random.ts';
import { RESOLUTION } from '../site/catalog.ts';
import { change, type Draft, type State, type Step } from './draft.ts';

/** Share of issues in Done without a resolution, most in simple workflows. */
const UNRESOLVED_SHARE = { scrum: 0.03, kanban: 0.05, 'team-managed': 0.1, desk: 0 } as const;
/** Share of reopened issues that keep their resolution. */
const RESOLUTION_STAYS_SHARE = 0.3;
/** Share of rejected issues that stayed in the backlog. */
const UNMOVED_SHARE = 0.15;
/** Share of families with points on sub-tasks. */
const POINTS_SHARE = 0.3;

/**
 * Irregular data of real sites: issues in Done without a resolution, open issues with one, sub-tasks with points, some
 * with a parent that has points too.
 */
export function looseEnds(random: Random, draft: Draft): void {
  for (const one of [draft, ...draft.children]) leaveResolution(random, one);
  if (draft.project.kind === 'desk' || !random.chance(POINTS_SHARE)) return;
  const splits = random.chance(0.5);
  if (splits && draft.children.length > 0) withoutPoints(draft);
  for (const child of draft.children) {
    const points = random.pick([1, 1, 1, 2, 2, 3]);
    const first = Math.min(...child.steps.map(step => step.at));
    const at = child.created + Math.floor(random.between(1, 30)) * MINUTE;
    if (at < first) change(child, at, draft.reporter, { points });
    else child.state.points = points;
  }
}

function leaveResolution(random: Random, draft: Draft): void {
  if (draft.project.kind === 'desk') return;
  const forgotten = random.chance(UNRESOLVED_SHARE[draft.project.kind]);
  const kept = random.chance(RESOLUTION_STAYS_SHARE);
  const unmoved = random.chance(UNMOVED_SHARE);
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

/** A story estimated by its sub-tasks. */
function withoutPoints(draft: Draft): void {
  draft.state.points = null;
  draft.steps.forEach((step, n) => {
    if (step.set?.points !== undefined) draft.steps[n] = without(step, 'points');
  });
}
