import type { StoreRecord } from '../data/records.ts';
import { Clock, MINUTE } from './clock.ts';
import { dashboardRecord } from './dashboard.ts';
import { settle } from './issues/apply-history.ts';
import type { ProjectState, World } from './issues/base.ts';
import { deskIssue, slaFields } from './issues/desk.ts';
import { Counters, type Draft } from './issues/draft.ts';
import { endOf, epicFor, epicIssue } from './issues/epic.ts';
import { flowIssue } from './issues/flow.ts';
import { issueDocument, issueRef } from './issues/issue-document.ts';
import { looseEnds } from './issues/loose-ends.ts';
import { planProject, ROUTE } from './issues/plan.ts';
import { scrumIssue } from './issues/scrum.ts';
import { subtasks } from './issues/subtasks.ts';
import { Random } from './random.ts';
import { BLOCKS } from './site/catalog.ts';
import { makeProjects, OUTLINES, type ProjectDef } from './site/organisation.ts';
import { makePeople } from './site/people.ts';
import { paragraphs } from './site/phrases.ts';
import { SITE_ZONE, siteRecords } from './site/site.ts';

export interface DemoSettings {
  /** The same seed and instant give the same records. */
  seed: number;
  /** The current time of the demo, epoch milliseconds. */
  asOf: number;
  /** Number of issues. */
  size?: number;
}

/** Families held back so that they can link to later ones. */
const WINDOW = 60;

/**
 * People, six projects with boards, sprints and releases, and issues with their histories up to `asOf`. Streams issues.
 */
export function* demoRecords({ seed, asOf, size = 3000 }: DemoSettings): Generator<StoreRecord> {
  const people = makePeople(seed, size);
  const projects = makeProjects(seed, asOf, people);
  yield* siteRecords(people, projects, asOf);
  yield dashboardRecord(asOf);
  const counters = new Counters();
  const counts = demoCounts(size);
  for (const project of projects) {
    const issues = counts.get(project.key) ?? 0;
    yield* projectIssues({ seed, asOf, issues, project, counters, people });
  }
}

/** Issues per project key; they are numbered from 1. */
export function demoCounts(size: number): Map<string, number> {
  const counts = new Map<string, number>();
  let left = size;
  for (const outline of OUTLINES) {
    const last = outline === OUTLINES.at(-1);
    const issues = last ? left : Math.min(left, Math.round(size * outline.share));
    left -= issues;
    counts.set(outline.key, issues);
  }
  return counts;
}

interface ProjectSettings {
  seed: number;
  asOf: number;
  issues: number;
  project: ProjectDef;
  counters: Counters;
  people: World['people'];
}

function* projectIssues(settings: ProjectSettings): Generator<StoreRecord> {
  const { seed, asOf, project, counters, people } = settings;
  const random = new Random(seed, 21, project.index);
  const loose = new Random();
  const plan = planProject(project, settings.issues, asOf, random);
  const world: World = { asOf, counters, random, people };
  const place: ProjectState = { project, lastKey: 0, epics: [] };
  const write = writer(asOf, counters);
  const waiting: Draft[] = [];
  for (let n = 0; n < plan.length; n++) {
    random.restart(seed, 22, project.index, n);
    loose.restart(seed, 23, project.index, n);
    const slot = {
      created: plan.created(n),
      route: plan.route(n),
      sprint: plan.sprint(n),
      children: plan.children(n),
    };
    const draft = createFamily(world, place, slot, write);
    if (!draft.settled) looseEnds(loose, draft);
    link(random, waiting, draft, asOf);
    waiting.push(draft);
    const ready = waiting.length > WINDOW ? waiting.shift() : undefined;
    if (ready) yield* write.family(ready);
  }
  for (const draft of waiting) yield* write.family(draft);
}

type Writer = ReturnType<typeof writer>;

/** An issue with its sub-tasks and epic. */
function createFamily(
  world: World,
  place: ProjectState,
  slot: Parameters<typeof scrumIssue>[2],
  write: Writer,
): Draft {
  if (slot.route === ROUTE.epic) {
    const draft = epicIssue(world, place, slot.created);
    const openUntil = endOf(draft);
    write.settle(draft);
    const { id, key, created } = draft;
    place.epics.push({ id, key, created, openUntil, ref: issueRef(draft) });
    return draft;
  }
  const { kind } = place.project;
  const create = kind === 'scrum' ? scrumIssue : kind === 'desk' ? deskIssue : flowIssue;
  const draft = create(world, place, slot);
  subtasks(world, place, draft, slot.children - draft.children.length, null);
  const epic = epicFor(world, place, slot.created);
  if (epic && world.random.chance(0.9)) draft.state.epic = epic;
  else if (epic) {
    const at = slot.created + (30 + world.random.int(3000)) * MINUTE;
    draft.steps.push({ at, by: draft.reporter, set: { epic } });
  }
  return draft;
}

/** Links work to other work created around the same time. */
function link(random: Random, waiting: readonly Draft[], draft: Draft, asOf: number): void {
  if (draft.settled || !random.chance(0.06)) return;
  const other = waiting[random.int(Math.max(1, waiting.length))];
  if (!other || other.settled) return;
  const blocked = random.chance(0.5);
  const at = Math.min(draft.created + (1 + random.int(600)) * MINUTE, asOf - 1);
  const addLink = (from: Draft, to: Draft, outward: boolean) => {
    from.links.push({ type: BLOCKS, outward, other: to });
    const text = `This issue ${outward ? BLOCKS.outward : BLOCKS.inward} ${to.key}`;
    const items = [
      {
        field: 'Link',
        fieldtype: 'jira',
        from: null,
        fromString: null,
        to: to.key,
        toString: text,
      },
    ];
    from.steps.push({ at, by: draft.reporter, items });
  };
  addLink(draft, other, !blocked);
  addLink(other, draft, blocked);
}

/** Writes families with their history. A linked issue gets its history first, because the link shows its status. */
function writer(asOf: number, counters: Counters) {
  const clock = new Clock(SITE_ZONE);
  const timestamp = (instant: number) => clock.timestamp(instant);
  const settleOne = (draft: Draft) => settle(draft, asOf, counters, timestamp, paragraphs);
  const settleFamily = (draft: Draft) => {
    settleOne(draft);
    for (const child of draft.children) settleOne(child);
  };
  const record = (draft: Draft): StoreRecord => {
    const settled = settleOne(draft);
    for (const { other } of draft.links) settleOne(other);
    if (draft.project.kind === 'desk')
      Object.assign(draft.extra, slaFields(draft, settled, asOf, timestamp));
    return { kind: 'issue', value: issueDocument(draft, settled, { asOf, counters, timestamp }) };
  };
  return {
    settle: settleFamily,
    *family(draft: Draft): Generator<StoreRecord> {
      settleFamily(draft);
      yield record(draft);
      for (const child of draft.children) yield record(child);
    },
  };
}
