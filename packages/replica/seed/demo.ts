import type { StoreRecord } from '../data/records.ts';
import { DAY, MINUTE } from './clock.ts';
import dashboards from './dashboards.json' with { type: 'json' };
import { deskIssue } from './issues/desk.ts';
import {
  Counters,
  change,
  type Draft,
  type EpicRef,
  memberAt,
  type World,
} from './issues/draft.ts';
import { flowIssue } from './issues/flow.ts';
import { initiatives } from './issues/initiatives.ts';
import { issueDocument, issueRef } from './issues/issue-document.ts';
import { looseEnds } from './issues/loose-ends.ts';
import { newDraft } from './issues/new-draft.ts';
import { PAYMENTS_ISSUES, paymentsDrafts } from './issues/payments.ts';
import { planProject, ROUTE, type Slot } from './issues/plan.ts';
import { scrumIssue } from './issues/scrum.ts';
import { settle } from './issues/settle.ts';
import { deskFields } from './issues/sla-fields.ts';
import { doingOf, subtasks } from './issues/work.ts';
import { Random } from './random.ts';
import { BLOCKS, mapValues, RESOLUTION, TYPE } from './site/catalog.ts';
import { FIELD } from './site/fields.ts';
import {
  DEPOTS,
  GERMAN_DESK,
  makeProjects,
  OUTLINES,
  outlinesOf,
  PAYMENTS,
  type ProjectDef,
} from './site/organisation.ts';
import { makePeople, makeProjectStaff } from './site/people.ts';
import { epicName } from './site/phrases.ts';
import { siteRecords } from './site/site.ts';

export interface DemoSettings {
  /** The same seed and instant give the same records. */
  seed: number;
  /** The current time of the demo, epoch milliseconds. */
  asOf: number;
  /** Number of issues of all projects but Payments, Depot Network and Kundendienst. */
  size?: number;
}

/** From this size on the demo also has the projects that each tell a story, whose issues are as many in every size. */
const MIN_SIZE_WITH_STORIES = 1000;
export const DEPOTS_ISSUES = 260;
export const GERMAN_DESK_ISSUES = 140;

/** Families held back so that they can link to later ones. */
const WINDOW = 60;

/**
 * People, projects with boards, sprints and releases, and issues with their histories up to `asOf`. Streams issues.
 */
export function* demoRecords({ seed, asOf, size = 3000 }: DemoSettings): Generator<StoreRecord> {
  const people = makePeople(seed, size);
  const staff = makeProjectStaff(seed);
  const counts = demoCounts(size);
  // The last, so that the others have the same ids and numbers without them.
  const last = [DEPOTS, GERMAN_DESK];
  const all = [...OUTLINES, PAYMENTS, ...outlinesOf(size).map(({ outline }) => outline), ...last];
  const outlines = [...new Set(all)].filter(({ key }) => counts.has(key));
  const projects = makeProjects(outlines, seed, asOf, people, staff);
  const employed = outlines.flatMap(({ key }) => staff.get(key) ?? []);
  yield* siteRecords([...people, ...employed], projects, asOf);
  yield* dashboardRecords(asOf).slice(0, counts.has(PAYMENTS.key) ? 2 : 1);
  const counters = new Counters();
  for (const project of projects) {
    const random = new Random(seed, 21, project.index);
    const own = staff.get(project.key) ?? people;
    const world = { seed, asOf, counters, random, people: own, project, lastKey: 0, epics: [] };
    const issues = counts.get(project.key) ?? 0;
    const drafts =
      project.key === PAYMENTS.key
        ? paymentsDrafts(world)
        : project.key === DEPOTS.key
          ? depotDrafts(world, issues)
          : projectDrafts(world, issues);
    yield* writeFamilies(world, drafts);
  }
}

/** The settings of a gadget of the demo's dashboards; undefined for others. */
export const demoGadgetSettings = (key: string, asOf: number) =>
  dashboardRecords(asOf)
    .flatMap(({ value }) => value.gadgets)
    .find(gadget => gadget.key === key)?.properties.settings;

/** Dashboards with every gadget and the settings that Jira stores for it. The second shows the Payments project. */
export const dashboardRecords = (asOf: number) =>
  dashboards.map(({ gadgets, ...dashboard }, n) => ({
    kind: 'dashboard' as const,
    value: { id: n + 1, ...dashboard, at: asOf, gadgets: gadgets.map(gadgetOf(asOf)) },
  }));

type GadgetSource = (typeof dashboards)[number]['gadgets'][number];

const gadgetOf =
  (asOf: number) =>
  ({ settings, ...gadget }: GadgetSource) => {
    const instant = (value: unknown) => {
      const days = (value as { daysFromNow?: number } | null)?.daysFromNow;
      return days === undefined ? value : asOf + days * DAY;
    };
    return {
      ...gadget,
      moduleKey: `com.tallyboard.reports__${gadget.key}`,
      properties: { settings: mapValues<string, unknown, unknown>({ ...settings }, instant) },
    };
  };

