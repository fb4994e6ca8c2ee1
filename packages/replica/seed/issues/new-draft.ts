import { DAY, dayText, MINUTE } from '../clock.ts';
import type { Random } from '../random.ts';
import { PRIORITIES, type TypeDef } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { anyMember, versionFor } from '../site/organisation.ts';
import type { Person } from '../site/people.ts';
import { commentText, description, PHRASES, summaryOf } from '../site/phrases.ts';
import { type Draft, memberAt, type State, type World } from './draft.ts';

const PRIORITY_WEIGHTS = PRIORITIES.map(
  (priority, n) => [priority, [5, 18, 56, 15, 6][n] ?? 1] as const,
);

/** A new issue without history. */
export function newDraft(
  world: World,
  type: TypeDef,
  created: number,
  given: { summary?: string; parent?: Draft; reporter?: Person } = {},
): Draft {
  const { random, project } = world;
  const day = Math.floor(created / DAY);
  const reporter = given.reporter ?? memberAt(world, created);
  const kind = type.name === 'Subtask' ? 'Sub-task' : type.name;
  const summary = given.summary ?? summaryOf(random, project.words, kind);
  const state: State = {
    status: project.workflow.start,
    resolution: null,
    assignee: random.chance(0.32) ? memberAt(world, created) : null,
    sprints: [],
    points: null,
    original: null,
    remaining: null,
    spent: null,
    flagged: false,
    priority: random.weighted(PRIORITY_WEIGHTS),
    fixVersions: [],
    labels: random.chance(0.35) ? [random.pick(project.labels)] : [],
    due: null,
    epic: null,
  };
  if (random.chance(0.12))
    state.labels = [...new Set([...state.labels, random.pick(project.labels)])];
  const version = random.chance(0.15) ? versionFor(project, day + 20) : null;
  if (version) state.fixVersions = [version];
  if (random.chance(0.3)) state.due = dayText(day + 3 + random.int(45));
  world.lastKey += 1;
  const draft: Draft = {
    id: String(world.counters.issue++),
    key: `${project.key}-${world.lastKey}`,
    project,
    type,
    summary,
    created,
    reporter,
    creator: random.chance(0.93) ? reporter : project.lead,
    state,
    steps: [],
    comments: [],
    links: [],
    extra: {},
    children: [],
    parent: given.parent ?? null,
    settled: null,
  };
  decorate(world, draft, day);
  return draft;
}

/** Sets the fields without history: texts, components, people, custom fields. */
function decorate({ random, people }: World, draft: Draft, day: number): void {
  const { extra, project, created, type } = draft;
  extra.description = random.chance(0.75)
    ? description(random, project.words, draft.summary)
    : null;
  if (project.components.length > 0)
    extra.components = random.chance(0.8)
      ? [random.pick(project.components)]
      : [...new Set([random.pick(project.components), random.pick(project.components)])];
  if (random.chance(0.85)) {
    const { id, name } = random.pick(project.teams);
    extra[FIELD.team] = { id, name, title: name, isShared: true, isVisible: true, avatarUrl: '' };
  }
  if (type.name === 'Bug') {
    extra[FIELD.severity] = options(random, PHRASES.severities, 10100, 1)[0];
    if (random.chance(0.5)) extra[FIELD.browsers] = options(random, PHRASES.browsers, 10110);
    const version = project.versions.findLast(one => one.day * DAY < created);
    if (version) extra.versions = [{ id: version.id, name: version.name }];
  }
  if (random.chance(0.7))
    extra[FIELD.workCategory] = options(random, PHRASES.categories, 10120, 1)[0];
  if (project.kind === 'desk' || random.chance(0.2))
    extra[FIELD.customer] = random.pick(PHRASES.customers);
  if (random.chance(0.25)) extra[FIELD.qaContact] = anyMember(random, project).ref;
  if (random.chance(0.15)) extra[FIELD.targetDate] = dayText(day + 14 + random.int(90));
  if (random.chance(0.3)) extra[FIELD.businessValue] = 10 * (1 + random.int(10));
  for (const [name, probability, most] of [
    ['watchers', 0.3, 5],
    ['voters', 0.12, 6],
  ] as const) {
    const length = random.chance(probability) ? 1 + random.int(most) : 0;
    const ids = Array.from({ length }, () => random.pick(people).accountId);
    if (length > 0) extra[name] = [...new Set(ids)];
  }
}

/** Successive options from a random one, by default one or two. */
function options(random: Random, values: readonly string[], baseId: number, count?: number) {
  const first = random.int(values.length);
  return Array.from({ length: count ?? 1 + random.int(2) }, (_, n) => {
    const index = (first + n) % values.length;
    return { id: String(baseId + index), value: values[index] };
  });
}

/** Adds comments between creation and an end. */
export function addComments(world: World, draft: Draft, until: number, rate: number): void {
  const { random, asOf, project } = world;
  if (!random.chance(rate)) return;
  const end = Math.min(until, asOf);
  let at = draft.created;
  for (let count = 1 + random.int(3); count > 0; count--) {
    at = Math.floor(random.between(at + 5 * MINUTE, end));
    if (at >= end) return;
    draft.comments.push({ at, by: memberAt(world, at), text: commentText(random, project.words) });
  }
}

/** In half hours. The remaining estimate is equal until work is logged. */
export function estimateTime(random: Random, { state }: Draft, hours: number): void {
  const seconds = Math.max(1, Math.round(hours * random.between(0.6, 1.3) * 2)) * 1800;
  state.original = seconds;
  state.remaining = seconds;
}
