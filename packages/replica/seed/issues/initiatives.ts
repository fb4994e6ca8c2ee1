import { DAY, dayText } from '../clock.ts';
import { RESOLUTION, TYPE, type TypeDef } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { change, type Draft, memberAt, type World } from './draft.ts';
import { issueRef } from './issue-document.ts';
import { newDraft } from './new-draft.ts';

/** In days before and after the present. */
interface Plan {
  readonly name: string;
  readonly from: number;
  /** When its work is done, known to the generator alone. */
  readonly to: number;
  readonly due: number;
}

const INITIATIVES: readonly (Plan & { readonly epics: readonly Plan[] })[] = [
  {
    name: 'Second hub in Leipzig',
    from: -243,
    to: 60,
    due: 45,
    epics: [
      { name: 'Building and permits', from: -242, to: -70, due: -75 },
      { name: 'Sorting line', from: -160, to: 40, due: 20 },
      { name: 'Opening weeks', from: -45, to: 60, due: 45 },
    ],
  },
  {
    name: 'Paperless depots',
    from: -215,
    to: 90,
    due: 100,
    epics: [
      { name: 'Digital delivery notes', from: -214, to: 25, due: 35 },
      { name: 'Driver terminals at the gate', from: -95, to: 90, due: 100 },
    ],
  },
  {
    name: 'Night deliveries',
    from: -60,
    to: 130,
    due: 140,
    epics: [
      { name: 'Trial in two cities', from: -58, to: 50, due: 50 },
      { name: 'Quiet fleet', from: -20, to: 130, due: 140 },
    ],
  },
];

/** The initiatives of the project, each followed by its epics, which take the issues that are created later. */
export function initiatives(world: World): Draft[] {
  const { asOf } = world;
  return INITIATIVES.flatMap(initiative => {
    const parent = planned(world, TYPE.initiative, initiative);
    const epics = initiative.epics.map(plan => {
      const draft = planned(world, TYPE.epic, plan);
      draft.state.epic = { id: parent.id, key: parent.key, ref: issueRef(parent) };
      draft.extra[FIELD.epicName] = plan.name;
      const { id, key, created } = draft;
      world.epics.push({ id, key, created, openUntil: asOf + plan.to * DAY, ref: issueRef(draft) });
      return draft;
    });
    return [parent, ...epics];
  });
}

/** Started after some days and done at its end, as far as that is past. */
function planned(world: World, type: TypeDef, { name, from, to, due }: Plan): Draft {
  const { random, asOf, project, seed, lastKey } = world;
  random.restart(seed, 25, project.index, lastKey);
  const { clock } = project.lead;
  const created = clock.at(clock.dayOf(asOf + from * DAY), 9 * 60);
  const draft = newDraft(world, type, created, { summary: name });
  const owner = memberAt(world, created);
  draft.state.assignee = owner;
  draft.state.due = dayText(clock.dayOf(asOf + due * DAY));
  const start = clock.advance(created, random.between(1, 5));
  const [inProgress] = project.workflow.path.slice(2);
  if (inProgress) change(draft, start, owner, { status: inProgress });
  const end = asOf + to * DAY;
  change(draft, end, owner, { status: project.workflow.done, resolution: RESOLUTION.done });
  return draft;
}