/** Issues per project key; they are numbered from 1. */
export function demoCounts(size: number): Map<string, number> {
  const counts = new Map(outlinesOf(size).map(({ outline, issues }) => [outline.key, issues]));
  if (size < MIN_SIZE_WITH_STORIES) return counts;
  return counts
    .set(PAYMENTS.key, PAYMENTS_ISSUES)
    .set(DEPOTS.key, DEPOTS_ISSUES)
    .set(GERMAN_DESK.key, GERMAN_DESK_ISSUES);
}

/** Initiatives and epics, then what is below them. */
function* depotDrafts(world: World, issues: number): Generator<Draft> {
  const above = initiatives(world);
  yield* above;
  yield* projectDrafts(world, issues - above.length);
}

function* projectDrafts(world: World, issues: number): Generator<Draft> {
  const { seed, asOf, random, project } = world;
  const loose = new Random();
  const plan = planProject(project, issues, asOf, random);
  for (let n = 0; n < plan.length; n++) {
    random.restart(seed, 22, project.index, n);
    loose.restart(seed, 23, project.index, n);
    const draft = createFamily(world, plan.slot(n));
    if (!draft.settled) looseEnds(loose, draft);
    yield draft;
  }
}

function* writeFamilies(world: World, drafts: Iterable<Draft>): Generator<StoreRecord> {
  const waiting: Draft[] = [];
  for (const draft of drafts) {
    link(world, waiting, draft);
    waiting.push(draft);
    const ready = waiting.length > WINDOW ? waiting.shift() : undefined;
    if (ready) yield* writeFamily(world, ready);
  }
  for (const draft of waiting) yield* writeFamily(world, draft);
}

const CREATE: Record<ProjectDef['kind'], (world: World, slot: Slot) => Draft> = {
  scrum: scrumIssue,
  desk: deskIssue,
  kanban: flowIssue,
  'team-managed': flowIssue,
};

/** An issue with its sub-tasks and epic. */
function createFamily(world: World, slot: Slot): Draft {
  const { created } = slot;
  if (slot.route === ROUTE.epic) {
    const draft = epicIssue(world, created);
    const openUntil = Math.max(...draft.steps.map(step => step.at));
    settle(world, draft);
    const { id, key } = draft;
    world.epics.push({ id, key, created: draft.created, openUntil, ref: issueRef(draft) });
    return draft;
  }
  const draft = CREATE[world.project.kind](world, slot);
  subtasks(world, draft, slot.children - draft.children.length);
  const epic = epicFor(world, created);
  if (epic && world.random.chance(0.9)) draft.state.epic = epic;
  else if (epic)
    change(draft, created + (30 + world.random.int(3000)) * MINUTE, draft.reporter, { epic });
  return draft;
}

/** An epic: started soon, open for about a quarter. */
function epicIssue(world: World, created: number): Draft {
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
function epicFor({ random, epics }: World, at: number): EpicRef | null {
  if (random.chance(0.25)) return null;
  // Random tries instead of a filter, since a large project has hundreds of epics.
  for (let tries = 0; tries < 12 && epics.length > 0; tries++) {
    const epic = random.pick(epics);
    if (epic.created < at && at < epic.openUntil) return epic;
  }
  return null;
}

/** Links work to other work created around the same time. */
function link({ random, asOf }: World, waiting: readonly Draft[], draft: Draft): void {
  if (draft.settled || !random.chance(0.06)) return;
  const other = waiting[random.int(Math.max(1, waiting.length))];
  if (!other || other.settled) return;
  const blocked = random.chance(0.5);
  const at = Math.min(draft.created + (1 + random.int(600)) * MINUTE, asOf - 1);
  const addLink = (from: Draft, to: Draft, outward: boolean) => {
    from.links.push({ type: BLOCKS, outward, other: to });
    const text = `This issue ${outward ? BLOCKS.outward : BLOCKS.inward} ${to.key}`;
    const item = { field: 'Link', fieldtype: 'jira', from: null, fromString: null, to: to.key };
    from.steps.push({ at, by: draft.reporter, items: [{ ...item, toString: text }] });
  };
  addLink(draft, other, !blocked);
  addLink(other, draft, blocked);
}

/** Writes a family with its history. A linked issue gets its history first, because the link shows its status. */
function* writeFamily(world: World, family: Draft): Generator<StoreRecord> {
  const drafts = [family, ...family.children];
  for (const draft of drafts) settle(world, draft);
  for (const draft of drafts) {
    const settled = settle(world, draft);
    for (const { other } of draft.links) settle(world, other);
    if (draft.project.kind === 'desk')
      Object.assign(draft.extra, deskFields(world, draft, settled));
    yield { kind: 'issue', value: issueDocument(world, draft, settled) };
  }
}
