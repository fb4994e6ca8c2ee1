import { RESOLUTION, TYPE } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { epicName } from '../site/phrases.ts';
import { change, type Draft, type EpicRef, memberAt, type World } from './draft.ts';
import { newDraft } from './new-draft.ts';
import { doingOf } from './work.ts';

/** An epic: started soon, open for about a quarter. */
export function epicIssue(world: World, created: number): Draft {
  const { random, asOf, project } = world;
  const summary = epicName(project.words, world.epics.length);
  const managed = project.kind === 'team-managed';
  const draft = newDraft(world, managed ? TYPE.siteEpic : TYPE.epic, created, { summary });
  const owner = memberAt(world, created);
  draft.state.assignee = owner;
  if (!managed) {
    draft.extra[FIELD.epicName] = summary;
    draft.extra[FIELD.epicColor] = `color_${1 + random.int(9)}`;
  }
  let at = created;
  for (const status of doingOf(project)) {
    at = owner.clock.advance(at, random.between(1, 9));
    change(draft, at, owner, { status });
  }
  const end = owner.clock.advance(at, random.between(35, 110));
  change(draft, end, owner, { status: project.workflow.done, resolution: RESOLUTION.done });
  if (!managed)
    draft.extra[FIELD.epicStatus] =
      end <= asOf ? { id: '10018', value: 'Done' } : { id: '10017', value: 'In Progress' };
  return draft;
}

/** A random epic that is open at the time. */
export function epicFor({ random, epics }: World, at: number): EpicRef | null {
  if (random.chance(0.25)) return null;
  // Random tries instead of a filter, since a large project has hundreds of epics.
  for (let tries = 0; tries < 12 && epics.length > 0; tries++) {
    const epic = random.pick(epics);
    if (epic.created < at && at < epic.openUntil) return epic;
  }
  return null;
}
