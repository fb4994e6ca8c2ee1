import { DAY, isWorkday, weekdayOf } from '../clock.ts';
import { RESOLUTION, TYPE } from '../site/catalog.ts';
import { PAYMENTS_DAYS, versionFor } from '../site/organisation.ts';
import type { Person } from '../site/people.ts';
import { change, type Draft, memberAt, type State, type World } from './draft.ts';
import { addComments, newDraft } from './new-draft.ts';

export const PAYMENTS_ISSUES = 620;

/** How the team works from a week on. Rates are per week. */
interface Phase {
  readonly week: number;
  readonly arrivals: number;
  /** Limits of issues in Doing, and in Doing and Review. */
  readonly limit: number;
  readonly limitOfBoth: number;
  /** Median working days in Doing, and their spread (sigma of the log-normal distribution). */
  readonly days: number;
  readonly spread: number;
  readonly reviews: number;
  /** How much the reviews of a week vary. */
  readonly variation: number;
  /** Share of reviews that return the issue to Doing. */
  readonly returned: number;
  /** Share of reviews that take a new issue before the oldest one. */
  readonly newFirst: number;
}

/** Erratic work, then one reviewer too few, then no new work until the reviews are done, then small steady steps. */
const PHASES: readonly Phase[] = [
  {
    week: 0,
    arrivals: 9.5,
    limit: 13,
    limitOfBoth: 1000,
    days: 4,
    spread: 0.9,
    reviews: 11,
    variation: 0.35,
    returned: 0.12,
    newFirst: 0.3,
  },
  {
    week: 20,
    arrivals: 9.5,
    limit: 14,
    limitOfBoth: 1000,
    days: 4.5,
    spread: 0.8,
    reviews: 6,
    variation: 0.15,
    returned: 0.1,
    newFirst: 0.55,
  },
  {
    week: 35,
    arrivals: 8,
    limit: 4,
    limitOfBoth: 1000,
    days: 3,
    spread: 0.6,
    reviews: 16,
    variation: 0.1,
    returned: 0.06,
    newFirst: 0.1,
  },
  {
    week: 41,
    arrivals: 10,
    limit: 10,
    limitOfBoth: 15,
    days: 3.2,
    spread: 0.5,
    reviews: 10.2,
    variation: 0.05,
    returned: 0.05,
    newFirst: 0,
  },
];

/** Issues that wait when the story starts. */
const FIRST_BACKLOG = 40;
/** Days before the end at which an issue starts that is still blocked at the end. */
const BLOCKED_SINCE = [34, 17];
const NEVER = Number.POSITIVE_INFINITY;
const TYPES = [
  [TYPE.story, 50],
  [TYPE.task, 28],
  [TYPE.bug, 22],
] as const;
const POINTS = [1, 2, 3, 5, 8] as const;

interface Item {
  readonly draft: Draft;
  worker: Person;
  /** Working days left in Doing. */
  days: number;
  /** Day number; null when not flagged. */
  flaggedUntil: number | null;
}

const phaseOn = (day: number, first: number): Phase =>
  PHASES.findLast(({ week }) => week * 7 <= day - first) ?? (PHASES[0] as Phase);

/**
 * The issues of a team that pulls its work, day by day: a queue before the review grows until a release is late, and is
 * worked off.
 */
