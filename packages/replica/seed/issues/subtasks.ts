import { MINUTE } from '../clock.ts';
import { TYPE } from '../site/catalog.ts';
import { memberAt } from '../site/members.ts';
import { estimateTime, newDraft, type ProjectState, type World } from './base.ts';
import type { Draft } from './draft.ts';
import { logWork, type Stretch, walk } from './work.ts';

/** Sub-tasks of a day or two each, within the parent's work. */
export function subtasks(
  world: World,
  place: ProjectState,
  parent: Draft,
  count: number,
  stretch: Stretch | null,
): void {
  const { random, asOf } = world;
  const { workflow, kind } = place.project;
  const type = kind === 'team-managed' ? TYPE.siteSubtask : TYPE.subtask;
  const done = workflow.path.at(-1);
  // Only kanban teams select first.
  const doing = kind === 'kanban' ? workflow.path.slice(1, 3) : workflow.path.slice(1, 2);
  if (!done) return;
  for (let n = 0; n < count; n++) {
    const created = Math.min(parent.created + (n + 1) * MINUTE, asOf);
    const child = newDraft(world, place, type, created, { parent });
    parent.children.push(child);
    if (!stretch) continue;
    const part = (stretch.done - stretch.begin) / (count + 1);
    const begin = Math.max(
      Math.floor(stretch.begin + part * (n + random.next())),
      created + 5 * MINUTE,
    );
    const worker = memberAt(random, place.project, begin, asOf);
    child.steps.push({ at: begin - MINUTE, by: worker, set: { assignee: worker } });
    const days = random.between(0.2, 1.6);
    estimateTime(random, child, days * 5);
    const own = walk(random, child, [...doing, done], begin, days, worker, asOf);
    logWork(random, child, own, worker, 0.9);
  }
}
