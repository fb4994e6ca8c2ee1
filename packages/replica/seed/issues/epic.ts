import { RESOLUTION, TYPE } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { memberAt } from '../site/members.ts';
import { epicName } from '../site/phrases.ts';
import { newDraft, type ProjectState, type World } from './base.ts';
import type { Draft, EpicRef } from './draft.ts';

/** An epic: started soon, open for about a quarter. */
export function epicIssue(world: World, place: ProjectState, created: number): Draft {
  const { random, asOf } = world;
  const { project } = place;
  const name = epicName(project.words, place.epics.length);
  const managed = project.kind === 'team-managed';
  const draft = newDraft(world, place, managed ? TYPE.siteEpic : TYPE.epic, created, {
    summary: name,
  });
  const owner = memberAt(random, project, created, asOf);
  draft.state.assignee = owner;
  if (!managed) {
    draft.extra[FIELD.epicName] = name;
    draft.extra[FIELD.epicColor] = `color_${1 + random.int(9)}`;
  }
  const path = project.workflow.path;
  const doing = project.kind === 'kanban' ? path.slice(1, 3) : path.slice(1, 2);
  let at = created;
  for (const status of doing) {
    at = owner.clock.advance(at, random.between(1, 9));
    draft.steps.push({ at, by: owner, set: { status } });
  }
  const done = path.at(-1);
  const end = owner.clock.advance(at, random.between(35, 110));
  if (done)
    draft.steps.push({ at: end, by: owner, set: { status: done, resolution: RESOLUTION.done } });
  if (!managed)
    draft.extra[FIELD.epicStatus] = {
      id: end <= asOf ? '10018' : '10017',
      value: end <= asOf ? 'Done' : 'In Progress',
    };
  return draft;
}

/** The planned end of an epic. */
export function endOf(draft: Draft): number {
  return draft.steps.reduce((latest, step) => Math.max(latest, step.at), draft.created);
}

/** A random epic that is open at the time. */
export function epicFor(world: World, place: ProjectState, at: number): EpicRef | null {
  const { random } = world;
  if (random.chance(0.25)) return null;
  // Random tries instead of a filter, since a large project has hundreds of epics.
  for (let tries = 0; tries < 12 && place.epics.length > 0; tries++) {
    const epic = random.pick(place.epics);
    if (epic.created < at && at < epic.openUntil) return epic;
  }
  return null;
}