export function paymentsDrafts(world: World): Draft[] {
  const { asOf, project, random } = world;
  const { clock } = project.lead;
  const { start: toDo, path, done } = project.workflow;
  const [, doingStatus = toDo, reviewStatus = toDo] = path;
  const last = clock.dayOf(asOf);
  const first = last - PAYMENTS_DAYS;
  const drafts: Draft[] = [];
  const queue: Item[] = [];
  const doing: Item[] = [];
  const review: Item[] = [];
  const reopened = new Map<number, Item[]>();
  const blocked = [...BLOCKED_SINCE];
  const arrivals = arrivalDays(world, first, last);
  let reviews = 0;
  let pace = 1;

  const step = ({ draft }: Item, day: number, hours: readonly [number, number], by: Person) => {
    const at = clock.at(day, Math.round(random.between(...hours) * 60));
    return (set: Partial<State>) => change(draft, at, by, set);
  };
  const flag = (item: Item, day: number, until: number) => {
    item.flaggedUntil = until;
    step(item, day, [11.2, 11.8], item.worker)({ flagged: true });
  };
  const unflag = (item: Item, day: number) => {
    item.flaggedUntil = null;
    step(item, day, [11.2, 11.8], item.worker)({ flagged: false });
  };
  const begin = (item: Item, day: number, set: Partial<State> = {}) => {
    item.worker = memberAt(world, day * DAY);
    const assign = { status: doingStatus, assignee: item.worker, ...set };
    step(item, day, [8.5, 11], item.worker)(assign);
    doing.push(item);
    const isBlocked = day >= last - (blocked[0] ?? -NEVER);
    if (!isBlocked) return;
    blocked.shift();
    flag(item, day, NEVER);
  };

  for (let day = first; day <= last; day++) {
    const phase = phaseOn(day, first);
    for (let count = arrivals.get(day) ?? 0; count > 0; count--) {
      const item = arrive(world, day, phase);
      drafts.push(item.draft);
      if (random.chance(0.03)) {
        const late = day + 2 + random.int(20);
        const reject = { status: done, resolution: RESOLUTION.wontDo };
        step(item, late, [9, 17], item.draft.reporter)(reject);
      } else queue.push(item);
    }
    moveToNextRelease(world, day, [...queue, ...doing, ...review]);
    if (!isWorkday(day)) continue;
    if (weekdayOf(day) === 1) pace = 1 + random.between(-phase.variation, phase.variation);

    for (const item of reopened.get(day) ?? []) begin(item, day, { resolution: null });
    const isFree = () =>
      doing.length < phase.limit && doing.length + review.length < phase.limitOfBoth;
    while (isFree() && queue.length > 0) {
      const [item] = queue.splice(random.int(Math.min(6, queue.length)), 1);
      if (item) begin(item, day);
    }
    for (const item of doing.splice(0)) {
      if (item.flaggedUntil !== null && item.flaggedUntil <= day) unflag(item, day);
      else if (item.flaggedUntil === null && random.chance(0.012))
        flag(item, day, day + 2 + random.int(6));
      if (item.flaggedUntil === null) item.days -= 1;
      if (item.days > 0) doing.push(item);
      else {
        step(item, day, [12, 14], item.worker)({ status: reviewStatus });
        review.push(item);
      }
    }
    reviews = Math.min(reviews, 1) + (phase.reviews / 5) * pace;
    for (; reviews >= 1 && review.length > 0; reviews--) {
      const newest = random.chance(phase.newFirst);
      const [item] = review.splice(newest ? random.int(review.length) : 0, 1);
      if (!item) continue;
      const reviewer = memberAt(world, day * DAY);
      if (random.chance(phase.returned)) {
        item.days = random.between(0.5, 2.5);
        step(item, day, [14, 17.5], reviewer)({ status: doingStatus });
        doing.push(item);
        continue;
      }
      const finish = step(item, day, [14, 17.5], reviewer);
      finish({ status: done, resolution: RESOLUTION.done });
      if (!random.chance(0.02)) continue;
      item.days = random.between(0.5, 3);
      const again = nextWorkday(day + 2 + random.int(8));
      reopened.set(again, [...(reopened.get(again) ?? []), item]);
    }
  }
  for (const draft of drafts) addComments(world, draft, draft.created + 20 * DAY, 0.2);
  return drafts;
}

function nextWorkday(day: number): number {
  return isWorkday(day) ? day : nextWorkday(day + 1);
}

/** How many issues are created by day: each phase at its rate, and the first backlog within a week. */
function arrivalDays({ random }: World, first: number, last: number): Map<number, number> {
  const days = Array.from({ length: last - first + 1 }, (_, n) => first + n).filter(isWorkday);
  const rates = days.map(day => phaseOn(day, first).arrivals);
  const total = rates.reduce((sum, rate) => sum + rate, 0);
  const later = PAYMENTS_ISSUES - FIRST_BACKLOG;
  const counts = new Map<number, number>();
  const count = (day: number) => counts.set(day, (counts.get(day) ?? 0) + 1);
  for (let n = 0; n < FIRST_BACKLOG; n++) count(first);
  let at = 0;
  let passed = 0;
  for (let n = 0; n < later; n++) {
    const wanted = ((n + random.next()) / later) * total;
    while (at < days.length - 1 && passed + (rates[at] ?? 0) < wanted) passed += rates[at++] ?? 0;
    count(days[at] ?? last);
  }
  return counts;
}

function arrive(world: World, day: number, phase: Phase): Item {
  const { asOf, project, random } = world;
  const at = project.lead.clock.at(day, Math.round(random.between(8, 8.5) * 60));
  const draft = newDraft(world, random.weighted(TYPES), Math.min(at, asOf - 10 * 60_000));
  const days = random.logNormal(phase.days, phase.spread) * (random.chance(1 / 60) ? 4 : 1);
  const { state } = draft;
  state.assignee = null;
  state.points = POINTS[Math.min(4, Math.floor(Math.log2(1 + days / 1.5)))] ?? 8;
  const version = random.chance(0.6) ? versionFor(project, day + 14) : null;
  state.fixVersions = version ? [version] : [];
  return { draft, worker: draft.reporter, days, flaggedUntil: null };
}

/** What is not done on the day of its release goes to the next one. */
function moveToNextRelease({ project }: World, day: number, open: readonly Item[]): void {
  const released = project.versions.find(version => version.day === day);
  const next = released && versionFor(project, day + 1);
  if (!next) return;
  const at = project.lead.clock.at(day, 18 * 60);
  for (const { draft } of open) {
    const planned = draft.steps.findLast(({ set }) => set?.fixVersions)?.set ?? draft.state;
    if (planned.fixVersions?.includes(released))
      change(draft, at, project.lead, { fixVersions: [next] });
  }
}
