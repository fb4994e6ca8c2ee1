import { DAY, dayText, MINUTE } from '../clock.ts';
import type { Random } from '../random.ts';
import { PRIORITIES, type TypeDef } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { anyMember, memberAt } from '../site/members.ts';
import { type ProjectDef, versionFor } from '../site/organisation.ts';
import type { Person } from '../site/people.ts';
import { commentText, description, summaryOf } from '../site/phrases.ts';
import type { Counters, Draft, EpicRef, State } from './draft.ts';

export interface World {
  readonly asOf: number;
  readonly counters: Counters;
  readonly random: Random;
  readonly people: readonly Person[];
}

export interface ProjectState {
  readonly project: ProjectDef;
  lastKey: number;
  readonly epics: (EpicRef & { readonly openUntil: number; readonly created: number })[];
}

const PRIORITY_WEIGHTS: readonly (readonly [(typeof PRIORITIES)[number], number])[] =
  PRIORITIES.map((priority, n) => [priority, [5, 18, 56, 15, 6][n] ?? 1]);

const SEVERITIES = ['Critical', 'Major', 'Minor', 'Cosmetic'];
const BROWSERS = ['Chrome', 'Firefox', 'Safari', 'Edge', 'Android WebView'];
const CATEGORIES = ['Feature work', 'Maintenance', 'Customer request', 'Compliance', 'Research'];
const CUSTOMERS = [
  'Alder Foods',
  'Brightwell Textiles',
  'Corvo Bikes',
  'Delmar Pharma',
  'Elmstead Books',
  'Fjordline Outdoor',
  'Granite & Sons',
  'Hollis Instruments',
];

/** A new issue without history. */
export function newDraft(
  world: World,
  place: ProjectState,
  type: TypeDef,
  created: number,
  given: { summary?: string; parent?: Draft } = {},
): Draft {
  const { random, asOf } = world;
  const { project } = place;
  const reporter = memberAt(random, project, created, asOf);
  const summary = given.summary ?? summaryOf(random, project.words, summaryKind(type));
  const state: State = {
    status: project.workflow.start,
    resolution: null,
    assignee: random.chance(0.32) ? memberAt(random, project, created, asOf) : null,
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
  if (random.chance(0.12)) {
    const second = random.pick(project.labels);
    if (!state.labels.includes(second)) state.labels = [...state.labels, second];
  }
  const version = random.chance(0.15) ? versionFor(project, Math.floor(created / DAY) + 20) : null;
  if (version) state.fixVersions = [version];
  if (random.chance(0.3)) state.due = dayText(Math.floor(created / DAY) + 3 + random.int(45));
  place.lastKey += 1;
  const draft: Draft = {
    id: String(world.counters.issue++),
    key: `${project.key}-${place.lastKey}`,
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
  decorate(world, draft);
  return draft;
}

const summaryKind = (type: TypeDef) => (type.name === 'Subtask' ? 'Sub-task' : type.name);

/** Sets the fields without history: texts, components, people, custom fields. */
function decorate({ random, people }: World, draft: Draft): void {
  const { extra, project, created, type } = draft;
  if (random.chance(0.75)) extra.description = description(random, project.words, draft.summary);
  else extra.description = null;
  if (project.components.length > 0)
    extra.components = random.chance(0.8)
      ? [random.pick(project.components)]
      : [...new Set([random.pick(project.components), random.pick(project.components)])];
  if (random.chance(0.85)) {
    const { id, name } = random.pick(project.teams);
    extra[FIELD.team] = { id, name, title: name, isShared: true, isVisible: true, avatarUrl: '' };
  }
  if (type.name === 'Bug') {
    extra[FIELD.severity] = option(random, SEVERITIES, 10100);
    if (random.chance(0.5)) extra[FIELD.browsers] = options(random, BROWSERS, 10110);
    const version = project.versions.findLast(one => one.day * DAY < created);
    if (version) extra.versions = [{ id: version.id, name: version.name }];
  }
  if (random.chance(0.7)) extra[FIELD.workCategory] = option(random, CATEGORIES, 10120);
  if (project.kind === 'desk' || random.chance(0.2)) extra[FIELD.customer] = random.pick(CUSTOMERS);
  if (random.chance(0.25)) extra[FIELD.qaContact] = anyMember(random, project).ref;
  if (random.chance(0.15))
    extra[FIELD.targetDate] = dayText(Math.floor(created / DAY) + 14 + random.int(90));
  if (random.chance(0.3)) extra[FIELD.businessValue] = 10 * (1 + random.int(10));
  const crowd = random.chance(0.3) ? 1 + random.int(5) : 0;
  if (crowd > 0) extra.watchers = some(random, people, crowd);
  const votes = random.chance(0.12) ? 1 + random.int(6) : 0;
  if (votes > 0) extra.voters = some(random, people, votes);
}

const some = (random: Random, people: readonly Person[], count: number) => [
  ...new Set(Array.from({ length: count }, () => random.pick(people).accountId)),
];

function option(random: Random, values: readonly string[], base: number) {
  const n = random.int(values.length);
  return { id: String(base + n), value: values[n] };
}

function options(random: Random, values: readonly string[], base: number) {
  const first = random.int(values.length);
  const count = 1 + random.int(2);
  return Array.from({ length: count }, (_, n) => {
    const index = (first + n) % values.length;
    return { id: String(base + index), value: values[index] };
  });
}

/** Adds comments between creation and an end. */
export function addComments(
  { random, asOf }: World,
  draft: Draft,
  until: number,
  rate: number,
): void {
  if (!random.chance(rate)) return;
  const end = Math.min(until, asOf);
  let at = draft.created;
  for (let count = 1 + random.int(3); count > 0; count--) {
    at = Math.floor(random.between(at + 5 * MINUTE, end));
    if (at >= end) return;
    const by = memberAt(random, draft.project, at, asOf);
    draft.comments.push({ at, by, text: commentText(random) });
  }
}

/** In half hours. The remaining estimate is equal until work is logged. */
export function estimateTime(random: Random, draft: Draft, hours: number): void {
  const seconds = Math.max(1, Math.round(hours * random.between(0.6, 1.3) * 2)) * 1800;
  draft.state.original = seconds;
  draft.state.remaining = seconds;
}
